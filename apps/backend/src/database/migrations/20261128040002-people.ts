import { Migration } from '@mikro-orm/migrations';
import { filingKey, proposeFilingName } from '@archive/voyage-document';

/** People, the presidents and owners among them, and the merges and redirects of duplicates. */
export class People extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists person (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        full_name text not null check (btrim(full_name) <> ''),
        aliases text[] not null default '{}',
        -- What a person is filed under is proposed by rules until a curator changes it.
        filed_under text,
        filing_proposal text,
        filing_key text collate "C",
        filing_name text not null generated always as (coalesce(filed_under, filing_proposal, full_name)) stored,
        role_title text,
        organization text,
        birth_year int check (birth_year between 1600 and 2100),
        death_year int check (death_year between 1600 and 2100),
        wikipedia_url text,
        wikipedia_key text unique,
        -- The slug of a media item. Not a foreign key, so that an item that is deleted and restored becomes the portrait again.
        portrait text,
        notes_internal text,
        tags text[] not null default '{}',
        search tsvector not null generated always as (
          setweight(to_tsvector('archive', full_name || ' ' || words_of(aliases)), 'A') ||
          setweight(to_tsvector('archive', coalesce(role_title, '') || ' ' || coalesce(organization, '')), 'B') ||
          setweight(to_tsvector('archive', words_of(tags)), 'C') ||
          setweight(to_tsvector('archive', coalesce(notes_internal, '')), 'D')) stored,
        names tsvector not null generated always as (
          name_document(array[full_name, article_name(wikipedia_key)] || aliases)) stored,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check (death_year >= birth_year)
      );
      create index if not exists person_filing on person (filing_key, slug);
      create index if not exists person_name_key on person (fold(full_name));
      create index if not exists person_name_trigram on person using gin (fold(full_name) gin_trgm_ops);
      create index if not exists person_names on person using gin (names);
      create index if not exists person_portrait on person (portrait) where portrait is not null;
      create index if not exists person_search on person using gin (search);
      create index if not exists person_title_words on person using gin (ts_filter(search, '{a}'));

      create table if not exists president (
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
      );
      create index if not exists president_term on president (earliest_day(term_start));

      -- Merges, redirects and dismissed duplicates have no foreign keys, so that they survive the deletion of a record. A restored record
      -- gets its old id.
      create table if not exists person_redirect (
        slug text primary key,
        person_id int not null
      );
      create index if not exists person_redirect_by_person on person_redirect (person_id);
      create table if not exists person_merge (
        id int generated always as identity primary key,
        survivor_id int not null,
        survivor_version int not null,
        survivor_before jsonb not null,
        merged_slug text not null,
        merged_name text not null,
        merged_before jsonb not null,
        links jsonb not null,
        aliases text[] not null,
        redirects text[] not null,
        -- The marked pictures of the merged person. Merges from before pictures were marked have none.
        marks jsonb check (jsonb_typeof(marks) = 'array'),
        merged_by text not null,
        merged_at timestamptz not null default now()
      );
      create index if not exists person_merge_by_survivor on person_merge (survivor_id);
      create table if not exists person_not_duplicate (
        one_id int not null,
        other_id int not null check (one_id < other_id),
        dismissed_by text not null,
        dismissed_at timestamptz not null default now(),
        primary key (one_id, other_id)
      );
    `);
  }
}

const NAMES = (...names: string[]) =>
  `alter table person alter column names set expression as (name_document(array[${names.join(', ')}] || aliases))`;
const WORDS = (apostrophes: string) => String.raw`
  create or replace function name_words(name text) returns text[] language sql immutable parallel safe strict
  return array_remove(string_to_array(regexp_replace(
    regexp_replace(fold(name), '[${apostrophes}]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'), ' '), '')`;
const DOCUMENT = (joined: string) => String.raw`
  create or replace function name_document(names text[]) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array(
    select distinct form from unnest(names) name, unnest(name_lexemes(name) || ${joined}(name)) lexeme, unnest(
      case when lexeme like '=%' then array[lexeme]
      else array[lexeme, regexp_replace(lexeme, '([aou])e(?!$)', '\1', 'g'), '~' || phonetic_key(lexeme)] end) form))`;
const ALIAS_INDEX = `create index person_alias_words on person_alias using gin (name_document(array[name_key]))`;
const SAINT = String.raw`regexp_replace(array_to_string(name_words(name), ' '), '\mste?\M', 'saint', 'g')`;

/** Files all people again by the rules of today. `choice` is SQL for what a curator chose. */
async function filePeople(migration: Migration, choice = 'null'): Promise<void> {
  const people = (await migration.execute(`select id, full_name, ${choice} chosen from person`)) as {
    id: number;
    full_name: string;
    chosen: string | null;
  }[];
  const rows = people.map(({ id, full_name, chosen }) => {
    const proposal = proposeFilingName(full_name);
    return { id, proposal, key: filingKey(chosen ?? proposal) };
  });
  await migration.execute(
    `update person p set filing_proposal = n.proposal, filing_key = n.key
    from jsonb_to_recordset(?::jsonb) as n(id int, proposal text, key text) where p.id = n.id`,
    [JSON.stringify(rows)],
  );
}

/**
 * Neighboring words of a name are found joined, too: "vankirk", "delacruz", "enlai", "ladybird". This needs no list of particles. Names in
 * other scripts are also found in Latin letters, by their sort key. People are filed again by the rules of today.
 */
export class JoinedNames extends Migration {
  override async up(): Promise<void> {
    await filePeople(this, 'filed_under');
    this.addSql(WORDS("''’‘`ʻʼ"));
    this.addSql(`
      create function joined_words(name text) returns text[] language sql immutable parallel safe strict
      return array(
        select array_to_string(words[first:last], '') from (select string_to_array(${SAINT}, ' ') words) w,
          generate_series(1, cardinality(words)) first, generate_series(first, least(first + 2, cardinality(words))) last)`);
    this.addSql(DOCUMENT('joined_words'));
    this.addSql(`drop function joined_surnames(text)`);
    this.addSql(
      NAMES(
        'full_name',
        'article_name(wikipedia_key)',
        String.raw`case when fold(full_name) ~ '[^\x01-\x7f]' then filing_key end`,
      ),
    );
    this.addSql(`drop index person_alias_words`);
    this.addSql(ALIAS_INDEX);
  }

  override down(): void {
    this.addSql(String.raw`
      create function joined_surnames(name text) returns text[] language sql immutable parallel safe strict
      return string_to_array(regexp_replace(${SAINT},
        '\m(de|del|della|dello|dalla|der|den|des|di|da|das|dos|du|van|vander|von|vom|zur|zum|zu|ter|ten|la|las|le|los|bin|binti|bint|ibn|al|el|saint|mac|mc) (?=\w)',
        '\1', 'g'), ' ')`);
    this.addSql(DOCUMENT('joined_surnames'));
    this.addSql(`drop function joined_words(text)`);
    this.addSql(WORDS("''’`"));
    this.addSql(NAMES('full_name', 'article_name(wikipedia_key)'));
    this.addSql(`drop index person_alias_words`);
    this.addSql(ALIAS_INDEX);
  }
}

/** People are filed again by the rules of today. */
export class FiledAgain extends Migration {
  override async up(): Promise<void> {
    await filePeople(this, 'filed_under');
  }

  override down(): void {
    // The rules of before are gone.
  }
}
