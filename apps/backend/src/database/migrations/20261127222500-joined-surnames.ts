import { Migration } from '@mikro-orm/migrations';

const NAMES = 'name_document(array[full_name, article_name(wikipedia_key)] || aliases)';

/** People are found by surnames of more than one word written as one: "vankirk" for Van Kirk, "saintclair" for St. Clair. */
export class JoinedSurnames extends Migration {
  override up(): void {
    this.addSql(String.raw`
      create function joined_surnames(name text) returns text[] language sql immutable parallel safe strict
      return string_to_array(regexp_replace(regexp_replace(array_to_string(name_words(name), ' '), '\mste?\M', 'saint', 'g'),
        '\m(de|del|della|der|den|di|da|das|dos|du|van|von|vom|zur|zu|ter|ten|la|las|le|los|bin|ibn|al|el|saint|mac|mc) (?=\w)', '\1', 'g'), ' ')`);
    this.addSql(`
      create or replace function name_document(names text[]) returns tsvector language sql immutable parallel safe
      return array_to_tsvector(array(
        select distinct lexeme from unnest(names) name, unnest(name_lexemes(name) || joined_surnames(name)) lexeme))`);
    this.addSql(`alter table person alter column names set expression as (${NAMES})`);
  }

  override down(): void {
    this.addSql(`
      create or replace function name_document(names text[]) returns tsvector language sql immutable parallel safe
      return array_to_tsvector(array(select distinct lexeme from unnest(names) name, unnest(name_lexemes(name)) lexeme))`);
    this.addSql(`drop function joined_surnames(text)`);
    this.addSql(`alter table person alter column names set expression as (${NAMES})`);
  }
}
