import { Migration } from '@mikro-orm/migrations';

/** Curators’ choices of fields for a table’s columns, which are reused for later tables with the same headings. */
export class ColumnMappings extends Migration {
  override up(): void {
    this.addSql(`
      create table column_mapping (
        headings text primary key,
        columns jsonb not null,
        decided_by text not null,
        decided_at timestamptz not null default now()
      )`);
    this.addSql('alter table ingest_operation add column columns_chosen_by text');
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column columns_chosen_by');
    this.addSql('drop table column_mapping');
  }
}
