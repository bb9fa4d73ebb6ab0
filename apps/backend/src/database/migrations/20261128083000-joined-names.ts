import { Migration } from '@mikro-orm/migrations';
import { filePeople } from './file-people.ts';

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
