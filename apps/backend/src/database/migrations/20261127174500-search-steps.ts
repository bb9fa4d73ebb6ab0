import { Migration } from '@mikro-orm/migrations';

const DOCUMENTS = { voyage_search: 'document', person: 'search', media: 'search', album: 'search' };
const PLACE_WORDS = `to_tsvector('archive', coalesce(start_location, '') || ' ' || coalesce(end_location, ''))`;
const UNACCENTED = `lower(public.unaccent('public.unaccent'::regdictionary, words))`;

/**
 * Indexes of the words of titles and names, which search shows first, and of the words of places. `fold` returns the same as before, but looks for accents only in
 * text that isn't ASCII, because that takes most of its time.
 */
export class SearchSteps extends Migration {
  override up(): void {
    this.fold(`case when octet_length(words) = length(words) then lower(words) else ${UNACCENTED} end`);
    for (const [table, column] of Object.entries(DOCUMENTS))
      this.addSql(`create index ${table}_title_words on ${table} using gin (ts_filter(${column}, '{a}'))`);
    this.addSql(`create index voyage_place_words on voyage using gin (${PLACE_WORDS})`);
  }

  private fold(result: string): void {
    this.addSql(`
      create or replace function fold(words text) returns text language sql immutable parallel safe strict
      return ${result}`);
  }

  override down(): void {
    this.addSql('drop index voyage_place_words');
    for (const table of Object.keys(DOCUMENTS)) this.addSql(`drop index ${table}_title_words`);
    this.fold(UNACCENTED);
  }
}
