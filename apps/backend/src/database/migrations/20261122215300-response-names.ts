import { Migration } from '@mikro-orm/migrations';
import { requireMigration } from './20261122213500-schema-contract.ts';

const COLUMNS: [table: string, from: string, to: string][] = [
  ['idempotency_key', 'answer', 'response'],
  ['storage_discrepancy', 'refusal', 'rejection'],
];

/** Renames stored responses and rejected files to the terms of the API. */
export class ResponseNames extends Migration {
  override up(): void {
    for (const [table, from, to] of COLUMNS) this.addSql(`alter table ${table} rename column ${from} to ${to}`);
    requireMigration(this, '20261122215300-response-names');
  }

  override down(): void {
    for (const [table, from, to] of COLUMNS) this.addSql(`alter table ${table} rename column ${to} to ${from}`);
    requireMigration(this, '20261122213500-schema-contract');
  }
}
