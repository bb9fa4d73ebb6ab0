import {
  type NewPassenger,
  type PresidentCreate,
  type VoyageCreate,
  type VoyageUpdate,
  type VoyageValues,
  voyageTimeErrors,
} from '@archive/contracts';
import { displayTitle, voyageSlug } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, withErrorPath, withHeaders } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { Database, freeSlug, type StatementExecutor } from '../../database/index.ts';
import { createPerson } from '../people/index.ts';
import { createPresident, findPresident } from '../presidents/index.ts';
import {
  addPassenger,
  type ChangeSet,
  changeRecords,
  changeRecordsOnce,
  deleteVoyages,
  differences,
  insertVoyages,
  lockVoyage,
  withChanges,
  storedVoyage,
  updateVoyages,
} from '../records/index.ts';
import { setAboard } from './passenger-commands.ts';
import { VoyageQueries } from './voyage-queries.ts';

/** Creates, updates and deletes voyages. Writes return the record in the same form as reads. */
@Injectable()
export class VoyageCommands {
  constructor(
    private readonly database: Database,
    private readonly queries: VoyageQueries,
  ) {}

  create(
    { president_slug_from_voyage: president_slug, new_president, aboard, new_passengers, ...fields }: VoyageCreate,
    write: WriteRequest,
  ): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      const president = new_president
        ? await newPresident(changes, new_president)
        : { id: await presidentId(executor, president_slug), slug: president_slug };
      const values = { ...fields, title: fields.title || generatedTitle(fields) };
      const slug = await freeSlug(executor, 'voyage', voyageSlug({ ...values, president_slug: president.slug }));
      const [id = 0] = await insertVoyages(changes, [{ ...values, slug, president_id: president.id }]);
      if (aboard) await setAboard(changes, id, aboard);
      await addNewPassengers(changes, id, new_passengers);
      return withHeaders(await this.queries.get(slug, executor), { location: `/api/voyages/${slug}` });
    });
  }

  /**
   * Updates the fields in the request. An update without differences creates no revision.
   */
  update(
    slug: string,
    { president_slug_from_voyage: president_slug, new_president, aboard, new_passengers, ...fields }: VoyageUpdate,
    write: WriteRequest,
  ): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { executor } = changes;
      const { id } = await lockVoyage(executor, slug, write.expected);
      const row = await storedVoyage(executor, id);
      const { title, ...rest } = fields;
      const others = { ...rest, ...writtenDates(row.values, rest) };
      const next = withChanges(row.values, others);
      const errors = voyageTimeErrors(next);
      if (errors.length > 0) throw invalidFields(errors);
      const changed = differences(row.values, { ...others, title: titleOf(row.values, next, title) });
      const president_id = new_president
        ? (await newPresident(changes, new_president)).id
        : president_slug === undefined
          ? row.president_id
          : await presidentId(executor, president_slug);
      if (Object.keys(changed).length > 0 || president_id !== row.president_id)
        await updateVoyages(changes, [{ ...changed, id, president_id }]);
      if (aboard) await setAboard(changes, id, aboard);
      await addNewPassengers(changes, id, new_passengers);
      return this.queries.get(slug, executor);
    });
  }

  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
      const { id } = await lockVoyage(changes.executor, slug, write.expected);
      await deleteVoyages(changes, [id]);
    });
  }
}

type TitleFields = Pick<VoyageValues, 'start_date' | 'end_date' | 'start_location' | 'end_location'>;

const generatedTitle = (voyage: TitleFields) => displayTitle({ ...voyage, title: null });

/** A generated title is updated with the date and places, unless a title was sent. An empty title is replaced with a generated one. */
function titleOf(stored: VoyageValues, next: VoyageValues, sentTitle: string | null | undefined): string {
  if (sentTitle) return sentTitle;
  const wasGenerated = stored.title === generatedTitle(stored);
  return sentTitle === null || wasGenerated ? generatedTitle(next) : stored.title;
}

const newPresident = (changes: ChangeSet, president: PresidentCreate) =>
  withErrorPath('new_president', () => createPresident(changes, president));

/** Creates people and adds them to a locked voyage, at the end of the list. */
async function addNewPassengers(changes: ChangeSet, voyage: number, people: readonly NewPassenger[]): Promise<void> {
  for (const [index, { person, ...passenger }] of people.entries()) {
    const { id } = await withErrorPath(`new_passengers.${index}.person`, () => createPerson(changes, person));
    await addPassenger(changes, voyage, id, passenger);
  }
}

type DateFields = 'start_date' | 'end_date' | 'start_date_written' | 'end_date_written';

/** If an update changes a date but not its original text, clears that text, because it describes the old date. */
const writtenDates = (stored: VoyageValues, changes: Pick<VoyageUpdate, DateFields>) =>
  Object.fromEntries(
    (['start_date', 'end_date'] as const)
      .filter(
        (name) =>
          changes[name] !== undefined && changes[name] !== stored[name] && changes[`${name}_written`] === undefined,
      )
      .map((name) => [`${name}_written`, null]),
  );

async function presidentId(executor: StatementExecutor, slug: string | null): Promise<number | null> {
  if (slug === null) return null;
  const president = await findPresident(executor, slug);
  if (president !== undefined) return president;
  throw invalidFields([{ path: 'president_slug_from_voyage', message: 'President/Owner not found.' }]);
}
