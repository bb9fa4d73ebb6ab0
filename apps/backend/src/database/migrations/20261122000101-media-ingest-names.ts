import { Migration } from '@mikro-orm/migrations';

/** Renamed tables of media, storage and imports. */
const TABLES: [from: string, to: string][] = [
  ['storage_deletion', 'storage_cleanup'],
  ['storage_finding', 'storage_discrepancy'],
];
const COLUMNS: [table: string, from: string, to: string][] = [
  ['derivative_task', 'begun', 'attempts'],
  ['media_fetch', 'alive_at', 'heartbeat_at'],
  ['ingest_item', 'seen', 'base_hash'],
  ['ingest_item', 'seen_version', 'base_version'],
  ['ingest_item', 'remembered', 'baseline'],
];
const INDEXES: [from: string, to: string][] = [
  ['storage_deletion_by_due', 'storage_cleanup_by_due'],
  ['storage_finding_by_hash', 'storage_discrepancy_by_hash'],
  ['storage_finding_by_media', 'storage_discrepancy_by_media'],
  ['storage_finding_by_check', 'storage_discrepancy_by_check'],
];

/**
 * Renames media, storage and import tables to the standard terms. Rows keep their values: files that wait for cleanup stay in the renamed
 * table, and the worker adds them to the renamed queue.
 */
export class MediaIngestNames extends Migration {
  override up(): void {
    for (const [from, to] of TABLES) this.addSql(`alter table ${from} rename to ${to}`);
    for (const [table, from, to] of COLUMNS) this.addSql(`alter table ${table} rename column ${from} to ${to}`);
    for (const [from, to] of INDEXES) this.addSql(`alter index ${from} rename to ${to}`);
    this.renameDismissed('declined', 'dismissed', 'baseline');
  }

  override down(): void {
    this.renameDismissed('dismissed', 'declined', 'baseline');
    for (const [from, to] of INDEXES) this.addSql(`alter index ${to} rename to ${from}`);
    for (const [table, from, to] of COLUMNS) this.addSql(`alter table ${table} rename column ${to} to ${from}`);
    for (const [from, to] of TABLES) this.addSql(`alter table ${to} rename to ${from}`);
  }

  private renameDismissed(from: string, to: string, column: string): void {
    this.addSql(`
      update ingest_record set fields = fields - '${from}' || jsonb_build_object('${to}', fields -> '${from}')
      where fields ? '${from}'`);
    this.addSql(`
      update ingest_item
      set ${column} = jsonb_set(${column}, '{fields}',
        (${column} -> 'fields') - '${from}' || jsonb_build_object('${to}', ${column} -> 'fields' -> '${from}'))
      where ${column} -> 'fields' ? '${from}'`);
  }
}
