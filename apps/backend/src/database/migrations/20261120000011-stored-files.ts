import { Migration } from '@mikro-orm/migrations';

/** File leases, pending derivatives, and metadata embedded in files. */
export class StoredFiles extends Migration {
  override up(): void {
    this.addSql(`
      create table storage_deletion (
        id int generated always as identity primary key,
        storage_key text not null unique,
        due_at timestamptz not null,
        attempt int not null default 1 check (attempt >= 1),
        created_at timestamptz not null default now()
      )`);
    this.addSql(`create index storage_deletion_by_due on storage_deletion (due_at)`);

    this.addSql(`
      create table derivative_task (
        media_id int primary key references media on delete cascade,
        attempt int not null default 1 check (attempt >= 1),
        begun int not null default 0 check (begun >= 0),
        updated_at timestamptz not null default now()
      )`);
    this.addSql(`create index derivative_task_by_age on derivative_task (updated_at)`);

    this.addSql(`alter table media add column suggested jsonb check (jsonb_typeof(suggested) = 'object')`);
    this.addSql(`
      create function is_known_file(key text) returns boolean language sql stable parallel safe
      return exists (select from media where storage_key = key)
        or exists (select from derivative where storage_key = key)
        or (starts_with(key, '_system/') and exists (select from ingest_operation where document_key = key))`);
  }

  override down(): void {
    this.addSql(`drop function is_known_file(text)`);
    this.addSql(`alter table media drop column suggested`);
    this.addSql(`drop table derivative_task`);
    this.addSql(`drop table storage_deletion`);
  }
}
