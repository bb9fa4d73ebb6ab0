import { Migration } from '@mikro-orm/migrations';

const WIKIPEDIA = '^https://[a-z-]+\\.wikipedia\\.org/wiki/';

/**
 * Aliases of people, and a search document with all of their names: each word without accents, and the initials of each name after
 * `=`. The mark is needed because the words of a search are looked up by prefix.
 */
export class PersonNames extends Migration {
  override up(): void {
    this.addSql(`alter table person add column aliases text[] not null default '{}'`);
    this.addSql(`
      create function name_words(name text) returns text[] language sql immutable parallel safe strict
      return array_remove(string_to_array(regexp_replace(
        regexp_replace(fold(name), '[''’\`]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'), ' '), '')`);
    this.addSql(`
      create function name_lexemes(name text) returns text[] language sql immutable parallel safe strict
      return name_words(name) || array['=' || coalesce((
        select string_agg(left(word, 1), '' order by place) from unnest(name_words(name)) with ordinality w(word, place)
        where word <> all ('{jr,sr,ii,iii,iv}')), '')]`);
    this.addSql(String.raw`
      create function percent_decoded(encoded text) returns text language sql immutable parallel safe strict
      return convert_from((
        select string_agg(case when part[1] ~ '^%..$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end,
          ''::bytea order by place)
        from regexp_matches(encoded, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality parts(part, place)), 'UTF8')`);
    this.addSql(`
      create function article_name(address text) returns text language sql immutable parallel safe strict
      return case when address ~ '${WIKIPEDIA}' then
        replace(percent_decoded(regexp_replace(regexp_replace(address, '${WIKIPEDIA}', ''), '_*\\(.*\\)$', '')), '_', ' ') end`);
    this.addSql(`
      create function name_document(names text[]) returns tsvector language sql immutable parallel safe
      return array_to_tsvector(array(select distinct lexeme from unnest(names) name, unnest(name_lexemes(name)) lexeme))`);
    this.addSql(`
      alter table person add column names tsvector not null
      generated always as (name_document(array[full_name, article_name(wikipedia_key)] || aliases)) stored`);
    this.addSql(`create index person_names on person using gin (names)`);
    this.addSql(`create index person_alias_words on person_alias using gin (array_to_tsvector(name_words(name_key)))`);
  }

  override down(): void {
    this.addSql(`drop index person_alias_words`);
    this.addSql(`alter table person drop column names, drop column aliases`);
    for (const name of [
      'name_document(text[])',
      'article_name(text)',
      'percent_decoded(text)',
      'name_lexemes(text)',
      'name_words(text)',
    ])
      this.addSql(`drop function ${name}`);
  }
}
