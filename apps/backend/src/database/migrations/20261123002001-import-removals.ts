import { Migration } from '@mikro-orm/migrations';

/** What a preview removes is confirmed before it is applied, and empty fields clear values only when an import is asked to. */
export class ImportRemovals extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column clear_empty boolean not null default false,
        add column empty_kept integer not null default 0,
        add column removals jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column clear_empty, drop column empty_kept, drop column removals');
  }
}
