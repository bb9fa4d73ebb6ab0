import { Migration } from '@mikro-orm/migrations';

/** Previews show each voyage as it would be. */
export class ImportCards extends Migration {
  override up(): void {
    this.addSql('alter table ingest_item add column card jsonb');
  }

  override down(): void {
    this.addSql('alter table ingest_item drop column card');
  }
}
