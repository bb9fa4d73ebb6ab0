import { Migration } from '@mikro-orm/migrations';
import { newWords, rebuildVoyageSearch } from '../voyage-search.ts';

/** Columns of a voyage that are not part of its search document. */
const NOT_SEARCHED = ['version', 'updated_at', 'has_photo', 'has_video', 'start_time', 'end_time', 'original_markdown'];
/** Columns of passengers and albums that are part of their voyage's search document. */
const SEARCHED = {
  passenger: ['person_id', 'title', 'capacity_role', 'notes'],
  album: ['title', 'description'],
};
/** Columns of people and media that are part of search documents, with a query for the voyages they belong to. */
const RECORDS = {
  person: {
    columns: ['full_name', 'aliases', 'role_title', 'organization'],
    voyages: `
      select l.voyage_id from passenger l where l.person_id = any(shown)
      union select v.id from voyage v where v.president_id = any(shown)`,
  },
  media: {
    columns: ['title', 'credit', 'description_markdown', 'alt_text', 'tags'],
    voyages: `select distinct l.voyage_id from voyage_media l where l.media_id = any(shown)`,
  },
};

const columnsOf = (row: string, columns: readonly string[]) => columns.map((name) => `${row}.${name}`).join(', ');
/** Tables that an import writes. The import updates the search documents itself. */
const DEFERRED: readonly string[] = ['voyage', 'passenger'];
const SKIP_IF_DEFERRED = `if coalesce(current_setting('archive.search_later', true), '') = 'on' then return null; end if;`;

/**
 * An update rebuilds search documents only if their text changes, but not for changes of a voyage's version, the order of its people, or
 * notes about a person. Only words that the previous document didn't have are saved.
 */
export class SearchOfChanges extends Migration {
  override async up(): Promise<void> {
    await rebuildVoyageSearch(this);
    this.followUpdates(
      'voyage',
      `select n.id from changed n join earlier o on o.id = n.id
       where to_jsonb(n) - '{${NOT_SEARCHED.join(',')}}'::text[] is distinct from to_jsonb(o) - '{${NOT_SEARCHED.join(',')}}'::text[]`,
    );
    for (const [table, columns] of Object.entries(SEARCHED)) {
      const rowsOf = (rows: string) => `select ${columnsOf('r', ['voyage_id', ...columns])} from ${rows} r`;
      this.followUpdates(
        table,
        `select distinct r.voyage_id from (
          (${rowsOf('changed')} except ${rowsOf('earlier')}) union all (${rowsOf('earlier')} except ${rowsOf('changed')})) r`,
      );
    }
    for (const [table, { columns, voyages }] of Object.entries(RECORDS))
      this.addSql(`
        create or replace function ${table}_words_update() returns trigger language plpgsql as $$
        declare shown int[];
        begin
          insert into search_word (word)
          select distinct word from changed n join earlier o on o.id = n.id and o.search is distinct from n.search
          cross join unnest(${newWords('n.search', 'o.search')}) word
          where length(word) between 3 and 40 and word !~ '[0-9]' order by word
          on conflict do nothing;
          select array_agg(n.id) into shown from changed n join earlier o on o.id = n.id
          where (${columnsOf('n', columns)}) is distinct from (${columnsOf('o', columns)});
          if shown is not null then perform refresh_voyage_search(array(${voyages})); end if;
          return null;
        end $$`);
  }

  /**
   * A trigger that, after an update, refreshes the documents of the voyages that `edited` selects from the rows `changed` and `earlier`.
   */
  private followUpdates(table: string, edited: string): void {
    this.addSql(`
      create function ${table}_search_changed() returns trigger language plpgsql as $$
      declare edited int[];
      begin
        ${DEFERRED.includes(table) ? SKIP_IF_DEFERRED : ''}
        edited := array(${edited});
        if edited <> '{}' then perform refresh_voyage_search(edited); end if;
        return null;
      end $$`);
    this.addSql(`drop trigger ${table}_search_update on ${table}`);
    this.addSql(`
      create trigger ${table}_search_update after update on ${table} referencing new table as changed old table as earlier
      for each statement execute function ${table}_search_changed()`);
  }

  /** Nothing to do: the search documents stay the same, but updates rebuild more of them than necessary. */
  override down(): void {
    for (const table of ['voyage', ...Object.keys(SEARCHED)]) {
      this.addSql(`drop function ${table}_search_changed() cascade`);
      this.addSql(`
        create trigger ${table}_search_update after update on ${table} referencing new table as changed
        for each statement execute function ${table}_search_kept()`);
    }
    for (const [table, { voyages }] of Object.entries(RECORDS))
      this.addSql(`
        create or replace function ${table}_words_update() returns trigger language plpgsql as $$
        declare shown int[];
        begin
          select array_agg(n.id) into shown from changed n join earlier o on o.id = n.id and o.search is distinct from n.search;
          if shown is null then return null; end if;
          insert into search_word (word)
          select distinct word from changed n, unnest(tsvector_to_array(n.search)) word
          where n.id = any(shown) and length(word) between 3 and 40 and word !~ '[0-9]' order by word
          on conflict do nothing;
          perform refresh_voyage_search(array(${voyages}));
          return null;
        end $$`);
  }
}
