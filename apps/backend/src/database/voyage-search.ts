import { type Field, type SearchWeight, type VoyageField, voyageFields } from '@archive/contracts';
import type { Migration } from '@mikro-orm/migrations';
import { statement } from './statement.ts';

const DEFAULTS: Readonly<Record<Field['column'], string>> = {
  text: '',
  integer: '',
  'double precision': '',
  boolean: 'not null default false',
  jsonb: `not null default '[]'`,
  'text[]': `not null default '{}'`,
};

const COLUMNS = `
  select column_name from information_schema.columns where table_name = 'voyage' and table_schema = current_schema()
  union all select routine_name || '()' from information_schema.routines where routine_name = 'archive_words'`;

/**
 * Recreates the SQL function that builds search documents from the declared fields. Leaves out fields that a later migration adds, because
 * their columns don't exist yet.
 */
export async function rebuildVoyageSearch(
  migration: Migration,
  {
    added = [],
    removed = [],
    signs,
  }: {
    added?: readonly string[];
    removed?: readonly string[];
    /** Set by the migration of words with signs: true when it adds them, false when it removes them. */
    signs?: boolean;
  } = {},
): Promise<void> {
  const rows = (await migration.execute(COLUMNS)) as { column_name: string }[];
  const existing = new Set([...rows.map(({ column_name }) => column_name), ...added]);
  for (const name of removed) existing.delete(name);
  migration.addSql(refreshFunction((name) => existing.has(name), signs ?? existing.has('archive_words()')));
}

/** Rebuilds every search document, in batches. */
export const REBUILD_VOYAGES = `
  select refresh_voyage_search(part) from (select array_agg(id) part from voyage group by id / 2000) parts`;

/** Adds the columns of declared fields to voyages, and includes them in the search. */
export async function addVoyageField(migration: Migration, ...names: VoyageField[]): Promise<void> {
  for (const name of names) {
    const { column }: Field = voyageFields[name];
    migration.addSql(`alter table voyage add column ${name} ${column} ${DEFAULTS[column]}`);
  }
  await rebuildVoyageSearch(migration, { added: names });
}

/** Reverts `addVoyageField`. The search function must stop reading the columns before they can be dropped. */
export async function dropVoyageField(migration: Migration, ...names: VoyageField[]): Promise<void> {
  await rebuildVoyageSearch(migration, { removed: names });
  for (const name of names) migration.addSql(`alter table voyage drop column ${name}`);
}

type ColumnExists = (name: string) => boolean;

const searchedFields = (weight: SearchWeight, column: Field['column'], exists: ColumnExists) =>
  Object.entries<Field>(voyageFields).filter(
    ([name, field]) => field.search === weight && field.column === column && exists(name),
  );

/** SQL expressions for the searchable text of a weight, including dates with month names and the labels of the set attributes. */
const texts = (weight: SearchWeight, exists: ColumnExists) => [
  ...searchedFields(weight, 'text', exists)
    .filter(([, { internal }]) => !internal)
    .map(([name, { date }]) => (date ? `date_words(v.${name})` : `v.${name}`)),
  ...searchedFields(weight, 'boolean', exists).map(
    ([name, { label }]) => `case when v.${name} then '${label.replaceAll(/[^A-Za-z ]/g, ' ')}' end`,
  ),
];

const document = (weight: SearchWeight, words: readonly string[], hasSigns = false) =>
  `setweight(${hasSigns ? 'archive_words(' : `to_tsvector('archive', `}concat_ws(' ', ${words.join(', ')})), '${weight}')`;

const lists = (weight: SearchWeight, exists: ColumnExists, hasSigns = false) => {
  const values = searchedFields(weight, 'jsonb', exists)
    .map(([name]) => `v.${name}`)
    .join(' || ');
  const signs = hasSigns ? String.raw` || sign_words(replace((${values})::text, '\n', ' '))` : '';
  return `setweight(jsonb_to_tsvector('archive', ${values}, '["string"]')${signs}, '${weight}')`;
};

const internalColumns = (exists: ColumnExists) =>
  Object.entries<Field>(voyageFields)
    .filter(([name, { internal }]) => internal && exists(name))
    .map(([name]) => `v.${name}`)
    .join(', ');

/**
 * Calls `to_tsvector` once per weight, because it takes most of the time. The few voyages with internal notes get a second document
 * without the notes, for readers. The generic plan is forced, because planning for a single voyage would take longer than the work.
 */
const refreshFunction = (exists: ColumnExists, hasSigns: boolean) => `
  create or replace function refresh_voyage_search(voyage_ids int[]) returns void language sql set plan_cache_mode = force_generic_plan
  begin atomic
    with visible as (
      select v.id, concat_ws(' ', ${internalColumns(exists)}) notes,
        ${document('A', texts('A', exists), hasSigns)} ||
        ${document('B', [...texts('B', exists), 'owner.full_name', `words_of(owner.aliases)`, 'aboard.words'], hasSigns)} ||
        ${document('C', [...texts('C', exists), 'shown.words', 'gathered.words'], hasSigns)} ||
        ${lists('D', exists, hasSigns)} document
      from unnest(voyage_ids) wanted(id)
      join voyage v on v.id = wanted.id
      left join person owner on owner.id = v.president_id
      left join lateral (
        select string_agg(concat_ws(' ', l.title, p.full_name, words_of(p.aliases), l.capacity_role, p.role_title, p.organization, l.notes), ' ') words
        from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id) aboard on true
      left join lateral (
        select string_agg(concat_ws(' ', m.title, m.credit, m.description_markdown, m.alt_text, words_of(m.tags), l.notes), ' ') words
        from voyage_media l join media m on m.id = l.media_id where l.voyage_id = v.id) shown on true
      left join lateral (
        select string_agg(concat_ws(' ', a.title, a.description), ' ') words from album a where a.voyage_id = v.id) gathered on true),
    fresh as (
      select id, case when notes = '' then document else document || ${document('D', ['notes'], hasSigns)} end document,
        case when notes <> '' then document end public
      from visible),
    saved as (
      insert into voyage_search (voyage_id, document, public) select id, document, public from fresh
      on conflict (voyage_id) do update set document = excluded.document, public = excluded.public
      where (voyage_search.document, voyage_search.public) is distinct from (excluded.document, excluded.public)
      returning new.document, old.document as earlier)
    ${saveWords('saved', newWords('document', 'earlier'))}
  end`;

/** SQL for the words in `document` that aren't in the `earlier` document, which may be null. */
export const newWords = (document: string, earlier: string) =>
  `tsvector_to_array(ts_delete(${document}, coalesce(tsvector_to_array(${earlier}), '{}')))`;

/** SQL that saves words of documents for the correction of misspelled ones. `words` is an array that each of the `rows` has. */
export const saveWords = (rows: string, words: string) => `
    insert into search_word (word)
    select distinct word from ${rows} cross join unnest(${words}) word
    where length(word) between 3 and 40 and word !~ '[0-9]' order by word
    on conflict do nothing;`;

/**
 * Deletes words that no search document contains, and adds missing words. A word may be missing because a concurrent save skips a word
 * that still exists, even if this statement then deletes it.
 */
export const REFRESH_SEARCH_WORDS = statement(
  'search-words-refresh',
  `with used as materialized (
    select word from ts_stat($$
      select document from voyage_search union all select search from person
      union all select search from media union all select search from album$$)
    where length(word) between 3 and 40 and word !~ '[0-9]'),
  added as (insert into search_word (word) select word from used order by word on conflict do nothing)
  delete from search_word s where not exists (select from used u where u.word = s.word)`,
);
