import { Migration } from '@mikro-orm/migrations';

/** Counts new voyages on a day on which the archive already has a voyage. A curator must confirm them. */
export class SameDayVoyages extends Migration {
  override up(): void {
    this.addSql('alter table ingest_operation add column same_day integer not null default 0');
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column same_day');
  }
}
