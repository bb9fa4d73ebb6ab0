import { Migration } from '@mikro-orm/migrations';

/** Curators choose which field each column of a table fills. */
export class ImportColumns extends Migration {
  override up(): void {
    this.addSql('alter table ingest_operation add column columns jsonb');
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column columns');
  }
}
