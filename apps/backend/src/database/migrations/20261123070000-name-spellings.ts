import { Migration } from '@mikro-orm/migrations';

/** Names of new people that are probably different spellings of one name. A preview shows them. */
export class NameSpellings extends Migration {
  override up(): void {
    this.addSql(`alter table ingest_name add column spellings jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql('alter table ingest_name drop column spellings');
  }
}
