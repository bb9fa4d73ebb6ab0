import { type PersonCreate, type PersonUpdate, type PersonValues, lifeDateErrors } from '@archive/contracts';
import { formatCount, pluralize } from '@archive/contracts/format';
import { personSlug } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { type JsonText, Problem, expectVersion, invalidFields, notFound, withHeaders } from '../../common/index.ts';
import { Database, type StatementExecutor, col, freeSlug, statement } from '../../database/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import {
  type ChangeSet,
  changeRecords,
  changeRecordsOnce,
  deletePeople,
  differences,
  insertPeople,
  keepFormerName,
  lockPerson,
  removeSpelling,
  updatePeople,
  withChanges,
} from '../records/index.ts';
import { PeopleQueries } from './people-queries.ts';
import {
  RESERVED_SLUGS,
  requestedSlug,
  requirePicture,
  requireSameSlug,
  requireUnusedArticle,
} from './person-values.ts';

const PERSON_USES = statement(
  'person-uses',
  `
  select (select count(*)::int from passenger l where l.person_id = $1) voyages,
    exists (select from president r where r.person_id = $1) president`,
  { voyages: col.int, president: col.bool },
);

const LATEST_REVISION = statement(
  'person-latest-revision',
  `select max(revision) revision from history where kind = 'person' and slug = $1`,
  { revision: col.int },
);

const SLUG = 'person_slug';

/** Creates, updates and deletes people. Writes return the record in the same form as reads. */
@Injectable()
export class PersonCommands {
  constructor(
    private readonly database: Database,
    private readonly queries: PeopleQueries,
  ) {}

  create(person: PersonCreate, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { slug } = await createPerson(changes, person);
      return withHeaders(await this.queries.get(slug, changes.executor), { location: `/api/people/${slug}` });
    });
  }

  /** Updates the fields in the request. An update without differences creates no revision. */
  update(slug: string, { person_slug, ...fields }: PersonUpdate, write: WriteRequest): Promise<JsonText> {
    requireSameSlug(person_slug, slug, SLUG);
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const person = await lockPerson(executor, slug);
      const { id, version, values } = person;
      expectVersion(write.expected, `${id}.${version}`, 'person');
      const errors = lifeDateErrors(withChanges(values, fields));
      if (errors.length > 0) throw invalidFields(errors);
      await requireUnusedArticle(executor, fields.wikipedia_url, id);
      const changedValues = differences(values, fields);
      await requirePicture(executor, changedValues.portrait);
      if (Object.keys(changedValues).length > 0) await updatePeople(changes, [{ ...changedValues, id }]);
      await keepFormerName(executor, person, changedValues.full_name ?? values.full_name);
      return this.queries.get(slug, executor);
    });
  }

  /** Removes a spelling. Returns the revision to restore to undo it. */
  async removeSpelling(slug: string, name: string, write: WriteRequest): Promise<{ revision: number }> {
    await changeRecords(this.database, write, async (changes) => {
      const { id, version } = await lockPerson(changes.executor, slug);
      expectVersion(write.expected, `${id}.${version}`, 'person');
      if (!(await removeSpelling(changes, id, name))) throw notFound('This spelling isn’t recorded.');
    });
    const row = await this.database.row(LATEST_REVISION, [slug]);
    return { revision: row?.revision ?? 0 };
  }

  /** @throws 409 for someone who is aboard a voyage, or is a president or owner */
  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
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

const NAME_OF_SLUG = statement('person-of-slug', 'select full_name from person where slug = $1', {
  full_name: col.text,
});

const SLUG_FIELD = 'person_slug';

/** Creates a person. @throws 409 if another person already has the slug or the Wikipedia article */
export async function createPerson(
  changes: ChangeSet,
  { person_slug, ...values }: PersonCreate,
): Promise<{ id: number; slug: string }> {
  const { executor } = changes;
  await requireUnusedArticle(executor, values.wikipedia_url, null);
  await requirePicture(executor, values.portrait);
  const slug = await slugFor(executor, requestedSlug(person_slug, SLUG_FIELD), values);
  const [id = 0] = await insertPeople(changes, [{ ...values, slug }]);
  return { id, slug };
}

async function slugFor(
  executor: StatementExecutor,
  requested: string | undefined,
  { full_name, filed_under }: PersonValues,
): Promise<string> {
  if (requested === undefined) return freeSlug(executor, 'person', personSlug(full_name, filed_under), RESERVED_SLUGS);
  const existing = await executor.row(NAME_OF_SLUG, [requested]);
  if (!existing) return requested;
  const message = `${existing.full_name} already has the address “${requested}”.`;
  throw new Problem(409, message, { errors: [{ path: SLUG_FIELD, message }] });
}
