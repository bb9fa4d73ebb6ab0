import type { PersonValues } from '@archive/contracts';
import { filingKey, normalizeName, normalizeWikipediaUrl, proposeFilingName } from '@archive/voyage-document';
import { notFound } from '../../common/index.ts';
import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { columnsOf, PERSON_COLUMNS } from './columns.ts';
import { removeMarksOf } from './media-people.repository.ts';

const WRITTEN = [...PERSON_COLUMNS, 'wikipedia_key'];
const COLUMNS = WRITTEN.join(', ');
const INSERTED = [...WRITTEN, 'filing_proposal', 'filing_key'];

const LOCKED = {
  id: col.int,
  slug: col.text,
  version: col.int,
  wikipedia_key: col.text.nullable(),
  values: col.json<PersonValues>(),
};
export type LockedPerson = RowOf<typeof LOCKED>;

const LOCK = statement(
  'person-lock',
  `select p.id, p.slug, p.version, p.wikipedia_key,
    (select to_jsonb(n) from (select ${columnsOf('p', PERSON_COLUMNS)}) n) "values"
  from person p where p.slug = $1 for update`,
  LOCKED,
);

const INSERT = statement(
  'people-insert',
  `insert into person (slug, ${INSERTED.join(', ')})
  select n.slug, ${columnsOf('n', INSERTED)} from jsonb_populate_recordset(null::person, $1::jsonb) n
  returning id, slug`,
  { id: col.int, slug: col.text },
);
const REINSERT = statement(
  'person-reinsert',
  `insert into person (id, slug, version, created_at, ${INSERTED.join(', ')}) overriding system value
  select n.id, n.slug, n.version, n.created_at, ${columnsOf('n', INSERTED)}
  from jsonb_populate_record(null::person, $1::jsonb) n`,
);

/** Absent columns stay unchanged. */
const UPDATE = statement(
  'people-update',
  `update person p
  set (${COLUMNS}) = (select ${columnsOf('n', WRITTEN)} from jsonb_populate_record(p, element.row) n),
    version = p.version + 1, updated_at = now()
  from jsonb_array_elements($1::jsonb) element(row)
  where p.id = (element.row ->> 'id')::int`,
);
const NAMES = { id: col.int, full_name: col.text, filed_under: col.text.nullable() };
const NAMES_OF = statement(
  'people-names',
  'select id, full_name, filed_under from person where id = any($1::int[])',
  NAMES,
);
const ALL_NAMES = statement('people-names-all', 'select id, full_name, filed_under from person', NAMES);
const FILE = statement(
  'people-file',
  `update person p set filing_proposal = n.filing_proposal, filing_key = n.filing_key
  from jsonb_to_recordset($1::jsonb) as n(id int, filing_proposal text, filing_key text) where p.id = n.id`,
);
const INCREMENT_VERSION = statement(
  'people-touch',
  'update person set version = version + 1, updated_at = now() where id = any($1::int[])',
);
const DELETE = statement('people-delete', 'delete from person where id = any($1::int[])');

const ADD_ALIASES = statement(
  'person-add-aliases',
  `insert into person_alias (name_key, person_id, operation_id, name)
  select n.name_key, n.person_id, $2, n.name from jsonb_to_recordset($1::jsonb) as n(name_key text, person_id int, name text)
  on conflict do nothing returning name_key`,
  { name_key: col.text },
);
const REMOVE_ALIASES = statement(
  'person-remove-aliases',
  'delete from person_alias where person_id = $1 and name_key = any($2::text[])',
);
const KEEP_ALIAS = statement(
  'person-keep-alias',
  `insert into person_alias (name_key, person_id, name) values ($1, $2, $3)
  on conflict (name_key, person_id) do update set operation_id = null, name = excluded.name`,
);
/** A curator who removes an imported name decides about it, so that the history has it. */
const DECIDE_ALIAS = statement(
  'person-decide-alias',
  'update person_alias set operation_id = null where person_id = $1 and name_key = $2 returning name_key',
  { name_key: col.text },
);
const REMOVE_OTHER_ALIASES = statement(
  'person-remove-other-aliases',
  'delete from person_alias where person_id = $1 and operation_id is null and name_key <> all($2::text[])',
);
const REMOVE_IMPORTED_ALIASES = statement(
  'person-remove-imported-aliases',
  'delete from person_alias where operation_id = $1',
);

/** Locks a person for a change; undefined if the person doesn't exist. */
export const findPersonForUpdate = (executor: StatementExecutor, slug: string) => executor.row(LOCK, [slug]);

/** @throws 404 if the person doesn't exist */
export async function lockPerson(executor: StatementExecutor, slug: string): Promise<LockedPerson> {
  const person = await findPersonForUpdate(executor, slug);
  if (!person) throw notFound('Person not found');
  return person;
}

/** Adds the normalized Wikipedia URL, by which articles are compared. */
const withKey = <V extends { wikipedia_url?: string | null | undefined }>(values: V) =>
  values.wikipedia_url === undefined
    ? values
    : { ...values, wikipedia_key: normalizeWikipediaUrl(values.wikipedia_url) };

interface Named {
  full_name: string;
  filed_under: string | null;
}

/** Adds what the rules for names propose to file the person under, and the sort key. */
const withFiling = <V extends Named>(values: V) => {
  const filing_proposal = proposeFilingName(values.full_name);
  return { ...values, filing_proposal, filing_key: filingKey(values.filed_under ?? filing_proposal) };
};

const file = (executor: StatementExecutor, people: readonly (Named & { id: number })[]) =>
  executor.execute(FILE, [JSON.stringify(people.map(withFiling))]);

/** Files all people again by the current rules. */
export const fileAllPeople = async (executor: StatementExecutor): Promise<number> =>
  file(executor, await executor.rows(ALL_NAMES));

/** Inserts people. Returns their ids in the order of the rows. */
export async function insertPeople(
  changes: ChangeSet,
  rows: readonly (PersonValues & { slug: string })[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const savedRows = await changes.executor.rows(INSERT, [JSON.stringify(rows.map((row) => withFiling(withKey(row))))]);
  const ids = new Map(savedRows.map(({ id, slug }) => [slug, id]));
  return rows.map(({ slug }) => {
    const id = ids.get(slug) ?? 0;
    changes.created('person', id, slug);
    return id;
  });
}

/** Updates locked people. Absent fields stay unchanged. */
export async function updatePeople(
  changes: ChangeSet,
  rows: readonly (Partial<PersonValues> & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changes.takeSnapshots('person', ids);
  changes.markForNewVersion('person', ids);
  await changes.executor.execute(UPDATE, [JSON.stringify(rows.map(withKey))]);
  const renamed = rows.filter(({ full_name, filed_under }) => full_name !== undefined || filed_under !== undefined);
  if (renamed.length === 0) return;
  await file(changes.executor, await changes.executor.rows(NAMES_OF, [renamed.map(({ id }) => id)]));
}

/** Increments the version of locked people, for changes that affect their API responses but not their fields. */
export async function touchPeople(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  await changes.takeSnapshots('person', ids);
  const open = changes.markForNewVersion('person', ids);
  if (open.length > 0) await changes.executor.execute(INCREMENT_VERSION, [open]);
}

/** Deletes locked people. They must not be aboard a voyage or be presidents or owners. */
export async function deletePeople(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await changes.takeSnapshots('person', ids, { deleting: true });
  await removeMarksOf(changes, ids);
  await changes.executor.execute(DELETE, [ids]);
  changes.deleted('person', ids);
}

type RestoredPerson = PersonValues & { id: number; slug: string; version: number; created_at: string };

/** Inserts a deleted person under the old id and slug. */
export async function reinsertPerson(changes: ChangeSet, row: RestoredPerson): Promise<void> {
  await changes.executor.execute(REINSERT, [JSON.stringify(withFiling(withKey(row)))]);
}

export interface Alias {
  name_key: string;
  /** As written, if known. */
  name?: string | null;
}

/** Keeps the spelling that a rename replaces, so that searches and imports still find the person. */
export async function keepFormerName(
  executor: StatementExecutor,
  person: { id: number; values: Pick<PersonValues, 'full_name'> },
  name: string,
): Promise<void> {
  const { full_name: former } = person.values;
  const name_key = normalizeName(former);
  if (name_key !== normalizeName(name)) await executor.execute(KEEP_ALIAS, [name_key, person.id, former]);
}

/** Removes a spelling of a locked person. Returns whether the person had it. */
export async function removeSpelling(changes: ChangeSet, person: number, name: string): Promise<boolean> {
  const { executor } = changes;
  const key = normalizeName(name);
  if (!(await executor.row(DECIDE_ALIAS, [person, key]))) return false;
  await touchPeople(changes, [person]);
  await removeAliases(executor, person, [key]);
  return true;
}

/** Restores the spellings of a version. Those from imports stay. */
export async function restoreSpellings(
  executor: StatementExecutor,
  person: number,
  aliases: readonly Alias[],
): Promise<void> {
  await executor.execute(REMOVE_OTHER_ALIASES, [person, aliases.map(({ name_key }) => name_key)]);
  await addAliases(
    executor,
    aliases.map((alias) => ({ ...alias, person_id: person })),
  );
}

/** Adds names by which imports recognize people. Returns the new keys. */
export async function addAliases(
  executor: StatementExecutor,
  aliases: readonly (Alias & { person_id: number })[],
  operationId: string | null = null,
): Promise<string[]> {
  if (aliases.length === 0) return [];
  const rows = await executor.rows(ADD_ALIASES, [JSON.stringify(aliases), operationId]);
  return rows.map(({ name_key }) => name_key);
}

export const removeAliases = (executor: StatementExecutor, person: number, keys: readonly string[]) =>
  executor.execute(REMOVE_ALIASES, [person, keys]);

/** Removes the names that an import added. */
export const removeImportedAliases = (executor: StatementExecutor, operationId: string) =>
  executor.execute(REMOVE_IMPORTED_ALIASES, [operationId]);
