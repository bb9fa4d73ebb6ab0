import {
  lifeDateErrors,
  personFields,
  type PersonValues,
  type PresidentCreate,
  presidentFields,
  type PresidentUpdate,
  type PresidentValues,
  termErrors,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import {
  type ExpectedVersion,
  expectVersion,
  invalidFields,
  type JsonText,
  notFound,
  Problem,
  withHeaders,
} from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { col, Database, statement, type StatementExecutor } from '../../database/index.ts';
import { requireUnusedArticle, requireSameSlug } from '../people/index.ts';
import {
  changeRecords,
  changeRecordsOnce,
  deletePresidents,
  differences,
  findPersonForUpdate,
  type LockedPerson,
  type LockedPresident,
  lockPresident,
  withChanges,
  updatePeople,
  updatePresident,
} from '../records/index.ts';
import { createPresident, valuesOf } from './create-president.ts';
import { PresidentQueries } from './president-queries.ts';

const REFERENCES = statement(
  'president-references',
  `select (select count(*)::int from voyage v where v.president_id = $1) voyages,
    (select count(*)::int from media m where m.president_id = $1) media`,
  { voyages: col.int, media: col.int },
);

const SLUG = 'president_slug';

/** Creates, updates and deletes presidents and owners. Changes the term and the person with the same slug, each with its own revision. */
@Injectable()
export class PresidentCommands {
  readonly #database: Database;
  readonly #queries: PresidentQueries;

  constructor(database: Database, queries: PresidentQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Creates a president or owner, and the person as well unless the archive already has them. */
  create(president: PresidentCreate, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.#database, write, async (changes) => {
      const { slug } = await createPresident(changes, president);
      return withHeaders(await this.#queries.get(slug, changes.executor), { location: `/api/presidents/${slug}` });
    });
  }

  /** Updates the fields in the request, of the president and the person. An update without differences creates no revision. */
  update(slug: string, input: PresidentUpdate, write: WriteRequest): Promise<JsonText> {
    requireSameSlug(input.president_slug, slug, SLUG);
    return changeRecords(this.#database, write, async (changes) => {
      const { executor } = changes;
      const { person, president } = await lock(executor, slug, write.expected);
      const sentPerson = valuesOf<Partial<PersonValues>>(personFields, input);
      const sentPresident = valuesOf<Partial<PresidentValues>>(presidentFields, input);
      const errors = [
        ...lifeDateErrors(withChanges(person.values, sentPerson)),
        ...termErrors(withChanges(president.values, sentPresident)),
      ];
      if (errors.length > 0) throw invalidFields(errors);
      await requireUnusedArticle(executor, sentPerson.wikipedia_url, person.id);
      const changedPerson = differences(person.values, sentPerson);
      const changedPresident = differences(president.values, sentPresident);
      if (Object.keys(changedPerson).length > 0) await updatePeople(changes, [{ ...changedPerson, id: person.id }]);
      if (Object.keys(changedPresident).length > 0) await updatePresident(changes, person.id, changedPresident);
      return this.#queries.get(slug, executor);
    });
  }

  /** Deletes the president record but keeps the person. */
  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.#database, write, async (changes) => {
      const { executor } = changes;
      const { person } = await lock(executor, slug, write.expected);
      const references = await executor.row(REFERENCES, [person.id]);
      if (references && references.voyages + references.media > 0)
        throw new Problem(409, `${person.values.full_name} still has voyages or media.`);
      await deletePresidents(changes, [person.id]);
    });
  }
}

async function lock(
  executor: StatementExecutor,
  slug: string,
  expected: ExpectedVersion,
): Promise<{ person: LockedPerson; president: LockedPresident }> {
  const person = await findPersonForUpdate(executor, slug);
  const president = person && (await lockPresident(executor, person.id));
  if (!president) throw notFound('President/Owner not found');
  expectVersion(expected, `${person.id}.${person.version}.${president.version}`, 'president/owner');
  return { person, president };
}
