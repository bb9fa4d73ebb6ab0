import { Migration } from '@mikro-orm/migrations';

/** People, and the presidents and owners among them. */
export class People extends Migration {
  override up(): void {
    this.addSql(`
      create table person (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        full_name text not null check (btrim(full_name) <> ''),
        role_title text,
        organization text,
        birth_year int check (birth_year between 1600 and 2100),
        death_year int check (death_year between 1600 and 2100),
        wikipedia_url text,
        wikipedia_key text unique,
        notes_internal text,
        tags text[] not null default '{}',
        search tsvector not null generated always as (
          setweight(to_tsvector('archive', full_name), 'A') ||
          setweight(to_tsvector('archive', coalesce(role_title, '') || ' ' || coalesce(organization, '')), 'B') ||
          setweight(to_tsvector('archive', coalesce(notes_internal, '')), 'D')) stored,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (death_year >= birth_year)
      )`);
    this.addSql(`create index person_search on person using gin (search)`);
    this.addSql(`create index person_name_trigram on person using gin (fold(full_name) gin_trgm_ops)`);
    this.addSql(`create index person_name_key on person (fold(full_name))`);

    this.addSql(`
      create table president (
        person_id int primary key references person on delete restrict,
        party text,
        presidential boolean not null generated always as (party is not null and party not in ('Private Owner', 'U.S. Navy')) stored,
        initials text unique,
        term_start text check (is_partial_date(term_start)),
        term_end text check (is_partial_date(term_end)),
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (latest_day(term_end) >= earliest_day(term_start))
      )`);
    this.addSql(`create index president_term on president (earliest_day(term_start))`);
  }

  override down(): void {
    this.addSql(`drop table president`);
    this.addSql(`drop table person`);
  }
}
