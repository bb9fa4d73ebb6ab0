import { type VoyageCreate, type VoyageUpdate, type VoyageValues, voyageTimeErrors } from '@archive/contracts';
import { displayTitle, voyageSlug } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { type Expected, invalidFields, type JsonText, withHeaders } from '../../common/index.ts';
import type { IdempotentRequest } from '../idempotency/index.ts';
import { Database, freeSlug, type Statements } from '../../database/index.ts';
import { findPresident } from '../presidents/index.ts';
import {
  changeRecords,
  changeRecordsOnce,
  deleteVoyages,
  differences,
  insertVoyages,
  lockVoyage,
  merged,
  storedVoyage,
  updateVoyages,
} from '../records/index.ts';
import { VoyageReads } from './voyage-reads.ts';

/** Creates, updates and deletes voyages. Writes answer as reads do. */
@Injectable()
export class VoyageWrites {
  readonly #database: Database;
  readonly #reads: VoyageReads;

  constructor(database: Database, reads: VoyageReads) {
    this.#database = database;
    this.#reads = reads;
  }

  create(
    { president_slug_from_voyage: president_slug, ...fields }: VoyageCreate,
    changedBy: string,
    once?: IdempotentRequest,
  ): Promise<JsonText> {
    return changeRecordsOnce(this.#database, changedBy, once, async (changes) => {
      const { statements } = changes;
      const president_id = await presidentId(statements, president_slug);
      const values = { ...fields, title: fields.title || generatedTitle(fields) };
      const slug = await freeSlug(statements, 'voyage', voyageSlug({ ...values, president_slug }));
      await insertVoyages(changes, [{ ...values, slug, president_id }]);
      return withHeaders(await this.#reads.get(slug, statements), { location: `/api/voyages/${slug}` });
    });
  }

  /** Changes what was sent. Links have operations of their own. An update without differences leaves no revision. */
  update(
    slug: string,
    { president_slug_from_voyage: president_slug, ...sent }: VoyageUpdate,
    changedBy: string,
    expected: Expected,
  ): Promise<JsonText> {
    return changeRecords(this.#database, changedBy, async (changes) => {
      const { statements } = changes;
      const { id } = await lockVoyage(statements, slug, expected);
      const stored = await storedVoyage(statements, id);
      const { title, ...others } = sent;
      const next = merged(stored.values, others);
      const errors = voyageTimeErrors(next);
      if (errors.length > 0) throw invalidFields(errors);
      const changed = differences(stored.values, { ...others, title: titleOf(stored.values, next, title) });
      const president_id =
        president_slug === undefined ? stored.president_id : await presidentId(statements, president_slug);
      if (Object.keys(changed).length > 0 || president_id !== stored.president_id)
        await updateVoyages(changes, [{ ...changed, id, president_id }]);
      return this.#reads.get(slug, statements);
    });
  }

  remove(slug: string, changedBy: string, expected: Expected): Promise<void> {
    return changeRecords(this.#database, changedBy, async (changes) => {
      const { id } = await lockVoyage(changes.statements, slug, expected);
      await deleteVoyages(changes, [id]);
    });
  }
}

type Titled = Pick<VoyageValues, 'start_date' | 'end_date' | 'start_location' | 'end_location'>;

const generatedTitle = (voyage: Titled) => displayTitle({ ...voyage, title: null });

/** A generated title follows date and place unless a title was sent. An emptied title is generated. */
function titleOf(stored: VoyageValues, next: VoyageValues, sent: string | null | undefined): string {
  if (sent) return sent;
  const wasGenerated = stored.title === generatedTitle(stored);
  return sent === null || wasGenerated ? generatedTitle(next) : stored.title;
}

async function presidentId(statements: Statements, slug: string | null): Promise<number | null> {
  if (slug === null) return null;
  const president = await findPresident(statements, slug);
  if (president !== undefined) return president;
  throw invalidFields([{ path: 'president_slug_from_voyage', message: 'President or owner not found.' }]);
}
