import { Migration } from '@mikro-orm/migrations';

/**
 * The text of files, by page. Extracted text can be extracted again, but curators' corrections are in a column of the record, so that
 * history, undo and packages include them. Triggers copy the corrections to the pages, which the search reads.
 */
export class FileTexts extends Migration {
  override up(): void {
    this.addSql(`alter table media add column text_corrections jsonb`);
    this.addSql(`
      create table file_text (
        media_id int primary key references media on delete cascade,
        sha256 bytea,
        state text not null default 'waiting' check (state in ('waiting', 'ready', 'none', 'failed')),
        error text,
        attempt int not null default 1,
        pages int not null default 0,
        pages_read int not null default 0,
        updated_at timestamptz not null default now()
      )`);
    this.addSql(`create index file_text_waiting on file_text (media_id) where state = 'waiting'`);
    this.addSql(`
      create table file_page (
        media_id int not null references media on delete cascade,
        page int not null check (page >= 1),
        text text not null default '',
        corrected text,
        confidence smallint check (confidence between 0 and 100),
        search tsvector not null generated always as (to_tsvector('archive', coalesce(corrected, text))) stored,
        primary key (media_id, page)
      )`);
    this.addSql(`create index file_page_search on file_page using gin (search)`);
    this.addSql(`call count_changes_of('file_page')`);
    this.addSql(`
      create function save_text_corrections() returns trigger language plpgsql as $$
      begin
        update file_page f set corrected = null
        where f.media_id = new.id and f.corrected is not null
          and f.page not in (select c.page from jsonb_to_recordset(coalesce(new.text_corrections, '[]')) c(page int));
        insert into file_page (media_id, page, corrected)
        select new.id, c.page, c.text from jsonb_to_recordset(coalesce(new.text_corrections, '[]')) c(page int, text text)
        on conflict (media_id, page) do update set corrected = excluded.corrected
        where file_page.corrected is distinct from excluded.corrected;
        delete from file_page f where f.media_id = new.id and f.text = '' and f.corrected is null;
        return null;
      end $$`);
    this.addSql(`
      create trigger media_text_inserted after insert on media for each row when (new.text_corrections is not null)
      execute function save_text_corrections()`);
    // If the media micro-frontend is already installed, it shows search results in files as well.
    this.addSql(`
      insert into frontend_registration (name, action, description, created_by)
      select r.name, 'change', jsonb_set(r.description, '{search_kinds}', r.description -> 'search_kinds' || '["text"]'), 'server start'
      from (select * from frontend_registration where name = 'media' order by id desc limit 1) r where r.description is not null`);
    this.addSql(`
      create trigger media_text_corrected after update on media for each row
      when (old.text_corrections is distinct from new.text_corrections) execute function save_text_corrections()`);
  }

  override down(): void {
    this.addSql(`drop trigger media_text_corrected on media`);
    this.addSql(`drop trigger media_text_inserted on media`);
    this.addSql(`drop function save_text_corrections`);
    this.addSql(`drop table file_page`);
    this.addSql(`drop table file_text`);
    this.addSql(`alter table media drop column text_corrections`);
  }
}
