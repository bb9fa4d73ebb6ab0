import { type Field, type SearchWeight, type VoyageField, voyageFields } from '@archive/contracts';
import type { Migration } from '@mikro-orm/migrations';

const DEFAULTS: Readonly<Record<Field['column'], string>> = {
  text: '',
  integer: '',
  boolean: 'not null default false',
  jsonb: `not null default '[]'`,
  'text[]': `not null default '{}'`,
};

const COLUMNS = `select column_name from information_schema.columns where table_name = 'voyage' and table_schema = current_schema()`;

/**
 * Recreates the SQL function that builds search documents, from the declared fields. Fields that a later migration adds are left out, so that
 * every migration finds the columns it needs.
 */
export async function rebuildVoyageSearch(
  migration: Migration,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] } = {},
): Promise<void> {
  const rows = (await migration.execute(COLUMNS)) as { column_name: string }[];
  const existing = new Set([...rows.map(({ column_name }) => column_name), ...added]);
  for (const name of removed) existing.delete(name);
  migration.addSql(refreshFunction((name) => existing.has(name)));
}

/** Adds the columns of declared fields to voyages, and includes them in the search. */
export async function addVoyageField(migration: Migration, ...names: VoyageField[]): Promise<void> {
  for (const name of names) {
    const { column }: Field = voyageFields[name];
    migration.addSql(`alter table voyage add column ${name} ${column} ${DEFAULTS[column]}`);
  }
  await rebuildVoyageSearch(migration, { added: names });
}

/** The reverse: the search function no longer reads the columns, which can then be dropped. */
export async function dropVoyageField(migration: Migration, ...names: VoyageField[]): Promise<void> {
  await rebuildVoyageSearch(migration, { removed: names });
  for (const name of names) migration.addSql(`alter table voyage drop column ${name}`);
}

const texts = (weight: SearchWeight, exists: (name: string) => boolean, ...more: string[]) => {
  const fields = Object.entries<Field>(voyageFields).filter(
    ([name, { search, column }]) => search === weight && column === 'text' && exists(name),
  );
  const words = fields.map(([name, { date }]) => (date ? `date_words(v.${name})` : `v.${name}`));
  return `setweight(to_tsvector('archive', concat_ws(' ', ${[...words, ...more].join(', ')})), '${weight}')`;
};

const lists = (weight: SearchWeight, exists: (name: string) => boolean) => {
  const fields = Object.entries<Field>(voyageFields).filter(
    ([name, { search, column }]) => search === weight && column === 'jsonb' && exists(name),
  );
  const values = fields.map(([name]) => `v.${name}`).join(' || ');
  return `setweight(jsonb_to_tsvector('archive', ${values}, '["string"]'), '${weight}')`;
};

const refreshFunction = (exists: (name: string) => boolean) => `
  create or replace function refresh_voyage_search(voyage_ids int[]) returns void language sql
  begin atomic
    with fresh as (
      select v.id,
        ${texts('A', exists)} ||
        ${texts('B', exists, 'owner.full_name')} ||
        setweight(to_tsvector('archive', coalesce(aboard.words, '')), 'B') ||
        ${texts('C', exists)} ||
        setweight(to_tsvector('archive', coalesce(shown.words, '')), 'C') ||
        ${lists('D', exists)} document
      from unnest(voyage_ids) wanted(id)
      join voyage v on v.id = wanted.id
      left join person owner on owner.id = v.president_id
      left join lateral (
        select string_agg(concat_ws(' ', l.title, p.full_name, l.capacity_role, p.role_title, p.organization, l.notes), ' ') words
        from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id) aboard on true
      left join lateral (
        select string_agg(concat_ws(' ', m.title, m.credit, m.description_markdown, m.alt_text), ' ') words
        from voyage_media l join media m on m.id = l.media_id where l.voyage_id = v.id) shown on true),
    saved as (
      insert into voyage_search (voyage_id, document) select id, document from fresh
      on conflict (voyage_id) do update set document = excluded.document
      where voyage_search.document is distinct from excluded.document
      returning document)
    insert into search_word (word)
    select distinct word from saved, unnest(tsvector_to_array(document)) word
    where length(word) between 3 and 40 and word !~ '[0-9]' order by word
    on conflict do nothing;
  end`;
