import {
  emptyValues,
  personFields,
  type PersonValues,
  presidentFields,
  type PresidentValues,
} from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import { addAliases, type ChangeSet, insertPeople, insertPresidents, updatePeople } from '../../records/index.ts';
import type { PeopleDirectory, Person } from '../plan/people-directory.ts';
import type { President } from '../plan/president-directory.ts';

const LOCK_PEOPLE_WITHOUT_URL = statement(
  'ingest-people-without-url',
  `
  select id from person where id = any($1::int[]) and wikipedia_key is null order by id for update`,
  { id: col.int },
);

const EMPTY_PERSON = emptyValues(personFields) as Omit<PersonValues, 'full_name'>;
const EMPTY_PRESIDENT = emptyValues(presidentFields) as Omit<PresidentValues, 'term_start'>;

/**
 * Saves new people, and then the new presidents and owners among them. Returns the people who are new according to a curator's decision,
 * with the keys of their names.
 */
export async function savePeople(
  changes: ChangeSet,
  people: Iterable<Person>,
  presidents: Iterable<President>,
): Promise<{ key: string; slug: string }[]> {
  const newPresidents = [...new Set(presidents)].filter(({ saved }) => !saved);
  const newPeople = [...people, ...newPresidents.map(({ person }) => person)].filter(({ id }) => id === null);
  const unique = [...new Set(newPeople)];
  const ids = await insertPeople(
    changes,
    unique.map(({ slug, name, wikipediaUrl }) => ({
      ...EMPTY_PERSON,
      slug,
      full_name: name,
      wikipedia_url: wikipediaUrl,
    })),
  );
  for (const [index, person] of unique.entries()) person.id = ids[index] ?? null;
  await insertPresidents(
    changes,
    newPresidents.map(({ person, party, term_start, term_end }) => ({
      ...EMPTY_PRESIDENT,
      person_id: person.id ?? 0,
      slug: person.slug,
      party,
      term_start,
      term_end,
    })),
  );
  for (const president of newPresidents) president.saved = true;
  return unique.flatMap(({ decidedKey, slug }) => (decidedKey === undefined ? [] : [{ key: decidedKey, slug }]));
}

/** Saves names and Wikipedia URLs from documents for people in the archive. Doesn't replace a URL that a curator entered. */
export async function saveNewNamesAndUrls(
  changes: ChangeSet,
  directory: PeopleDirectory,
  operationId: string,
): Promise<void> {
  const { executor } = changes;
  const aliases = directory
    .takeNewAliases()
    .flatMap(({ person: { id }, name_key }) => (id === null ? [] : [{ name_key, person_id: id }]));
  await addAliases(executor, aliases, operationId);
  const urls = directory
    .takeNewUrls()
    .flatMap(({ id, wikipediaUrl }) => (id === null ? [] : [{ id, wikipedia_url: wikipediaUrl }]));
  if (urls.length === 0) return;
  const locked = await lockPeopleWithoutUrl(
    executor,
    urls.map(({ id }) => id),
  );
  await updatePeople(
    changes,
    urls.filter(({ id }) => locked.has(id)),
  );
}

/** Locks those people who have no Wikipedia URL. Returns their ids. */
async function lockPeopleWithoutUrl(executor: StatementExecutor, ids: readonly number[]): Promise<Set<number>> {
  const rows = await executor.rows(LOCK_PEOPLE_WITHOUT_URL, [ids]);
  return new Set(rows.map(({ id }) => id));
}
