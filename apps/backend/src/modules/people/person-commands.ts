import { lifeDateErrors, type PersonCreate, type PersonUpdate } from '@archive/contracts';
import { formatCount, pluralize } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { expectVersion, invalidFields, type JsonText, Problem, withHeaders } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import {
  changeRecords,
  changeRecordsOnce,
  deletePeople,
  differences,
  lockPerson,
  withChanges,
  updatePeople,
} from '../records/index.ts';
import { createPerson } from './create-person.ts';
import { PeopleQueries } from './people-queries.ts';
import { requireUnusedArticle, requirePicture, requireSameSlug } from './person-values.ts';

const PERSON_USES = statement(
  'person-uses',
  `
  select (select count(*)::int from passenger l where l.person_id = $1) voyages,
    exists (select from president r where r.person_id = $1) president`,
  { voyages: col.int, president: col.bool },
);

const SLUG = 'person_slug';

/** Creates, updates and deletes people. Writes return the record in the same form as reads. */
@Injectable()
export class PersonCommands {
  readonly #database: Database;
  readonly #queries: PeopleQueries;

  constructor(database: Database, queries: PeopleQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  create(person: PersonCreate, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.#database, write, async (changes) => {
      const { slug } = await createPerson(changes, person);
      return withHeaders(await this.#queries.get(slug, changes.executor), { location: `/api/people/${slug}` });
    });
  }

  /** Updates the fields in the request. An update without differences creates no revision. */
  update(slug: string, { person_slug, ...fields }: PersonUpdate, write: WriteRequest): Promise<JsonText> {
    requireSameSlug(person_slug, slug, SLUG);
    return changeRecords(this.#database, write, async (changes) => {
      const { executor } = changes;
      const { id, version, values } = await lockPerson(executor, slug);
      expectVersion(write.expected, `${id}.${version}`, 'person');
      const errors = lifeDateErrors(withChanges(values, fields));
      if (errors.length > 0) throw invalidFields(errors);
      await requireUnusedArticle(executor, fields.wikipedia_url, id);
      const changedValues = differences(values, fields);
      await requirePicture(executor, changedValues.portrait);
      if (Object.keys(changedValues).length > 0) await updatePeople(changes, [{ ...changedValues, id }]);
      return this.#queries.get(slug, executor);
    });
  }

  /** @throws 409 for someone who is aboard a voyage, or is a president or owner */
  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.#database, write, async (changes) => {
      const { executor } = changes;
      const { id, version, values } = await lockPerson(executor, slug);
      expectVersion(write.expected, `${id}.${version}`, 'person');
      const needed = await executor.row(PERSON_USES, [id]);
      if (needed?.president) throw new Problem(409, `${values.full_name} is a president or owner.`);
      if (needed && needed.voyages > 0) throw new Problem(409, onVoyagesProblem(values.full_name, needed.voyages));
      await deletePeople(changes, [id]);
    });
  }
}

const onVoyagesProblem = (name: string, voyages: number) =>
  `${name} is on ${formatCount(voyages, 'voyage')}. Remove this person from ${pluralize(voyages, 'it', 'them')} first.`;
