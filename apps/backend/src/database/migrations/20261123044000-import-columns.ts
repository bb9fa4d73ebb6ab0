import { Migration } from '@mikro-orm/migrations';

/** The fields that curators chose for the columns of a table. */
export class ImportColumns extends Migration {
  override up(): void {
    this.addSql('alter table ingest_operation add column columns jsonb');
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column columns');
  }
}
