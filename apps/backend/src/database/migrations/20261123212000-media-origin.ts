import { Migration } from '@mikro-orm/migrations';

const COLUMNS = ['creator', 'place', 'identifier', 'provenance', 'original_filename'];

const EARLIER = `
  setweight(to_tsvector('archive', title), 'A') ||
  setweight(to_tsvector('archive', coalesce(credit, '') || ' ' || coalesce(alt_text, '') || ' ' || words_of(tags)), 'B') ||
  setweight(to_tsvector('archive', coalesce(description_markdown, '') || ' ' || coalesce(rights_note, '') || ' ' ||
    date_words(date) || ' ' || coalesce(file_words(coalesce(storage_key, external_url)), '')), 'C')`;

const SEARCHED = `
  setweight(to_tsvector('archive', title), 'A') ||
  setweight(to_tsvector('archive', coalesce(credit, '') || ' ' || coalesce(alt_text, '') || ' ' || words_of(tags) || ' ' ||
    coalesce(creator, '') || ' ' || coalesce(place, '') || ' ' || coalesce(identifier, '')), 'B') ||
  setweight(to_tsvector('archive', coalesce(description_markdown, '') || ' ' || coalesce(rights_note, '') || ' ' ||
    coalesce(provenance, '') || ' ' || date_words(date) || ' ' || coalesce(file_words(original_filename), '') || ' ' ||
    coalesce(file_words(coalesce(storage_key, external_url)), '')), 'C')`;

/** Where media come from: creator, place, identifier, provenance, and the name of the uploaded file. */
export class MediaOrigin extends Migration {
  override up(): void {
    this.addSql(`alter table media ${COLUMNS.map((name) => `add column ${name} text`).join(', ')}`);
    this.addSql(`alter table media alter column search set expression as (${SEARCHED})`);
  }

  override down(): void {
    this.addSql(`alter table media alter column search set expression as (${EARLIER})`);
    this.addSql(`alter table media ${COLUMNS.map((name) => `drop column ${name}`).join(', ')}`);
  }
}
