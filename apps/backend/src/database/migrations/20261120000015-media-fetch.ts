import { Migration } from '@mikro-orm/migrations';

/** Downloads of files that documents link to, and their results. */
export class MediaFetch extends Migration {
  override up(): void {
    this.addSql(`alter table ingest_operation add column saved_at timestamptz`);
    this.addSql(`
      create table media_fetch (
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
        alive_at timestamptz,
        created_at timestamptz not null default now(),
        unique (operation_id, voyage_id, url),
        check ((state = 'failed') = (reason is not null))
      )`);
    this.addSql(`create index media_fetch_waiting on media_fetch (due_at, id) where state = 'waiting'`);
    this.addSql(`create index media_fetch_by_voyage on media_fetch (voyage_id, url)`);
    this.addSql(`create index media_fetch_by_url on media_fetch (url) where state <> 'waiting'`);
    this.addSql(`create index media_fetch_by_media on media_fetch (media_id) where media_id is not null`);
  }

  override down(): void {
    this.addSql(`drop table media_fetch`);
    this.addSql(`alter table ingest_operation drop column saved_at`);
  }
}
