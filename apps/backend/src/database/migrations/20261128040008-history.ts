import { Migration } from '@mikro-orm/migrations';

/** Tables whose rows are the source of read responses. */
const RECORDS = [
  'person',
  'person_alias',
  'person_redirect',
  'person_merge',
  'person_not_duplicate',
  'president',
  'voyage',
  'passenger',
  'media',
  'media_person',
  'media_caption',
  'file_page',
  'derivative',
  'derivative_task',
  'voyage_media',
  'album',
  'album_media',
  'history',
  'search_word',
  'voyage_search',
];

/** The history of records, counts of changes, and what packages and repeated requests need. */
export class History extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists history (
        kind text not null check (kind in ('voyage', 'person', 'president', 'media', 'album')),
        slug text not null,
        revision int not null check (revision >= 1),
        action text not null check (action in ('create', 'update', 'delete', 'restore')),
        changed_by text not null,
        changed_at timestamptz not null default now(),
        before jsonb,
        operation_id uuid references ingest_operation on delete set null,
        primary key (kind, slug, revision),
        -- Like a new record, a restored one may not have existed before.
        constraint history_keeps_what_was_before
          check (case action when 'create' then before is null when 'restore' then true else before is not null end)
      );
      create index if not exists history_by_operation on history (operation_id);
      create index if not exists history_by_time
        on history (changed_at, kind, slug, revision) include (action, changed_by, operation_id);
      create index if not exists history_by_curator on history (changed_by, changed_at);
      create index if not exists history_by_deleted_file on history ((before #>> '{keys,file,storage_key}'))
        where kind = 'media' and action = 'delete';

      -- Counts the transactions that changed a record, so that one number shows whether a cached response is valid, and the voyages, so
      -- that nobody has to. Each transaction changes a row that no other one has locked, so writers never wait for each other. The sums of
      -- the rows are the totals.
      create table if not exists record_change (
        slot int generated always as identity primary key,
        changes bigint not null,
        voyages bigint not null default 0
      ) with (fillfactor = 50);
      insert into record_change (changes) select 0 where not exists (select from record_change);
      create or replace function count_record_change() returns trigger language plpgsql as $$
      begin
        if current_setting('archive.counted', true) is distinct from pg_current_xact_id()::text then
          perform set_config('archive.counted', pg_current_xact_id()::text, true);
          update record_change set changes = changes + 1
            where slot = (select slot from record_change limit 1 for update skip locked);
          if not found then
            insert into record_change (changes) values (1);
          end if;
        end if;
        return null;
      end $$;
      create or replace procedure count_changes_of(records regclass) language plpgsql as $$
      begin
        execute format('create or replace trigger record_changed after insert or update or delete or truncate on %s
          for each statement execute function count_record_change()', records);
      end $$;
      create or replace function count_voyages() returns trigger language plpgsql as $$
      declare
        made bigint := 0;
      begin
        if tg_op = 'INSERT' then
          select count(*) into made from changed;
        elsif tg_op = 'DELETE' then
          select -count(*) into made from changed;
        else
          update record_change set voyages = 0;
        end if;
        if made <> 0 then
          update record_change set voyages = voyages + made
            where slot = (select slot from record_change limit 1 for update skip locked);
          if not found then
            insert into record_change (changes, voyages) values (0, made);
          end if;
        end if;
        return null;
      end $$;
      create or replace trigger voyage_counted_insert after insert on voyage referencing new table as changed
        for each statement execute function count_voyages();
      create or replace trigger voyage_counted_delete after delete on voyage referencing old table as changed
        for each statement execute function count_voyages();
      create or replace trigger voyage_counted_truncate after truncate on voyage
        for each statement execute function count_voyages();

      -- Packages load rows as they were exported, including their ids. Generated columns are left out: the database computes them, and
      -- can't parse their text if it was edited.
      create or replace function load_records(records regclass, rows jsonb) returns int language plpgsql as $$
      declare
        names text;
        typed text;
        loaded int;
      begin
        select string_agg(quote_ident(attname), ', ' order by attnum),
          string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
        into names, typed from pg_attribute
        where attrelid = records and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('insert into %s (%s) overriding system value select %s from jsonb_to_recordset($1) as loaded(%s)',
          records, names, names, typed) using rows;
        get diagnostics loaded = row_count;
        return loaded;
      end $$;
      create or replace function continue_numbering(records regclass) returns void language plpgsql as $$
      declare
        name text;
      begin
        for name in select attname from pg_attribute where attrelid = records and attnum > 0 and attidentity <> '' loop
          execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
            records::text, name, name, records);
        end loop;
      end $$;

      create table if not exists idempotency_key (
        username text not null,
        key text not null,
        fingerprint bytea not null check (length(fingerprint) = 32),
        response text,
        version text,
        headers jsonb not null default '{}',
        created_at timestamptz not null default now(),
        primary key (username, key)
      );
      create index if not exists idempotency_key_by_age on idempotency_key (created_at);

      -- The words of all search documents, to correct misspelled ones. The triggers that add them come with the search documents.
      create table if not exists search_word (word text primary key);
      create index if not exists search_word_trigram on search_word using gin (word gin_trgm_ops);
      create table if not exists voyage_search (
        voyage_id int primary key references voyage on delete cascade,
        document tsvector not null,
        public tsvector
      );
      create index if not exists voyage_search_document on voyage_search using gin (document);
      create index if not exists voyage_search_title_words on voyage_search using gin (ts_filter(document, '{a}'));
    `);
    for (const table of RECORDS) this.addSql(`call count_changes_of('${table}')`);
  }
}
