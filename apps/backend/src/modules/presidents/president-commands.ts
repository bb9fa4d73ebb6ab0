import {
  type PersonValues,
  type PresidentCreate,
  type PresidentUpdate,
  type PresidentValues,
  lifeDateErrors,
  namesOf,
  personFields,
  presidentFields,
  termErrors,
} from '@archive/contracts';
import { normalizeName, normalizeWikipediaUrl, personSlug } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import {
  type ExpectedVersion,
  type JsonText,
  Problem,
  expectVersion,
  invalidFields,
  notFound,
  withHeaders,
} from '../../common/index.ts';
import { Database, type StatementExecutor, col, freeSlug, statement } from '../../database/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { RESERVED_SLUGS, requestedSlug, requireSameSlug, requireUnusedArticle } from '../people/index.ts';
import {
  type ChangeSet,
  type LockedPerson,
  type LockedPresident,
  changeRecords,
  changeRecordsOnce,
  deletePresidents,
  differences,
  findPersonForUpdate,
  insertPeople,
  insertPresidents,
  keepFormerName,
  lockPresident,
  updatePeople,
  updatePresident,
  withChanges,
} from '../records/index.ts';
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
  constructor(
    private readonly database: Database,
    private readonly queries: PresidentQueries,
  ) {}

  /** Creates a president or owner, and the person as well unless the archive already has them. */
  create(president: PresidentCreate, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const { slug } = await createPresident(changes, president);
      return withHeaders(await this.queries.get(slug, changes.executor), { location: `/api/presidents/${slug}` });
    });
  }

  /** Updates the fields in the request, of the president and the person. An update without differences creates no revision. */
  update(slug: string, input: PresidentUpdate, write: WriteRequest): Promise<JsonText> {
    requireSameSlug(input.president_slug, slug, SLUG);
    return changeRecords(this.database, write, async (changes) => {
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
      await keepFormerName(executor, person, changedPerson.full_name ?? person.values.full_name);
      return this.queries.get(slug, executor);
    });
  }

  /** Deletes the president record but keeps the person. */
  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
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

/**
 * Creates a president or owner, and the person as well unless the archive already has them.
 * @throws 409 for someone who already is a president or owner, or if another person has the Wikipedia article
 */
export async function createPresident(
  changes: ChangeSet,
  write: PresidentCreate,
): Promise<{ id: number; slug: string }> {
  const { executor } = changes;
  const requested = requestedSlug(write.president_slug, 'president_slug');
  const existing = await findExistingPerson(executor, write, requested);
  if (existing) await requireNotPresident(executor, existing, requested);
  const person = valuesOf<PersonValues>(personFields, write);
  await requireUnusedArticle(executor, person.wikipedia_url, existing?.id ?? null);
  const slug =
    existing?.slug ??
    requested ??
    (await freeSlug(executor, 'person', personSlug(write.full_name, write.filed_under), RESERVED_SLUGS));
  let id = existing?.id;
  if (id === undefined) [id = 0] = await insertPeople(changes, [{ ...person, slug }]);
  // Fields that are empty in the request stay unchanged.
  else await updatePeople(changes, [{ ...differences(existing?.values ?? person, withoutBlanks(person)), id }]);
  const values = { ...valuesOf<PresidentValues>(presidentFields, write), initials: null };
  await insertPresidents(changes, [{ ...values, person_id: id, slug }]);
  return { id, slug };
}

/** The values of one record's fields from a request with the fields of two records. */
const valuesOf = <V>(fields: object, request: object): V =>
  Object.fromEntries(Object.entries(request).filter(([name]) => Object.hasOwn(fields, name))) as V;

/** The non-empty values. */
const withoutBlanks = (values: PersonValues): Partial<PersonValues> =>
  Object.fromEntries(
    namesOf(personFields)
      .map((name) => [name, values[name]] as const)
      .filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)),
  );

const PERSON_OF_ARTICLE = statement('president-same-article', 'select slug from person where wikipedia_key = $1', {
  slug: col.text,
});

const NAMESAKES = statement(
  'president-namesakes',
  'select slug, full_name from person where fold(full_name) = fold($1) or slug = $2 order by id',
  { slug: col.text, full_name: col.text },
);

/**
 * The person in the archive who becomes a president or owner: the one with the given slug, or else with the same article, or else with
 * the same name. Names are matched in the same way as in imports.
 */
async function findExistingPerson(
  executor: StatementExecutor,
  { full_name, wikipedia_url }: PresidentCreate,
  slug: string | undefined,
): Promise<LockedPerson | undefined> {
  if (slug !== undefined) return findPersonForUpdate(executor, slug);
  const key = normalizeWikipediaUrl(wikipedia_url);
  const personWithArticle = key === null ? undefined : await executor.row(PERSON_OF_ARTICLE, [key]);
  if (personWithArticle) return findPersonForUpdate(executor, personWithArticle.slug);
  const found = (await executor.rows(NAMESAKES, [full_name, personSlug(full_name)])).find(
    (person) => normalizeName(person.full_name) === normalizeName(full_name),
  );
  const namesake = found && (await findPersonForUpdate(executor, found.slug));
  if (!namesake) return undefined;
  const hasOtherArticle = key !== null && namesake.wikipedia_key !== null;
  return hasOtherArticle || (await lockPresident(executor, namesake.id)) ? undefined : namesake;
}

/** @throws 409 if the person is already a president or owner */
async function requireNotPresident(
  executor: StatementExecutor,
  person: LockedPerson,
  slug: string | undefined,
): Promise<void> {
  if (!(await lockPresident(executor, person.id))) return;
  const message = `${person.values.full_name} is already a president or owner.`;
  throw new Problem(409, message, {
    errors: [{ path: slug === undefined ? 'wikipedia_url' : 'president_slug', message }],
  });
}
