import { Migration } from '@mikro-orm/migrations';

/** Which voyages an import leaves out because they changed after its preview, and which preview a refreshed one replaces. */
export class OvertakenPreviews extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column overtaken jsonb not null default '{}' check (jsonb_typeof(overtaken) = 'object'),
        add column refreshes uuid references ingest_operation,
        add check (refreshes is null or dry_run)`);
    this.addSql(
      `create index ingest_operation_by_refreshed on ingest_operation (refreshes) where refreshes is not null`,
    );
  }

  override down(): void {
    this.addSql(`drop index ingest_operation_by_refreshed`);
    this.addSql(`alter table ingest_operation drop column overtaken, drop column refreshes`);
  }
}
