import { Migration } from '@mikro-orm/migrations';
import { newWords, REBUILD_VOYAGES, rebuildVoyageSearch, saveWords } from '../voyage-search.ts';

/** Columns of a voyage that are not part of its search document. */
const NOT_SEARCHED = ['version', 'updated_at', 'has_photo', 'has_video', 'start_time', 'end_time', 'original_markdown'];
/** Columns of passengers and albums that are part of their voyage's search document. */
const SEARCHED = {
  passenger: ['person_id', 'title', 'capacity_role', 'notes'],
  album: ['title', 'description'],
};
/** Columns of people and media that are part of search documents of voyages, with a query for these voyages. */
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
/** Tables that an import writes. It updates the search documents once, after all rows. */
const DEFERRED: readonly string[] = ['voyage', 'passenger'];
const SKIP_IF_DEFERRED = `if coalesce(current_setting('archive.search_later', true), '') = 'on' then return null; end if;`;

const columnsOf = (row: string, columns: readonly string[]) => columns.map((name) => `${row}.${name}`).join(', ');

/**
 * Keeps the search documents up to date. The document of a voyage has its own text and that of its people, president/owner, media and
 * albums; it is in a table of its own, so that lists don't read it. A voyage with internal notes has a second document without them. Each
 * trigger processes all rows of a statement at once. Updates rebuild documents only if their text changes.
 */
export class Search extends Migration {
  override async up(): Promise<void> {
    await rebuildVoyageSearch(this);
    this.refreshVoyages('voyage', 'id', ['insert']);
    this.refreshVoyages('passenger', 'voyage_id', ['insert', 'delete']);
    this.refreshVoyages('voyage_media', 'voyage_id', ['insert', 'delete']);
    this.refreshVoyages('album', 'voyage_id', ['insert', 'delete']);
    const unsearched = `'{${NOT_SEARCHED.join(',')}}'::text[]`;
    this.followUpdates(
      'voyage',
      `select n.id from changed n join earlier o on o.id = n.id
       where to_jsonb(n) - ${unsearched} is distinct from to_jsonb(o) - ${unsearched}`,
    );
    for (const [table, columns] of Object.entries(SEARCHED)) {
      const rowsOf = (rows: string) => `select ${columnsOf('r', ['voyage_id', ...columns])} from ${rows} r`;
      this.followUpdates(
        table,
        `select distinct r.voyage_id from (
          (${rowsOf('changed')} except ${rowsOf('earlier')}) union all (${rowsOf('earlier')} except ${rowsOf('changed')})) r`,
      );
    }
    for (const table of ['person', 'media', 'album'] as const) this.followRecords(table);
  }

  private refreshVoyages(table: string, column: string, events: readonly ('insert' | 'delete')[]): void {
    this.addSql(`
      create or replace function ${table}_search_kept() returns trigger language plpgsql as $$
      begin
        ${DEFERRED.includes(table) ? SKIP_IF_DEFERRED : ''}
        perform refresh_voyage_search(array(select distinct ${column} from changed));
        return null;
      end $$`);
    for (const event of events)
      this.addSql(`
        create or replace trigger ${table}_search_${event} after ${event} on ${table}
        referencing ${event === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function ${table}_search_kept()`);
  }

  /** A trigger that refreshes the documents of the voyages that `edited` selects from the rows `changed` and `earlier`. */
  private followUpdates(table: string, edited: string): void {
    this.addSql(`
      create or replace function ${table}_search_changed() returns trigger language plpgsql as $$
      declare edited int[];
      begin
        ${DEFERRED.includes(table) ? SKIP_IF_DEFERRED : ''}
        edited := array(${edited});
        if edited <> '{}' then perform refresh_voyage_search(edited); end if;
        return null;
      end $$;
      create or replace trigger ${table}_search_update after update on ${table}
      referencing new table as changed old table as earlier
      for each statement execute function ${table}_search_changed()`);
  }

  /** Triggers that save the new words of a table's documents, and refresh the voyages whose documents have changed text of a record. */
  private followRecords(table: 'person' | 'media' | 'album'): void {
    const { columns, voyages } = table === 'album' ? {} : RECORDS[table];
    const refresh =
      columns === undefined
        ? ''
        : `
        select array_agg(n.id) into shown from changed n join earlier o on o.id = n.id
        where (${columnsOf('n', columns)}) is distinct from (${columnsOf('o', columns)});
        if shown is not null then perform refresh_voyage_search(array(${voyages})); end if;`;
    this.addSql(`
      create or replace function ${table}_words_insert() returns trigger language plpgsql as $$
      begin
        ${saveWords('changed n', 'tsvector_to_array(n.search)')}
        return null;
      end $$;
      create or replace trigger ${table}_words_insert after insert on ${table} referencing new table as changed
      for each statement execute function ${table}_words_insert();
      create or replace function ${table}_words_update() returns trigger language plpgsql as $$
      declare shown int[];
      begin
        ${saveWords('changed n join earlier o on o.id = n.id and o.search is distinct from n.search', newWords('n.search', 'o.search'))}
        ${refresh}
        return null;
      end $$;
      create or replace trigger ${table}_words_update after update on ${table}
      referencing new table as changed old table as earlier
      for each statement execute function ${table}_words_update()`);
  }
}

const SEARCH_COLUMNS = `
  select table_name, generation_expression from information_schema.columns
  where table_schema = current_schema() and column_name = 'search' and generation_expression is not null`;

/**
 * Words with signs are also searched as written: AT&T, C#, 100%, F/V, No. 9. The parser of PostgreSQL drops these signs, and keeps words with a
 * slash as one.
 */
export class SignsInWords extends Migration {
  override async up(): Promise<void> {
    // Like signsOf in modules/search/search-terms.ts.
    this.addSql(String.raw`
      create function sign_words(words text) returns tsvector language sql immutable parallel safe strict
      return case when words !~ '[&+/#%]|[Nn]o\.' then '' else (
        select coalesce(string_agg(format('''%s'':%s', sign, least(place, 16383)), ' '), '')::tsvector ||
          to_tsvector('archive', coalesce(string_agg(replace(sign, '/', ' '), ' ') filter (where sign like '%/%'), ''))
        from (
          select sign, row_number() over (order by sign) place from (
            select translate(part, ' ', '') sign from regexp_matches(fold(regexp_replace(words, 'https?://\S+', ' ', 'gi')),
              '\mno\. ?\d+|#\d+|[[:alnum:]]+(?:[&+/][[:alnum:]]+)+[+#%]*|[[:alnum:]]+[+#%]+', 'g') found,
              lateral (select found[1] part union select unnest(string_to_array(found[1], '/'))) parts
            where part ~ '[&+/#%.]' group by sign) signs) placed) end`);
    this.addSql(`
      create function archive_words(words text) returns tsvector language sql immutable parallel safe strict
      return to_tsvector('archive', words) || sign_words(words)`);
    await this.searchedWith('to_tsvector', 'archive_words');
    await rebuildVoyageSearch(this, { signs: true });
    this.addSql(REBUILD_VOYAGES);
  }

  /** Replaces the function that makes words of text, in all search documents except those of voyages. */
  private async searchedWith(earlier: 'to_tsvector' | 'archive_words', next: 'to_tsvector' | 'archive_words') {
    const call = { to_tsvector: `to_tsvector('archive'::regconfig, `, archive_words: 'archive_words(' };
    const words = (text: string) => `${call[next]}${text})`;
    const columns = (await this.execute(SEARCH_COLUMNS)) as { table_name: string; generation_expression: string }[];
    for (const { table_name, generation_expression } of columns) {
      const expression = generation_expression.replaceAll(call[earlier], call[next]);
      this.addSql(`alter table ${table_name} alter column search set expression as (${expression})`);
    }
    this.addSql(`drop index passenger_by_words`);
    this.addSql(`
      create or replace function passenger_words(title text, capacity_role text) returns tsvector language sql immutable parallel safe
      return ${words(`coalesce(title, '') || ' ' || coalesce(capacity_role, '')`)}`);
    this.addSql(`create index passenger_by_words on passenger using gin (passenger_words(title, capacity_role))`);
    this.addSql(`drop index voyage_place_words`);
    this.addSql(
      `create index voyage_place_words on voyage using gin (${words(`coalesce(start_location, '') || ' ' || coalesce(end_location, '')`)})`,
    );
  }

  override async down(): Promise<void> {
    await this.searchedWith('archive_words', 'to_tsvector');
    await rebuildVoyageSearch(this, { signs: false });
    this.addSql(REBUILD_VOYAGES);
    this.addSql(`drop function archive_words(text)`);
    this.addSql(`drop function sign_words(text)`);
  }
}
