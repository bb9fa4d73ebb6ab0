import { Migration } from '@mikro-orm/migrations';

/** The effects that a curator confirmed for an import without a preview. */
export class ConfirmedImports extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column confirmed_removals boolean not null default false,
        add column confirmed_same_day boolean not null default false`);
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column confirmed_removals, drop column confirmed_same_day');
  }
}
