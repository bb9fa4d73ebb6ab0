import { Migration } from '@mikro-orm/migrations';

/**
 * Voyages and everyone aboard. `passenger` has a row for each person on a voyage, crew included; `capacity_role` is their role aboard.
 * `spin` is an array of quotes about the yacht from the press. `mention_rmd`: restoration, maintenance or damage.
 */
export class Voyages extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists voyage (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug <> 'new'),
        title text not null check (btrim(title) <> ''),
        start_date text not null check (is_edtf_date(start_date)),
        end_date text check (is_edtf_date(end_date)),
        start_date_written text,
        end_date_written text,
        start_day date generated always as (earliest_day(start_date)) stored,
        end_day date generated always as (latest_day(coalesce(end_date, start_date))) stored,
        start_time text check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
        end_time text check (end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
        start_timestamp timestamptz generated always as (archive_instant(start_date, start_time)) stored,
        end_timestamp timestamptz generated always as (archive_instant(coalesce(end_date, start_date), end_time)) stored,
        start_location text,
        end_location text,
        voyage_type text check (voyage_type in ('official', 'private', 'maintenance', 'other', 'unknown')),
        president_id int references president on delete restrict,
        presidential_initials text,
        royalty_details text,
        foreign_leader_country text,
        additional_guests text,
        summary_markdown text,
        additional_information text,
        notes text,
        notes_internal text,
        original_markdown text,
        spin jsonb not null default '[]' check (jsonb_typeof(spin) = 'array'),
        source_urls jsonb not null default '[]' check (jsonb_typeof(source_urls) = 'array'),
        additional_sources jsonb not null default '[]' check (jsonb_typeof(additional_sources) = 'array'),
        -- Computed from the linked media.
        has_photo boolean not null default false,
        has_video boolean not null default false,
        presidential_use boolean not null default false,
        has_royalty boolean not null default false,
        has_foreign_leader boolean not null default false,
        mention_camp_david boolean not null default false,
        mention_mount_vernon boolean not null default false,
        mention_captain boolean not null default false,
        mention_crew boolean not null default false,
        mention_rmd boolean not null default false,
        mention_yacht_spin boolean not null default false,
        mention_menu boolean not null default false,
        mention_drinks_wine boolean not null default false,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint voyage_ends_after_it_starts check (end_day >= start_day)
      );
      create index if not exists voyage_by_date on voyage (start_day, slug);
      create index if not exists voyage_by_president on voyage (president_id, start_day, slug);
      create index if not exists voyage_by_end on voyage (end_day);
      create index if not exists voyage_by_anniversary on voyage (right(start_date, 5) collate "C", start_day, slug)
        where start_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
      -- The facts that search filters use. Voyage rows are long, so filtering and counting would read most of the table. Places aren't
      -- included, because the length of index entries is limited.
      create index if not exists voyage_facts on voyage (id) include (start_day, end_day, president_id, has_photo, presidential_use,
        has_royalty, has_foreign_leader, mention_camp_david, mention_mount_vernon, mention_captain, mention_crew, mention_rmd,
        mention_yacht_spin, mention_menu, mention_drinks_wine);
      create index if not exists voyage_place_words on voyage using gin (
        to_tsvector('archive', coalesce(start_location, '') || ' ' || coalesce(end_location, '')));
      -- Search finds the records whose whole title was typed. Hash indexes take titles of any length.
      create index if not exists voyage_title_key on voyage using hash (fold(title));

      create table if not exists passenger (
        voyage_id int not null references voyage on delete cascade,
        person_id int not null references person on delete restrict,
        sort_order int not null check (sort_order >= 1),
        title text,
        capacity_role text,
        is_crew boolean not null default false,
        notes text,
        primary key (voyage_id, person_id),
        constraint passenger_order unique (voyage_id, sort_order) deferrable initially deferred
      );
      create index if not exists passenger_by_person on passenger (person_id, voyage_id);
      create index if not exists passenger_by_words on passenger using gin (passenger_words(title, capacity_role));
    `);
  }
}
