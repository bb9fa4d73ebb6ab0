import { Migration } from '@mikro-orm/migrations';
import { requireMigration } from './20261122213500-schema-contract.ts';

const COLUMNS: [from: string, to: string][] = [
  ['overtaken', 'stale_voyages'],
  ['empty_kept', 'empty_ignored'],
];

/** Renames the columns of an import's report to the terms of the API. */
export class StaleVoyages extends Migration {
  override up(): void {
    for (const [from, to] of COLUMNS) this.addSql(`alter table ingest_operation rename column ${from} to ${to}`);
    requireMigration(this, '20261123035000-stale-voyages');
  }

  override down(): void {
    for (const [from, to] of COLUMNS) this.addSql(`alter table ingest_operation rename column ${to} to ${from}`);
    requireMigration(this, '20261122215300-response-names');
  }
}
