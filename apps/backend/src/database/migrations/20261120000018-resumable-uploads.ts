import { Migration } from '@mikro-orm/migrations';

/** Resumable uploads: their progress and their pieces in storage. */
export class ResumableUploads extends Migration {
  override up(): void {
    this.addSql(`
      create table media_upload (
        id text primary key check (id ~ '^[0-9a-f]{32}$'),
        username text not null,
        size bigint not null check (size >= 0),
        received bigint not null default 0 check (received between 0 and size),
        pieces text[] not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`);
    this.addSql(`create index media_upload_by_age on media_upload (created_at)`);
  }

  override down(): void {
    this.addSql(`drop table media_upload`);
  }
}
