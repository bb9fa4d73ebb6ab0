import { Migration } from '@mikro-orm/migrations';

/** Large documents have a queue of their own, so that small ones don't wait for them. */
export class LargeDocuments extends Migration {
  override up(): void {
    this.addSql('alter table ingest_operation add column large boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column large');
  }
}
