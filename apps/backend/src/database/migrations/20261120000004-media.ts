import { Migration } from '@mikro-orm/migrations';

const TYPES = `'article', 'document', 'logbook', 'image', 'video', 'audio', 'book', 'pdf', 'other'`;

/** Media, their derivatives and links, and the two attributes of a voyage computed from them. */
export class Media extends Migration {
  override up(): void {
    this.addSql(`
      create table media (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        title text not null check (btrim(title) <> ''),
        media_type text not null check (media_type in (${TYPES})),
        storage_key text unique,
        external_url text,
        content_type text,
        size bigint check (size >= 0),
        sha256 bytea check (length(sha256) = 32),
        width int check (width > 0),
        height int check (height > 0),
        date text check (is_partial_date(date)),
        day date generated always as (earliest_day(date)) stored,
        credit text,
        description_markdown text,
        alt_text text,
        rights text,
        rights_note text,
        tags text[] not null default '{}',
        president_id int references president on delete set null,
        search tsvector not null generated always as (
          setweight(to_tsvector('archive', title), 'A') ||
          setweight(to_tsvector('archive', coalesce(credit, '') || ' ' || coalesce(alt_text, '')), 'B') ||
          setweight(to_tsvector('archive', coalesce(description_markdown, '') || ' ' || coalesce(date, '')), 'C')) stored,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint media_is_somewhere check (storage_key is not null or external_url is not null)
      )`);
    this.addSql(`create index media_search on media using gin (search)`);
    this.addSql(`create index media_by_day on media (day) where day is not null`);
    this.addSql(`create index media_by_hash on media (sha256)`);
    this.addSql(`create index media_by_president on media (president_id)`);
    this.addSql(`create index media_newest on media (created_at desc, id desc)`);

    this.addSql(`
      create table derivative (
        media_id int not null references media on delete cascade,
        kind text not null check (kind in ('thumbnail', 'large')),
        state text not null check (state in ('ready', 'failed')),
        storage_key text unique,
        content_type text,
        width int check (width > 0),
        height int check (height > 0),
        size bigint check (size >= 0),
        sha256 bytea check (length(sha256) = 32),
        error text,
        created_at timestamptz not null default now(),
        primary key (media_id, kind),
        check ((state = 'ready') = (storage_key is not null))
      )`);

    this.addSql(`
      create table voyage_media (
        voyage_id int not null references voyage on delete cascade,
        media_id int not null references media on delete restrict,
        media_category text not null default 'source' check (media_category in ('source', 'additional_source')),
        sort_order int not null check (sort_order >= 1),
        notes text,
        primary key (voyage_id, media_id),
        constraint voyage_media_order unique (voyage_id, media_category, sort_order) deferrable initially deferred
      )`);
    this.addSql(`create index voyage_media_by_media on voyage_media (media_id)`);

    this.addSql(`
      create table album (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        voyage_id int not null references voyage on delete cascade,
        title text not null check (btrim(title) <> ''),
        description text,
        sort_order int not null check (sort_order >= 0),
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint album_order unique (voyage_id, sort_order) deferrable initially deferred
      )`);
    this.addSql(`
      create table album_media (
        album_id int not null references album on delete cascade,
        media_id int not null references media on delete restrict,
        sort_order int not null check (sort_order >= 0),
        primary key (album_id, media_id),
        constraint album_media_order unique (album_id, sort_order) deferrable initially deferred
      )`);
    this.addSql(`create index album_media_by_media on album_media (media_id)`);

    this.addSql(`
      create function refresh_voyage_media_flags(voyage_ids int[]) returns void language sql
      begin atomic
        update voyage v set has_photo = m.photo, has_video = m.video
        from (
          select u.id,
            coalesce(bool_or(m.media_type = 'image'), false) photo,
            coalesce(bool_or(m.media_type = 'video'), false) video
          from unnest(voyage_ids) u(id)
          left join voyage_media l on l.voyage_id = u.id
          left join media m on m.id = l.media_id
          group by u.id) m
        where v.id = m.id and (v.has_photo, v.has_video) is distinct from (m.photo, m.video);
      end`);
    for (const [event, rows] of [
      ['insert', 'new'],
      ['delete', 'old'],
    ] as const) {
      this.addSql(`
        create function voyage_media_after_${event}() returns trigger language plpgsql as $$
        begin
          perform refresh_voyage_media_flags(array(select distinct voyage_id from changed));
          return null;
        end $$`);
      this.addSql(`
        create trigger voyage_media_after_${event} after ${event} on voyage_media referencing ${rows} table as changed
        for each statement execute function voyage_media_after_${event}()`);
    }
    this.addSql(`
      create function media_type_changed() returns trigger language plpgsql as $$
      begin
        perform refresh_voyage_media_flags(array(select voyage_id from voyage_media where media_id = new.id));
        return null;
      end $$`);
    this.addSql(`
      create trigger media_type_changed after update of media_type on media for each row
      when (old.media_type is distinct from new.media_type) execute function media_type_changed()`);
  }

  override down(): void {
    for (const name of [
      'voyage_media_after_insert()',
      'voyage_media_after_delete()',
      'media_type_changed()',
      'refresh_voyage_media_flags(int[])',
    ])
      this.addSql(`drop function ${name} cascade`);
    for (const table of ['album_media', 'album', 'voyage_media', 'derivative', 'media'])
      this.addSql(`drop table ${table}`);
  }
}
