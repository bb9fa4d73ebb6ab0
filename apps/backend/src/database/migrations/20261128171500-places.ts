import { Migration } from '@mikro-orm/migrations';

const KINDS = (...more: string[]) =>
  ['voyage', 'person', 'president', 'media', 'album', ...more].map((kind) => `'${kind}'`).join(', ');
const historyOf = (...more: string[]) => `
  alter table history drop constraint history_kind_check, add constraint history_kind_check check (kind in (${KINDS(...more)}))`;

/** Places, and the names by which the texts of voyages lead to them. */
export class Places extends Migration {
  override up(): void {
    this.addSql(`
      -- Spellings that differ only in case, accents, punctuation and spaces are one.
      create function place_key(wording text) returns text language sql immutable parallel safe strict
      return coalesce(nullif(array_to_string(name_words(wording), ' '), ''), fold(btrim(wording)));

      -- The places of a voyage in order. Its last location has all others, separated by semicolons outside of parentheses.
      create function place_wordings(starts text, ends text) returns text[] language sql immutable parallel safe
      return array(
        select btrim(part) from regexp_split_to_table(concat_ws(';', starts, ends), ';(?![^()]*\\))') with ordinality p(part, position)
        where btrim(part) <> '' order by position);

      create function place_keys(wordings text[]) returns text[] language sql immutable parallel safe strict
      return array(select distinct k.key from unnest(wordings) w(wording), place_key(w.wording) k(key) where k.key <> '' order by k.key);

      create table place (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        name text not null check (btrim(name) <> ''),
        variants text[] not null default '{}',
        names text[] not null generated always as (place_keys(name || variants)) stored,
        kind text not null default 'other' check (kind in ('port', 'river', 'landmark', 'anchorage', 'other')),
        latitude double precision check (latitude between -90 and 90),
        longitude double precision check (longitude between -180 and 180),
        uncertainty int check (uncertainty >= 0),
        -- The slug of a place. Not a foreign key, like the portrait of a person.
        part_of text check (part_of <> slug),
        wikidata text,
        geonames text,
        notes text,
        sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint place_has_both_coordinates check ((latitude is null) = (longitude is null))
      );
      create index place_by_whole on place (part_of);

      -- Each name leads to one place.
      create table place_name (
        key text primary key,
        place_id int not null references place on delete cascade
      );
      create index place_name_by_place on place_name (place_id);
      create function place_named() returns trigger language plpgsql as $$
      begin
        delete from place_name where place_id = new.id and key <> all(new.names);
        insert into place_name (key, place_id) select k, new.id from unnest(new.names) k
          where not exists (select from place_name n where n.key = k and n.place_id = new.id);
        return null;
      end $$;
      create trigger place_named after insert or update on place for each row execute function place_named();

      -- Old addresses of merged places. A restored place gets its old id.
      create table place_redirect (
        slug text primary key,
        place_id int not null
      );
      create index place_redirect_by_place on place_redirect (place_id);
      create table not_a_place (
        key text primary key,
        wording text not null,
        dismissed_by text not null,
        dismissed_at timestamptz not null default now()
      );
      create index voyage_place_keys on voyage using gin (place_keys(place_wordings(start_location, end_location)));
    `);
    for (const table of ['place', 'place_name', 'place_redirect', 'not_a_place'])
      this.addSql(`call count_changes_of('${table}')`);
    this.addSql(historyOf('place'));
  }

  override down(): void {
    this.addSql(`delete from history where kind = 'place'`);
    this.addSql(historyOf());
    this.addSql(`
      drop index voyage_place_keys;
      drop table not_a_place, place_redirect, place_name, place;
      drop function place_named();
      drop function place_keys(text[]);
      drop function place_wordings(text, text);
      drop function place_key(text)`);
  }
}

/** Finds the names most like a wording, and computes keys in less than half of the time. */
export class SimilarPlaces extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function place_key(wording text) returns text language sql immutable parallel safe strict
      return coalesce(nullif(btrim(regexp_replace(translate(fold(wording), '''’\`', ''), '[^[:alnum:]]+', ' ', 'g')), ''), fold(btrim(wording)));
      create index place_name_similar on place_name using gist (key gist_trgm_ops (siglen = 64))`);
  }

  override down(): void {
    this.addSql(`
      drop index place_name_similar;
      create or replace function place_key(wording text) returns text language sql immutable parallel safe strict
      return coalesce(nullif(array_to_string(name_words(wording), ' '), ''), fold(btrim(wording)))`);
  }
}
