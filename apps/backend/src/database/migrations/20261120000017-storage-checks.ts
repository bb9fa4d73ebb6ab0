import { Migration } from '@mikro-orm/migrations';

/** Storage checks: files without a record, and records whose file is missing or changed. */
export class StorageChecks extends Migration {
  override up(): void {
    this.addSql(`
      create table storage_check (
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
      )`);
    this.addSql(`create unique index storage_check_running on storage_check ((true)) where state = 'running'`);
    this.addSql(`
      create table storage_finding (
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
        refusal text,
        former jsonb,
        found_at timestamptz not null default now(),
        unique (kind, storage_key),
        check ((kind = 'unknown_file') = (media_id is null))
      )`);
    this.addSql(`create index storage_finding_by_hash on storage_finding (sha256) where sha256 is not null`);
    this.addSql(`create index storage_finding_by_media on storage_finding (media_id) where media_id is not null`);
    this.addSql(`create index storage_finding_by_check on storage_finding (check_id, id)`);
  }

  override down(): void {
    this.addSql(`drop table storage_finding`);
    this.addSql(`drop table storage_check`);
  }
}
