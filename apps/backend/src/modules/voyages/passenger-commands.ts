import {
  namesOf,
  passengerFields,
  type PassengerLink,
  type PassengerOrder,
  type PassengerUpdate,
  type PassengerValues,
  type VoyageUpdate,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, jsonText, notFound, Problem } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor, statementsFor } from '../../database/index.ts';
import { PASSENGER, passengersOfVoyage } from '../people/index.ts';
import {
  addPassenger,
  type ChangeSet,
  changeRecords,
  changeRecordsOnce,
  deletePeople,
  differences,
  type LockedVoyage,
  lockVoyage,
  orderPassengers,
  removePassenger,
  replacePassengers,
  type StoredPassenger,
  storedPassenger,
  updatePassenger,
} from '../records/index.ts';
import { voyageEtagHeader } from './voyage-queries.ts';

interface Keys {
  voyage_slug: string;
  person_slug: string;
}

const PERSON_COLUMNS = { id: col.int, full_name: col.text };
type LockedPerson = RowOf<typeof PERSON_COLUMNS>;

const PERSON = statementsFor(['key share', 'update'], (lock) =>
  statement(`passenger-person-${lock}`, `select id, full_name from person where slug = $1 for ${lock}`, PERSON_COLUMNS),
);

/**
 * Whether a person is needed elsewhere: on another voyage, or as a president or owner. If so, the person isn't deleted (SPEC section 7).
 */
const IS_REFERENCED = statement(
  'person-is-referenced',
  `select exists (select from passenger l where l.person_id = $1 and l.voyage_id <> $2)
    or exists (select from president r where r.person_id = $1) referenced`,
  { referenced: col.bool },
);

const ABOARD = statement(
  'passengers-aboard',
  `select p.id, p.slug, p.full_name,
    json_build_object('title', l.title, 'capacity_role', l.capacity_role, 'is_crew', l.is_crew, 'notes', l.notes) as "values"
  from passenger l join person p on p.id = l.person_id where l.voyage_id = $1 order by l.sort_order`,
  { id: col.int, slug: col.text, full_name: col.text, values: col.json<PassengerValues>() },
);

const PASSENGER_ROW = statement('passenger-get', PASSENGER, { json: col.text });
const ALL = statement('passengers-all', `select ${passengersOfVoyage('$1')}::text json`, { json: col.text });

/** Changes who is aboard a voyage. Each change locks the voyage and creates a revision of it. */
@Injectable()
export class PassengerCommands {
  constructor(private readonly database: Database) {}

  /** Adds a passenger at the end of the list. */
  link(link: PassengerLink, write: WriteRequest): Promise<JsonText> {
    const { voyage_slug, person_slug, ...values } = link;
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const person = await personOf(executor, person_slug, 'key share');
      if (await storedPassenger(executor, voyage.id, person.id))
        throw new Problem(409, `${person.full_name} is already on this voyage.`);
      await addPassenger(changes, voyage.id, person.id, values);
      return onePassenger(executor, voyage, person, await voyageEtagHeader(executor, voyage.id));
    });
  }

  /** Updates the fields in the request. */
  update(passengerUpdate: PassengerUpdate, write: WriteRequest): Promise<JsonText> {
    const { voyage_slug, person_slug, ...fields } = passengerUpdate;
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const person = await personOf(executor, person_slug, 'key share');
      const row = await requirePassenger(executor, voyage, person);
      const changedValues = differences(row.values, fields);
      if (!namesOf(passengerFields).some((name) => name in changedValues))
        return onePassenger(executor, voyage, person, {});
      await updatePassenger(changes, voyage.id, person.id, changedValues);
      return onePassenger(executor, voyage, person, await voyageEtagHeader(executor, voyage.id));
    });
  }

  /** Removes a passenger, and deletes the person if nothing else refers to them (SPEC section 7). */
  unlink({ voyage_slug, person_slug }: Keys, write: WriteRequest): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const person = await personOf(executor, person_slug, 'update');
      await requirePassenger(executor, voyage, person);
      const person_deleted = await removeFromVoyage(changes, voyage.id, person.id);
      const headers = await voyageEtagHeader(executor, voyage.id);
      return jsonText(JSON.stringify({ person_deleted }), { headers });
    });
  }

  /** Moves a passenger one position up or down (SPEC section 7). */
  reorder({ voyage_slug, person_slug }: Keys, direction: 'up' | 'down', write: WriteRequest): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const person = await personOf(executor, person_slug, 'key share');
      await requirePassenger(executor, voyage, person);
      const order = (await executor.rows(ABOARD, [voyage.id])).map(({ id }) => id);
      const from = order.indexOf(person.id);
      const to = from + (direction === 'up' ? -1 : 1);
      const neighbor = order[to];
      if (neighbor === undefined) return allPassengers(executor, voyage, {});
      order[to] = person.id;
      order[from] = neighbor;
      await orderPassengers(changes, voyage.id, order);
      return allPassengers(executor, voyage, await voyageEtagHeader(executor, voyage.id));
    });
  }

  /**
   * Sets the order of everyone aboard.
   * @throws 409 if the list differs from the people aboard, 422 if it contains someone twice
   */
  setOrder({ voyage_slug, person_slugs }: PassengerOrder, write: WriteRequest): Promise<JsonText> {
    const repeated = person_slugs.find((slug, index) => person_slugs.indexOf(slug) !== index);
    if (repeated !== undefined)
      throw invalidFields([{ path: 'person_slugs', message: `The list contains “${repeated}” more than once.` }]);
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const aboard = await executor.rows(ABOARD, [voyage.id]);
      requireSamePeople(aboard, person_slugs);
      if (aboard.every(({ slug }, index) => slug === person_slugs[index])) return allPassengers(executor, voyage, {});
      const ids = new Map(aboard.map(({ id, slug }) => [slug, id]));
      await orderPassengers(
        changes,
        voyage.id,
        person_slugs.map((slug) => ids.get(slug) ?? 0),
      );
      return allPassengers(executor, voyage, await voyageEtagHeader(executor, voyage.id));
    });
  }
}

/** Removes a passenger, and deletes the person if nothing else refers to them; returns whether it did. The person must be locked. */
async function removeFromVoyage(changes: ChangeSet, voyage: number, person: number): Promise<boolean> {
  const row = await changes.executor.row(IS_REFERENCED, [person, voyage]);
  const isDeleted = row?.referenced !== true;
  // Taken before the removal, so that the snapshot includes the voyage that the person was aboard.
  if (isDeleted) await changes.takeSnapshots('person', [person], { deleting: true });
  await removePassenger(changes, voyage, person);
  if (isDeleted) await deletePeople(changes, [person]);
  return isDeleted;
}

/** Sets who is aboard a locked or new voyage, in order. Absent fields of people who stay are kept. The records of others stay too: a list doesn't say that someone should be deleted. */
export async function setAboard(
  changes: ChangeSet,
  voyage_id: number,
  aboard: NonNullable<VoyageUpdate['aboard']>,
): Promise<void> {
  const { executor } = changes;
  const people = new Map<string, number>();
  for (const [index, { person_slug }] of aboard.entries()) {
    const path = `aboard.${index}.person_slug`;
    if (people.has(person_slug)) throw invalidFields([{ path, message: 'This person is in the list more than once.' }]);
    const person = await executor.row(PERSON['key share'], [person_slug]);
    if (!person) throw invalidFields([{ path, message: 'Person not found' }]);
    people.set(person_slug, person.id);
  }
  const current = await executor.rows(ABOARD, [voyage_id]);
  const isCurrent =
    current.length === aboard.length &&
    current.every(({ slug, values }, index) => {
      const { person_slug, ...changed } = aboard[index] ?? { person_slug: '' };
      return slug === person_slug && Object.keys(differences(values, changed)).length === 0;
    });
  if (isCurrent) return;
  for (const { slug, id } of current)
    if (!people.has(slug)) {
      await personOf(executor, slug, 'key share');
      await removePassenger(changes, voyage_id, id);
    }
  const passengers = aboard.map(({ person_slug, ...values }) => ({
    ...values,
    person_id: people.get(person_slug) ?? 0,
  }));
  await replacePassengers(changes, [{ voyage_id, aboard: passengers }]);
}

function requireSamePeople(aboard: readonly { slug: string; full_name: string }[], slugs: readonly string[]): void {
  const missing = aboard.find(({ slug }) => !slugs.includes(slug));
  if (missing) throw new Problem(409, `${missing.full_name} is on this voyage and missing from the new order.`);
  const notAboard = slugs.find((slug) => !aboard.some((item) => item.slug === slug));
  if (notAboard !== undefined) throw new Problem(409, `“${notAboard}” is not on this voyage.`);
}

async function personOf(
  executor: StatementExecutor,
  slug: string,
  lock: 'key share' | 'update',
): Promise<LockedPerson> {
  const person = await executor.row(PERSON[lock], [slug]);
  if (!person) throw notFound('Person not found');
  return person;
}

async function requirePassenger(
  executor: StatementExecutor,
  voyage: LockedVoyage,
  person: LockedPerson,
): Promise<StoredPassenger> {
  const row = await storedPassenger(executor, voyage.id, person.id);
  if (!row) throw notFound(`${person.full_name} is not on this voyage.`);
  return row;
}

async function onePassenger(
  executor: StatementExecutor,
  voyage: LockedVoyage,
  person: LockedPerson,
  headers: Record<string, string>,
): Promise<JsonText> {
  const row = await executor.row(PASSENGER_ROW, [voyage.id, person.id]);
  if (!row) throw new Error('The saved passenger was not found');
  return jsonText(row.json, { headers });
}

async function allPassengers(
  executor: StatementExecutor,
  voyage: LockedVoyage,
  headers: Record<string, string>,
): Promise<JsonText> {
  const row = await executor.row(ALL, [voyage.id]);
  return jsonText(row?.json ?? '[]', { headers });
}
