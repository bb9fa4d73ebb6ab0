import { Migration } from '@mikro-orm/migrations';

// mention_rmd: restoration, maintenance or damage. mention_yacht_spin: quotes about the yacht from the press (see the column `spin`).
const ATTRIBUTES = [
  'has_photo',
  'has_video',
  'presidential_use',
  'has_royalty',
  'has_foreign_leader',
  'mention_camp_david',
  'mention_mount_vernon',
  'mention_captain',
  'mention_crew',
  'mention_rmd',
  'mention_yacht_spin',
  'mention_menu',
  'mention_drinks_wine',
];

/**
 * Voyages and everyone aboard. `passenger` has a row for each person on a voyage, crew included; `capacity_role` is their role aboard.
 * `spin` is an array of quotes about the yacht from the press. `is_partial_date` accepts dates as the archive stores them (a day, a month
 * or a year), and `archive_instant` turns a date and a local time into a timestamp; see the first migration.
 */
export class Voyages extends Migration {
  override up(): void {
    this.addSql(`
      create table voyage (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug <> 'new'),
        title text not null check (btrim(title) <> ''),
        start_date text not null check (is_partial_date(start_date)),
        end_date text check (is_partial_date(end_date)),
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
        ${ATTRIBUTES.map((name) => `${name} boolean not null default false`).join(',\n        ')},
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint voyage_ends_after_it_starts check (end_day >= start_day)
      )`);
    this.addSql(`create index voyage_by_date on voyage (start_day, slug)`);
    this.addSql(`create index voyage_by_president on voyage (president_id, start_day, slug)`);
    this.addSql(`create index voyage_by_end on voyage (end_day)`);

    this.addSql(`
      create table passenger (
        voyage_id int not null references voyage on delete cascade,
        person_id int not null references person on delete restrict,
        sort_order int not null check (sort_order >= 1),
        title text,
        capacity_role text,
        is_crew boolean not null default false,
        notes text,
        primary key (voyage_id, person_id),
        constraint passenger_order unique (voyage_id, sort_order) deferrable initially deferred
      )`);
    this.addSql(`create index passenger_by_person on passenger (person_id, voyage_id)`);
  }

  override down(): void {
    this.addSql(`drop table passenger`);
    this.addSql(`drop table voyage`);
  }
}
