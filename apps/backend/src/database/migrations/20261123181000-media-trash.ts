import { Migration } from '@mikro-orm/migrations';

/**
 * Deleted media whose files are kept. The history has the record itself, so this table only has the data for finding the files. Files of
 * media that were deleted earlier remain files without a record, which the storage check lists.
 */
export class MediaTrash extends Migration {
  override up(): void {
    this.addSql(`
      create table media_trash (
        slug text primary key,
        storage_key text,
        sha256 bytea,
        deleted_at timestamptz not null default date_trunc('milliseconds', now()),
        emptied_at timestamptz
      )`);
    this.addSql(`create index media_trash_by_age on media_trash (deleted_at, slug)`);
    this.addSql(`create index media_trash_by_file on media_trash (storage_key text_pattern_ops)`);
    this.addSql(`create index media_trash_by_hash on media_trash (sha256)`);
    this.addSql(`
      create or replace function is_known_file(key text) returns boolean language sql stable parallel safe
      return exists (select from media where storage_key = key)
        or exists (select from derivative where storage_key = key)
        or exists (select from media_trash where storage_key = key)
        or (starts_with(key, '_system/') and exists (select from ingest_operation where document_key = key))`);
  }

  override down(): void {
    this.addSql(`
      create or replace function is_known_file(key text) returns boolean language sql stable parallel safe
      return exists (select from media where storage_key = key)
        or exists (select from derivative where storage_key = key)
        or (starts_with(key, '_system/') and exists (select from ingest_operation where document_key = key))`);
    this.addSql(`drop table media_trash`);
  }
}
