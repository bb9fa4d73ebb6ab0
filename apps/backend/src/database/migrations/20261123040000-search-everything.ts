import { Migration } from '@mikro-orm/migrations';
import { REBUILD_VOYAGES, rebuildVoyageSearch } from '../voyage-search.ts';

const SEARCHED_TEXT = ['person', 'media', 'album'] as const;

const PERSON = `
  setweight(to_tsvector('archive', full_name || ' ' || words_of(aliases)), 'A') ||
  setweight(to_tsvector('archive', coalesce(role_title, '') || ' ' || coalesce(organization, '')), 'B') ||
  setweight(to_tsvector('archive', words_of(tags)), 'C') ||
  setweight(to_tsvector('archive', coalesce(notes_internal, '')), 'D')`;
const EARLIER_PERSON = `
  setweight(to_tsvector('archive', full_name), 'A') ||
  setweight(to_tsvector('archive', coalesce(role_title, '') || ' ' || coalesce(organization, '')), 'B') ||
  setweight(to_tsvector('archive', coalesce(notes_internal, '')), 'D')`;

const MEDIA = `
  setweight(to_tsvector('archive', title), 'A') ||
  setweight(to_tsvector('archive', coalesce(credit, '') || ' ' || coalesce(alt_text, '') || ' ' || words_of(tags)), 'B') ||
  setweight(to_tsvector('archive', coalesce(description_markdown, '') || ' ' || coalesce(rights_note, '') || ' ' ||
    date_words(date) || ' ' || coalesce(file_words(coalesce(storage_key, external_url)), '')), 'C')`;
const EARLIER_MEDIA = `
  setweight(to_tsvector('archive', title), 'A') ||
  setweight(to_tsvector('archive', coalesce(credit, '') || ' ' || coalesce(alt_text, '')), 'B') ||
  setweight(to_tsvector('archive', coalesce(description_markdown, '') || ' ' || coalesce(date, '')), 'C')`;

const ALBUM = `
  setweight(to_tsvector('archive', title), 'A') || setweight(to_tsvector('archive', coalesce(description, '')), 'C')`;

const VOYAGES_OF = {
  person: `
    select l.voyage_id from passenger l where l.person_id = any(edited) union select v.id from voyage v where v.president_id = any(edited)`,
  media: `select distinct l.voyage_id from voyage_media l where l.media_id = any(edited)`,
};

/**
 * Search documents with all text of a record. Albums can be searched, and voyages are also found by their attributes, albums, tags and
 * the aliases of people. A voyage with internal notes has a second document without them. Triggers process all rows of a statement at
 * once.
 */
export class SearchEverything extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create function words_of(list text[]) returns text language sql immutable parallel safe strict
      return array_to_string(list, ' ')`);
    this.addSql(`
      create function file_words(path text) returns text language sql immutable parallel safe strict
      return translate(regexp_replace(path, '^.*/', ''), '._-%+', '     ')`);
    for (const table of ['person', 'media']) {
      this.addSql(`drop trigger ${table}_search_followed on ${table}`);
      this.addSql(`drop function ${table}_search_followed()`);
      this.addSql(`drop trigger ${table}_words on ${table}`);
    }
    this.addSql(`drop function keep_search_words()`);
    this.addSql(`alter table person alter column search set expression as (${PERSON})`);
    this.addSql(`alter table media alter column search set expression as (${MEDIA})`);
    this.addSql(`alter table album add column search tsvector not null generated always as (${ALBUM}) stored`);
    this.addSql(`create index album_search on album using gin (search)`);
    this.addSql(`alter table voyage_search add column public tsvector`);

    for (const table of SEARCHED_TEXT) {
      this.saveWords(table, 'insert');
      this.saveWords(table, 'update');
    }
    this.addSql(`
      create function album_search_kept() returns trigger language plpgsql as $$
      begin
        perform refresh_voyage_search(array(select distinct voyage_id from changed));
        return null;
      end $$`);
    for (const event of ['insert', 'update', 'delete'])
      this.addSql(`
        create trigger album_search_${event} after ${event} on album
        referencing ${event === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function album_search_kept()`);
    this.addSql(`
      insert into search_word (word)
      select distinct word from (
        select search from person union all select search from media union all select search from album) s,
        unnest(tsvector_to_array(s.search)) word
      where length(word) between 3 and 40 and word !~ '[0-9]' order by word
      on conflict do nothing`);
    await rebuildVoyageSearch(this, { documents: true });
    this.addSql(REBUILD_VOYAGES);
  }

  /** A trigger that saves the words of new documents after a statement, and refreshes the voyages of records whose documents changed. */
  private saveWords(table: (typeof SEARCHED_TEXT)[number], event: 'insert' | 'update'): void {
    const changed =
      event === 'insert'
        ? 'changed n'
        : 'changed n join earlier o on o.id = n.id and o.search is distinct from n.search';
    const voyages = event === 'update' && table !== 'album' ? VOYAGES_OF[table] : undefined;
    this.addSql(`
      create function ${table}_words_${event}() returns trigger language plpgsql as $$
      declare edited int[];
      begin
        select array_agg(n.id) into edited from ${changed};
        if edited is null then return null; end if;
        insert into search_word (word)
        select distinct word from changed n, unnest(tsvector_to_array(n.search)) word
        where n.id = any(edited) and length(word) between 3 and 40 and word !~ '[0-9]' order by word
        on conflict do nothing;
        ${voyages ? `perform refresh_voyage_search(array(${voyages}));` : ''}
        return null;
      end $$`);
    this.addSql(`
      create trigger ${table}_words_${event} after ${event} on ${table}
      referencing new table as changed ${event === 'update' ? 'old table as earlier' : ''}
      for each statement execute function ${table}_words_${event}()`);
  }

  override async down(): Promise<void> {
    for (const table of SEARCHED_TEXT)
      for (const event of ['insert', 'update']) this.addSql(`drop function ${table}_words_${event}() cascade`);
    this.addSql(`drop function album_search_kept() cascade`);
    this.addSql(`drop function refresh_voyage_search(int[])`);
    this.addSql(`alter table voyage_search drop column public`);
    await rebuildVoyageSearch(this, { documents: false });
    this.addSql(`alter table album drop column search`);
    this.addSql(`alter table person alter column search set expression as (${EARLIER_PERSON})`);
    this.addSql(`alter table media alter column search set expression as (${EARLIER_MEDIA})`);
    this.addSql(`drop function file_words(text)`);
    this.addSql(`drop function words_of(text[])`);
    this.addSql(`
      create function keep_search_words() returns trigger language plpgsql as $$
      begin
        insert into search_word (word)
        select word from unnest(tsvector_to_array(new.search)) word where length(word) between 3 and 40 and word !~ '[0-9]' order by word
        on conflict do nothing;
        return null;
      end $$`);
    for (const [table, voyages] of Object.entries({
      person: `select voyage_id from passenger where person_id = new.id union select id from voyage where president_id = new.id`,
      media: `select voyage_id from voyage_media where media_id = new.id`,
    })) {
      this.addSql(
        `create trigger ${table}_words after insert or update on ${table} for each row execute function keep_search_words()`,
      );
      this.addSql(`
        create function ${table}_search_followed() returns trigger language plpgsql as $$
        begin
          perform refresh_voyage_search(array(${voyages}));
          return null;
        end $$`);
      this.addSql(`
        create trigger ${table}_search_followed after update on ${table} for each row
        when (old.search is distinct from new.search) execute function ${table}_search_followed()`);
    }
    this.addSql(REBUILD_VOYAGES);
  }
}
