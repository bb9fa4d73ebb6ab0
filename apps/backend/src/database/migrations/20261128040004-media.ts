import { Migration } from '@mikro-orm/migrations';

/** Media, what is made of their files, who is in them, and their links to voyages. */
export class Media extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists media (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        title text not null check (btrim(title) <> ''),
        media_type text not null check (
          media_type in ('article', 'document', 'logbook', 'image', 'video', 'audio', 'book', 'pdf', 'other')),
        storage_key text unique,
        external_url text,
        original_filename text,
        content_type text,
        size bigint check (size >= 0),
        sha256 bytea check (length(sha256) = 32),
        width int check (width > 0),
        height int check (height > 0),
        page_count int check (page_count > 0),
        frame_count int check (frame_count > 0),
        color_profile text,
        bit_depth int check (bit_depth > 0),
        duration numeric(10, 3) check (duration > 0),
        codecs text,
        playable boolean,
        -- Of the preview picture, to find similar ones.
        picture_hash bit(144),
        date text check (is_edtf_date(date)),
        day date generated always as (earliest_day(date)) stored,
        creator text,
        place text,
        identifier text,
        provenance text,
        credit text,
        description_markdown text,
        alt_text text,
        rights text,
        rights_note text,
        tags text[] not null default '{}',
        suggested jsonb check (jsonb_typeof(suggested) = 'object'),
        text_corrections jsonb,
        president_id int references president on delete set null,
        search tsvector not null generated always as (${MEDIA_SEARCH}) stored,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint media_is_somewhere check (storage_key is not null or external_url is not null)
      );
      -- Filters compare the last day of each media item, which takes longer to calculate than to read.
      create index if not exists media_by_day on media (day, latest_day(date)) where day is not null;
      create index if not exists media_by_folder on media (regexp_replace(storage_key, '[^/]*$', ''), created_at, id);
      create index if not exists media_by_hash on media (sha256);
      create index if not exists media_by_president on media (president_id);
      create index if not exists media_newest on media (created_at desc, id desc);
      create index if not exists media_search on media using gin (search);
      create index if not exists media_title_key on media using hash (fold(title));
      create index if not exists media_title_words on media using gin (ts_filter(search, '{a}'));

      -- The tiles of a large picture and the pages of a PDF are one ZIP archive of pictures each.
      create table if not exists derivative (
        media_id int not null references media on delete cascade,
        kind text not null check (kind in ('thumbnail', 'large', 'tiles', 'pages', 'playback', 'text')),
        state text not null check (state in ('ready', 'failed')),
        storage_key text unique,
        content_type text,
        width int check (width > 0),
        height int check (height > 0),
        size bigint check (size >= 0),
        sha256 bytea check (length(sha256) = 32),
        page_sizes jsonb check (jsonb_typeof(page_sizes) = 'array'),
        error text,
        failure text,
        created_at timestamptz not null default now(),
        primary key (media_id, kind),
        check ((state = 'ready') = (storage_key is not null)),
        -- A damaged file may still have a preview.
        check (failure is null or failure = 'damaged' or state = 'failed' and failure in ('missing', 'unsupported'))
      );
      create table if not exists derivative_task (
        media_id int primary key references media on delete cascade,
        attempt int not null default 1 check (attempt >= 1),
        attempts int not null default 0 check (attempts >= 0),
        updated_at timestamptz not null default now()
      );
      create index if not exists derivative_task_by_age on derivative_task (updated_at);
      -- Portraits cropped from pictures. They can be regenerated at any time.
      create table if not exists portrait_image (
        person_id int primary key references person on delete cascade,
        media_id int not null references media on delete cascade,
        version text not null,
        image bytea not null
      );
      create index if not exists portrait_image_by_media on portrait_image (media_id);

      -- Who is in a picture, and where: a region in fractions of its width and height, or the whole picture.
      create table if not exists media_person (
        media_id int not null references media on delete cascade,
        person_id int not null references person on delete cascade,
        sort_order int not null,
        x numeric(5, 4),
        y numeric(5, 4),
        width numeric(5, 4),
        height numeric(5, 4),
        primary key (media_id, person_id),
        check (num_nulls(x, y, width, height) in (0, 4)),
        check (x >= 0 and y >= 0 and width > 0 and height > 0 and x + width <= 1 and y + height <= 1)
      );
      create index if not exists media_person_by_person on media_person (person_id, media_id);
      -- WebVTT files of videos and recordings.
      create table if not exists media_caption (
        media_id int not null references media on delete cascade,
        language text not null check (length(language) between 2 and 35),
        label text not null check (label <> ''),
        content text not null,
        primary key (media_id, language)
      );

      -- The text of files, by page. Text can be extracted again, but corrections by curators are in a column of the record, so that
      -- history, undo and packages include them. Triggers copy them to the pages, which the search reads.
      create table if not exists file_text (
        media_id int primary key references media on delete cascade,
        sha256 bytea,
        state text not null default 'waiting' check (state in ('waiting', 'ready', 'none', 'failed')),
        error text,
        attempt int not null default 1,
        pages int not null default 0,
        pages_read int not null default 0,
        updated_at timestamptz not null default now()
      );
      create index if not exists file_text_waiting on file_text (media_id) where state = 'waiting';
      create table if not exists file_page (
        media_id int not null references media on delete cascade,
        page int not null check (page >= 1),
        text text not null default '',
        corrected text,
        confidence smallint check (confidence between 0 and 100),
        search tsvector not null generated always as (to_tsvector('archive', coalesce(corrected, text))) stored,
        primary key (media_id, page)
      );
      create index if not exists file_page_search on file_page using gin (search);
      create or replace function save_text_corrections() returns trigger language plpgsql as $$
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
      end $$;
      create or replace trigger media_text_inserted after insert on media for each row
        when (new.text_corrections is not null) execute function save_text_corrections();
      create or replace trigger media_text_corrected after update on media for each row
        when (old.text_corrections is distinct from new.text_corrections) execute function save_text_corrections();

      -- Files that are uploaded together (batch) keep their order, so that each is placed among the others whenever it arrives.
      create table if not exists voyage_media (
        voyage_id int not null references voyage on delete cascade,
        media_id int not null references media on delete restrict,
        media_category text not null default 'source' check (media_category in ('source', 'additional_source')),
        sort_order int not null check (sort_order >= 1),
        notes text,
        batch_id text,
        batch_position int,
        primary key (voyage_id, media_id),
        constraint voyage_media_order unique (voyage_id, media_category, sort_order) deferrable initially deferred,
        constraint voyage_media_batch check (num_nulls(batch_id, batch_position) in (0, 2))
      );
      create index if not exists voyage_media_by_media on voyage_media (media_id, voyage_id);

      create or replace function refresh_voyage_media_flags(voyage_ids int[]) returns void language sql
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
      end;
      create or replace function media_type_changed() returns trigger language plpgsql as $$
      begin
        perform refresh_voyage_media_flags(array(select voyage_id from voyage_media where media_id = new.id));
        return null;
      end $$;
      create or replace trigger media_type_changed after update of media_type on media for each row
        when (old.media_type is distinct from new.media_type) execute function media_type_changed();
    `);
    for (const [event, rows] of [
      ['insert', 'new'],
      ['delete', 'old'],
    ])
      this.addSql(`
        create or replace function voyage_media_after_${event}() returns trigger language plpgsql as $$
        begin
          perform refresh_voyage_media_flags(array(select distinct voyage_id from changed));
          return null;
        end $$;
        create or replace trigger voyage_media_after_${event} after ${event} on voyage_media
        referencing ${rows} table as changed for each statement execute function voyage_media_after_${event}()`);
  }
}

export const MEDIA_SEARCH = `
  setweight(to_tsvector('archive', title), 'A') ||
  setweight(to_tsvector('archive', coalesce(credit, '') || ' ' || coalesce(alt_text, '') || ' ' || words_of(tags) || ' ' ||
    coalesce(creator, '') || ' ' || coalesce(place, '') || ' ' || coalesce(identifier, '')), 'B') ||
  setweight(to_tsvector('archive', coalesce(description_markdown, '') || ' ' || coalesce(rights_note, '') || ' ' ||
    coalesce(provenance, '') || ' ' || date_words(date) || ' ' || coalesce(file_words(original_filename), '') || ' ' ||
    coalesce(file_words(coalesce(storage_key, external_url)), '')), 'C')`;
