import { Migration } from '@mikro-orm/migrations';

/**
 * Removals of a preview, which must be confirmed before it is applied. Empty fields clear values only if the import is asked to do that.
 */
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
