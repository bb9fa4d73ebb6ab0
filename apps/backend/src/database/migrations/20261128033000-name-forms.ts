import { Migration } from '@mikro-orm/migrations';

const NAMES = 'name_document(array[full_name, article_name(wikipedia_key)] || aliases)';

/**
 * People are found by other spellings of their names: each word also without umlauts ("muller" for Mueller), and by its phonetic key, after
 * `~` ("~f6234" for Forrestal and Forestall). Names from imports are found in the same forms as others.
 */
export class NameForms extends Migration {
  override up(): void {
    // Like phoneticKey in libs/voyage-document.
    this.addSql(String.raw`
      create function phonetic_key(word text) returns text language sql immutable parallel safe strict
      return replace(left(word, 1), 'c', 'k') || regexp_replace(substr(
        regexp_replace(translate(word, 'bfpvcgjkqsxzdtlmnr', '111122222222334556'), '(.)\1+', '\1', 'g'), 2), '[aeiouyhw]', '', 'g')`);
    this.addSql(String.raw`
      create or replace function name_document(names text[]) returns tsvector language sql immutable parallel safe
      return array_to_tsvector(array(
        select distinct form from unnest(names) name, unnest(name_lexemes(name) || joined_surnames(name)) lexeme, unnest(
          case when lexeme like '=%' then array[lexeme]
          else array[lexeme, regexp_replace(lexeme, '([aou])e(?!$)', '\1', 'g'), '~' || phonetic_key(lexeme)] end) form))`);
    this.addSql(`alter table person alter column names set expression as (${NAMES})`);
    this.addSql(`drop index person_alias_words`);
    this.addSql(`create index person_alias_words on person_alias using gin (name_document(array[name_key]))`);
  }

  override down(): void {
    this.addSql(`
      create or replace function name_document(names text[]) returns tsvector language sql immutable parallel safe
      return array_to_tsvector(array(
        select distinct lexeme from unnest(names) name, unnest(name_lexemes(name) || joined_surnames(name)) lexeme))`);
    this.addSql(`drop function phonetic_key(text)`);
    this.addSql(`alter table person alter column names set expression as (${NAMES})`);
    this.addSql(`drop index person_alias_words`);
    this.addSql(`create index person_alias_words on person_alias using gin (array_to_tsvector(name_words(name_key)))`);
  }
}
