import { Migration } from '@mikro-orm/migrations';

/** The last run of each retention rule, and the imports whose details were deleted by a rule. */
export class Retention extends Migration {
  override up(): void {
    this.addSql(`
      create table retention_run (
        name text primary key,
        ran_at timestamptz not null,
        removed bigint not null,
        removed_total bigint not null,
        error text
      )`);
    this.addSql('alter table ingest_operation add column details_deleted_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column details_deleted_at');
    this.addSql('drop table retention_run');
  }
}
