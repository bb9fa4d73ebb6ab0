import { Migration } from '@mikro-orm/migrations';
import { REBUILD_VOYAGES, rebuildVoyageSearch } from '../voyage-search.ts';

const SEARCH_COLUMNS = `
  select table_name, generation_expression from information_schema.columns
  where table_schema = current_schema() and column_name = 'search' and generation_expression is not null`;

/**
 * Words with signs are also searched as written: AT&T, C#, 100%, F/V, No. 9. The parser of PostgreSQL drops these signs, and keeps words with a
 * slash as one.
 */
export class SignsInWords extends Migration {
  override async up(): Promise<void> {
    // Like signsOf in modules/search/search-terms.ts.
    this.addSql(String.raw`
      create function sign_words(words text) returns tsvector language sql immutable parallel safe strict
      return case when words !~ '[&+/#%]|[Nn]o\.' then '' else (
        select coalesce(string_agg(format('''%s'':%s', sign, least(place, 16383)), ' '), '')::tsvector ||
          to_tsvector('archive', coalesce(string_agg(replace(sign, '/', ' '), ' ') filter (where sign like '%/%'), ''))
        from (
          select sign, row_number() over (order by sign) place from (
            select translate(part, ' ', '') sign from regexp_matches(fold(regexp_replace(words, 'https?://\S+', ' ', 'gi')),
              '\mno\. ?\d+|#\d+|[[:alnum:]]+(?:[&+/][[:alnum:]]+)+[+#%]*|[[:alnum:]]+[+#%]+', 'g') found,
              lateral (select found[1] part union select unnest(string_to_array(found[1], '/'))) parts
            where part ~ '[&+/#%.]' group by sign) signs) placed) end`);
    this.addSql(`
      create function archive_words(words text) returns tsvector language sql immutable parallel safe strict
      return to_tsvector('archive', words) || sign_words(words)`);
    await this.searchedWith('to_tsvector', 'archive_words');
    await rebuildVoyageSearch(this, { signs: true });
    this.addSql(REBUILD_VOYAGES);
  }

  /** Replaces the function that makes words of text, in all search documents except those of voyages. */
  private async searchedWith(earlier: 'to_tsvector' | 'archive_words', next: 'to_tsvector' | 'archive_words') {
    const call = { to_tsvector: `to_tsvector('archive'::regconfig, `, archive_words: 'archive_words(' };
    const words = (text: string) => `${call[next]}${text})`;
    const columns = (await this.execute(SEARCH_COLUMNS)) as { table_name: string; generation_expression: string }[];
    for (const { table_name, generation_expression } of columns) {
      const expression = generation_expression.replaceAll(call[earlier], call[next]);
      this.addSql(`alter table ${table_name} alter column search set expression as (${expression})`);
    }
    this.addSql(`drop index passenger_by_words`);
    this.addSql(`
      create or replace function passenger_words(title text, capacity_role text) returns tsvector language sql immutable parallel safe
      return ${words(`coalesce(title, '') || ' ' || coalesce(capacity_role, '')`)}`);
    this.addSql(`create index passenger_by_words on passenger using gin (passenger_words(title, capacity_role))`);
    this.addSql(`drop index voyage_place_words`);
    this.addSql(
      `create index voyage_place_words on voyage using gin (${words(`coalesce(start_location, '') || ' ' || coalesce(end_location, '')`)})`,
    );
  }

  override async down(): Promise<void> {
    await this.searchedWith('archive_words', 'to_tsvector');
    await rebuildVoyageSearch(this, { signs: false });
    this.addSql(REBUILD_VOYAGES);
    this.addSql(`drop function archive_words(text)`);
    this.addSql(`drop function sign_words(text)`);
  }
}
