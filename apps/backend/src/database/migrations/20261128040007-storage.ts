import { Migration } from '@mikro-orm/migrations';

/** Files in storage: their checks, uploads, deletions and trash. */
export class Storage extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists storage_cleanup (
        id int generated always as identity primary key,
        storage_key text not null unique,
        due_at timestamptz not null,
        attempt int not null default 1 check (attempt >= 1),
        created_at timestamptz not null default now()
      );
      create index if not exists storage_cleanup_by_due on storage_cleanup (due_at);

      create table if not exists storage_check (
        id int generated always as identity primary key,
        state text not null default 'running' check (state in ('running', 'completed', 'failed', 'cancelled')),
        phase text not null default 'files' check (phase in ('files', 'hashes', 'records')),
        position text,
        step int not null default 0,
        attempt int not null default 1 check (attempt >= 1),
        files_seen int not null default 0,
        records_checked int not null default 0,
        records_total int not null,
        bytes_read bigint not null default 0,
        bytes_total bigint not null,
        requested_by text,
        error text,
        started_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        finished_at timestamptz,
        check ((state = 'running') = (finished_at is null))
      );
      create unique index if not exists storage_check_running on storage_check ((true)) where state = 'running';

      -- Files without a record, and records whose file is missing or changed.
      create table if not exists storage_discrepancy (
        id int generated always as identity primary key,
        check_id int not null references storage_check on delete cascade,
        kind text not null check (kind in ('unknown_file', 'missing_file', 'changed_file')),
        storage_key text not null,
        media_id int references media on delete cascade,
        size bigint check (size >= 0),
        sha256 bytea check (length(sha256) = 32),
        etag text,
        modified_at timestamptz,
        content_type text,
        rejection text,
        former jsonb,
        found_at timestamptz not null default now(),
        unique (kind, storage_key),
        check ((kind = 'unknown_file') = (media_id is null))
      );
      create index if not exists storage_discrepancy_by_hash on storage_discrepancy (sha256) where sha256 is not null;
      create index if not exists storage_discrepancy_by_media on storage_discrepancy (media_id) where media_id is not null;
      create index if not exists storage_discrepancy_by_check on storage_discrepancy (check_id, id);

      -- Resumable uploads. Browsers send parts to a bucket themselves; then the checksums of the parts are kept by number.
      create table if not exists media_upload (
        id text primary key check (id ~ '^[0-9a-f]{32}$'),
        username text not null,
        size bigint not null check (size >= 0),
        received bigint not null default 0 check (received between 0 and size),
        pieces text[] not null default '{}',
        part_bytes int,
        part_hashes jsonb not null default '{}' check (jsonb_typeof(part_hashes) = 'object'),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index if not exists media_upload_by_age on media_upload (created_at);

      -- Deleted media whose files are kept. The history has the records; this is for finding the files.
      create table if not exists media_trash (
        slug text primary key,
        storage_key text,
        sha256 bytea,
        deleted_at timestamptz not null default date_trunc('milliseconds', now()),
        emptied_at timestamptz
      );
      create index if not exists media_trash_by_age on media_trash (deleted_at, slug);
      create index if not exists media_trash_by_file on media_trash (storage_key text_pattern_ops);
      create index if not exists media_trash_by_hash on media_trash (sha256);

      -- Files that crashed the process that decoded them, by their hash.
      create table if not exists sandbox_crash (
        sha256 bytea primary key check (length(sha256) = 32),
        task text not null check (task in ('picture', 'document')),
        name text not null,
        reason text not null check (reason in ('memory', 'time', 'crash')),
        crashes int not null default 1 check (crashes >= 1),
        crashed_at timestamptz not null default now()
      );
      create index if not exists sandbox_crash_latest on sandbox_crash (crashed_at desc);

      create or replace function is_known_file(key text) returns boolean language sql stable parallel safe
      return exists (select from media where storage_key = key)
        or exists (select from derivative where storage_key = key)
        or exists (select from media_trash where storage_key = key)
        or (starts_with(key, '_system/') and exists (select from ingest_operation where document_key = key));
    `);
  }
}
