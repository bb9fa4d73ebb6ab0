import { Migration } from '@mikro-orm/migrations';

/** A preview shows names of new people that are probably one name in different spellings. */
export class NameSpellings extends Migration {
  override up(): void {
    this.addSql(`alter table ingest_name add column spellings jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql('alter table ingest_name drop column spellings');
  }
}
