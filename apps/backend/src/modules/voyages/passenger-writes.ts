import type { PassengerLink } from '@archive/contracts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  type Expected,
  type JsonText,
  jsonText,
  type KeyedRequest,
  notFound,
  onceOnly,
  Problem,
} from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';
import { type NewRevision, snapshotOf } from '../history/index.ts';
import { PASSENGER, passengersOfVoyage, Person } from '../people/index.ts';
import { holdVoyage, saveLinks } from './hold-voyage.ts';
import { Passenger, type Voyage } from './voyage.entity.ts';

interface Who {
  voyage_slug: string;
  person_slug: string;
}

interface Known {
  id: number;
  full_name: string;
}

const PERSON = 'select id, full_name from person where slug = $1';

const STAYING = `
  select exists (select from passenger l where l.person_id = $1 and l.voyage_id <> $2)
    or exists (select from president r where r.person_id = $1) stays`;

const LAST = 'select max(sort_order) place from passenger where voyage_id = $1';

const CLOSE_GAP = 'update passenger set sort_order = sort_order - 1 where voyage_id = $1 and sort_order > $2';

/** In one statement: the order is checked at the end of the transaction, but no two ever stand in one place. */
const SWAP = `
  update passenger set sort_order = $2::int + $3::int - sort_order
  where voyage_id = $1 and sort_order in ($2::int, $3::int)`;

const ALL = `select ${passengersOfVoyage('$1')}::text json`;

/** Who is aboard which voyage: a change of the voyage, whose row is held for it. */
@Injectable()
export class PassengerWrites {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Puts a person behind all others. */
  link(link: PassengerLink, changedBy: string, expected: Expected, once?: KeyedRequest): Promise<JsonText> {
    return this.#database.write((em, statements) =>
      onceOnly(statements, once, async () => {
        const voyage = await holdVoyage(em, link.voyage_slug, expected);
        const person = await personOf(statements, link.person_slug, 'key share');
        if (await aboard(em, voyage, person))
          throw new Problem(409, `${person.full_name} is aboard this voyage already.`);
        const last = await statements.row<{ place: number }>('passenger-last', LAST, [voyage.id]);
        const sortOrder = (last?.place ?? 0) + 1;
        em.create(Passenger, { voyage, person: person.id, sortOrder, ...saidOf(link), title: link.title ?? null });
        const headers = await saveLinks(em, statements, voyage, { changedBy });
        return oneAboard(statements, voyage, person, headers);
      }),
    );
  }

  /** What is said of a person aboard. */
  relink(link: PassengerLink, changedBy: string, expected: Expected): Promise<JsonText> {
    return this.#database.write(async (em, statements) => {
      const voyage = await holdVoyage(em, link.voyage_slug, expected);
      const person = await personOf(statements, link.person_slug, 'key share');
      const passenger = (await aboard(em, voyage, person)) ?? missing(person);
      const { title = passenger.title } = link;
      const said = { ...saidOf(link), title };
      const same = Object.entries(said).every(([name, value]) => passenger[name as keyof typeof said] === value);
      if (!same) em.assign(passenger, said);
      const headers = same ? {} : await saveLinks(em, statements, voyage, { changedBy });
      return oneAboard(statements, voyage, person, headers);
    });
  }

  /** Takes a person off the voyage, and out of the archive where nothing else keeps them (SPEC section 7). */
  unlink({ voyage_slug, person_slug }: Who, changedBy: string, expected: Expected): Promise<JsonText> {
    return this.#database.write(async (em, statements) => {
      const voyage = await holdVoyage(em, voyage_slug, expected);
      const person = await personOf(statements, person_slug, 'update');
      const passenger = (await aboard(em, voyage, person)) ?? missing(person);
      const kept = await statements.row<{ stays: boolean }>('passenger-staying', STAYING, [person.id, voyage.id]);
      const leaves = kept?.stays !== true;
      const others: NewRevision[] = [];
      if (leaves) {
        const before = await snapshotOf(statements, 'person', person.id, { deleting: true });
        others.push({ kind: 'person', slug: person_slug, action: 'delete', before });
      }
      const { sortOrder } = passenger;
      em.remove(passenger);
      const work = async () => {
        await statements.change('passenger-close-gap', CLOSE_GAP, [voyage.id, sortOrder]);
        if (leaves) await em.nativeDelete(Person, { id: person.id });
      };
      const headers = await saveLinks(em, statements, voyage, { changedBy, others, work });
      return jsonText(JSON.stringify({ person_deleted: leaves }), { headers });
    });
  }

  /** Moves a person one place up or down, past their neighbour. */
  reorder(
    { voyage_slug, person_slug }: Who,
    direction: 'up' | 'down',
    changedBy: string,
    expected: Expected,
  ): Promise<JsonText> {
    return this.#database.write(async (em, statements) => {
      const voyage = await holdVoyage(em, voyage_slug, expected);
      const person = await personOf(statements, person_slug, 'key share');
      const { sortOrder } = (await aboard(em, voyage, person)) ?? missing(person);
      const place = sortOrder + (direction === 'up' ? -1 : 1);
      const work = () => statements.change('passenger-swap', SWAP, [voyage.id, sortOrder, place]);
      const neighbour = await em.findOne(Passenger, { voyage, sortOrder: place });
      const headers = neighbour ? await saveLinks(em, statements, voyage, { changedBy, work }) : {};
      const row = await statements.row<{ json: string }>('passengers-all', ALL, [voyage.id]);
      return jsonText(row?.json ?? '[]', { headers });
    });
  }
}

const saidOf = ({ capacity_role, is_crew, notes }: PassengerLink) => ({
  capacityRole: capacity_role,
  isCrew: is_crew,
  notes,
});

async function personOf(statements: Statements, slug: string, hold: 'key share' | 'update'): Promise<Known> {
  const person = await statements.row<Known>(`passenger-person-${hold}`, `${PERSON} for ${hold}`, [slug]);
  if (!person) throw notFound('Person not found');
  return person;
}

const aboard = (em: EntityManager, voyage: Voyage, { id }: Known) => em.findOne(Passenger, { voyage, person: id });

function missing({ full_name }: Known): never {
  throw notFound(`${full_name} is not aboard this voyage.`);
}

async function oneAboard(
  statements: Statements,
  voyage: Voyage,
  person: Known,
  headers: Record<string, string>,
): Promise<JsonText> {
  const row = await statements.row<{ json: string }>('passenger-one', PASSENGER, [voyage.id, person.id]);
  if (!row) throw new Error('The passenger has just been saved');
  return jsonText(row.json, { headers });
}
