import { Migration } from '@mikro-orm/migrations';

/** Imports and their previews, what they record about voyages and names, and the files that documents link to. */
export class Imports extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists ingest_operation (
        id uuid primary key default gen_random_uuid(),
        filename text not null,
        document_key text not null,
        document_sha256 bytea not null check (length(document_sha256) = 32),
        format text check (format in ('markdown', 'docx', 'json', 'csv', 'xlsx')),
        -- Large documents have a queue of their own, so that small ones don't wait for them.
        large boolean not null default false,
        text_key text,
        dry_run boolean not null default false,
        status text not null default 'initializing' check (status in ('initializing', 'running', 'completed', 'failed')),
        current_step text not null default 'Waiting',
        progress int not null default 0 check (progress between 0 and 100),
        voyages_total int not null default 0 check (voyages_total >= 0),
        voyages_processed int not null default 0 check (voyages_processed between 0 and voyages_total),
        validation_errors int not null default 0 check (validation_errors >= 0),
        media_warnings int not null default 0 check (media_warnings >= 0),
        plan jsonb not null default '{"create": 0, "update": 0, "unchanged": 0, "conflict": 0}',
        outcome jsonb not null default '{"create": 0, "update": 0, "unchanged": 0, "conflict": 0}',
        -- What lets another worker continue the import.
        attempt int not null default 1 check (attempt >= 1),
        interruptions int not null default 0 check (interruptions >= 0),
        planned_at timestamptz,
        saved_at timestamptz,
        progressed_at timestamptz not null default now(),
        error_message text,
        cancelled boolean not null default false,
        -- The preview that this import applies, and the preview that this one replaces.
        applies uuid references ingest_operation,
        refreshes uuid references ingest_operation,
        stale_voyages jsonb not null default '{}' check (jsonb_typeof(stale_voyages) = 'object'),
        -- Empty fields clear values only if the import is asked to do that.
        clear_empty boolean not null default false,
        empty_ignored int not null default 0,
        removals jsonb not null default '[]',
        same_day int not null default 0,
        -- The fields and the reading of a table's columns, as curators chose them or as they were found.
        columns jsonb,
        columns_chosen_by text,
        reading jsonb,
        found_reading jsonb,
        ask_columns boolean not null default false,
        needs_columns boolean not null default false,
        -- Decisions about names, and the effects that a curator confirmed for an import without a preview.
        decisions jsonb not null default '{}',
        decision_count int not null default 0,
        choices jsonb,
        needs_names boolean not null default false,
        confirmed_names boolean not null default false,
        confirmed_removals boolean not null default false,
        confirmed_same_day boolean not null default false,
        started_by text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        finished_at timestamptz,
        -- Both null when the undo is done.
        undo_by text,
        undo_progress int check (undo_progress between 0 and 100),
        undone_at timestamptz,
        details_deleted_at timestamptz,
        check ((status in ('completed', 'failed')) = (finished_at is not null)),
        check ((status = 'failed') = (error_message is not null)),
        check (not cancelled or status = 'failed'),
        check (undone_at is null or not dry_run),
        check (refreshes is null or dry_run),
        constraint ingest_operation_undo check ((undo_by is null) = (undo_progress is null))
      );
      create index if not exists ingest_operation_newest on ingest_operation (created_at desc, id);
      create index if not exists ingest_operation_active on ingest_operation (created_at) where status in ('initializing', 'running');
      create unique index if not exists ingest_operation_by_applied on ingest_operation (applies);
      create index if not exists ingest_operation_by_refreshed on ingest_operation (refreshes) where refreshes is not null;

      create table if not exists ingest_problem (
        operation_id uuid not null references ingest_operation on delete cascade,
        ordinal int not null,
        line int,
        voyage text,
        field text,
        severity text not null check (severity in ('error', 'warning')),
        message text not null,
        suggestion text,
        primary key (operation_id, ordinal)
      );

      -- The plan and result for each voyage. Voyages that are left out because of errors have no date.
      create table if not exists ingest_item (
        operation_id uuid not null references ingest_operation on delete cascade,
        ordinal int not null check (ordinal >= 1),
        action text not null check (action in ('create', 'update', 'unchanged', 'conflict', 'rejected')),
        voyage_id int,
        voyage_slug text,
        title text not null,
        start_date text,
        line int not null,
        end_line int not null,
        changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
        conflicts jsonb not null default '[]' check (jsonb_typeof(conflicts) = 'array'),
        passage jsonb,
        card jsonb,
        base_version int,
        base_hash text,
        decision text not null,
        baseline jsonb,
        primary key (operation_id, ordinal),
        check (start_date is not null or action = 'rejected')
      );
      create index if not exists ingest_item_in_conflict on ingest_item (operation_id) where action = 'conflict';
      create index if not exists ingest_item_by_voyage on ingest_item (voyage_id);

      -- What the last import of a voyage wrote, so that the next one sees what curators changed since.
      create table if not exists ingest_record (
        key text primary key,
        voyage_id int not null unique references voyage on delete cascade,
        operation_id uuid references ingest_operation on delete set null,
        fields jsonb not null,
        digest text
      );
      create index if not exists ingest_record_by_operation on ingest_record (operation_id);
      create index if not exists ingest_record_group on ingest_record (split_part(key, '#', 1));

      -- A spelling of an earlier version has no name as it was written.
      create table if not exists person_alias (
        name_key text not null,
        name text,
        person_id int not null references person on delete cascade,
        operation_id uuid references ingest_operation on delete set null,
        primary key (name_key, person_id)
      );
      create index if not exists person_alias_by_person on person_alias (person_id);
      create index if not exists person_alias_by_operation on person_alias (operation_id) where operation_id is not null;
      create index if not exists person_alias_words on person_alias using gin (name_document(array[name_key]));

      -- Whom the names in documents mean. Later imports reuse the decisions; "earlier" are those that one replaced.
      create table if not exists name_decision (
        key text primary key,
        kind text not null check (kind in ('person', 'new', 'split', 'text')),
        person_slug text,
        names jsonb,
        operation_id uuid,
        earlier jsonb not null default '[]',
        decided_by text not null,
        decided_at timestamptz not null default now(),
        check ((kind = 'person') = (person_slug is not null)),
        check ((kind = 'split') = (names is not null))
      );
      create table if not exists ingest_name (
        operation_id uuid not null references ingest_operation on delete cascade,
        key text not null,
        ordinal int not null,
        kind text not null check (kind in ('person', 'owner', 'group', 'proposed_owner')),
        written text not null,
        line int not null,
        state text not null check (state in ('known', 'likely', 'new', 'text', 'split')),
        person jsonb,
        suggestion jsonb,
        spellings jsonb not null default '[]',
        proposal jsonb not null default '[]',
        reason text check (reason in ('aboard', 'term')),
        voyages int not null,
        primary key (operation_id, key)
      );
      -- Curators' choices for the columns of tables with the same headings.
      create table if not exists column_mapping (
        headings text primary key,
        columns jsonb not null,
        reading jsonb,
        decided_by text not null,
        decided_at timestamptz not null default now()
      );

      create table if not exists media_fetch (
        id int generated always as identity primary key,
        operation_id uuid not null references ingest_operation on delete cascade,
        voyage_id int not null references voyage on delete cascade,
        url text not null check (length(url) <= 2000),
        host text not null,
        category text not null check (category in ('source', 'additional_source')),
        media_type text,
        title text,
        field text not null,
        line int,
        state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
        media_id int references media on delete set null,
        reason text,
        attempt int not null default 0 check (attempt >= 0),
        tries int not null default 0 check (tries >= 0),
        due_at timestamptz not null default now(),
        heartbeat_at timestamptz,
        created_at timestamptz not null default now(),
        unique (operation_id, voyage_id, url),
        check ((state = 'failed') = (reason is not null))
      );
      create index if not exists media_fetch_waiting on media_fetch (due_at, id) where state = 'waiting';
      create index if not exists media_fetch_by_voyage on media_fetch (voyage_id, url);
      create index if not exists media_fetch_by_url on media_fetch (url) where state <> 'waiting';
      create index if not exists media_fetch_by_media on media_fetch (media_id) where media_id is not null;
    `);
  }
}

/** Where voyages begin in documents without headings, and the passage that each imported voyage comes from. */
export class DocumentPassages extends Migration {
  override up(): void {
    // The lines at which voyages begin, with their version; null unless someone marks them.
    this.addSql(`alter table ingest_operation add column marks jsonb check (jsonb_typeof(marks -> 'lines') = 'array')`);
    this.addSql(`
      alter table ingest_record
        add column document text,
        add column line int check (line >= 1),
        add column end_line int check (end_line >= line),
        add column passage text check (length(passage) <= 20000)`);
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column marks');
    this.addSql(
      'alter table ingest_record drop column document, drop column line, drop column end_line, drop column passage',
    );
  }
}

/** Who approved a preview, where a second curator has to. */
export class ImportApprovals extends Migration {
  override up(): void {
    this.addSql('alter table ingest_operation add column approved_by text');
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column approved_by');
  }
}

/** Who prepared a preview besides the person who started it, and so can't approve it. */
export class ImportPreparation extends Migration {
  override up(): void {
    this.addSql(`alter table ingest_operation add column prepared_by text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column prepared_by');
  }
}
