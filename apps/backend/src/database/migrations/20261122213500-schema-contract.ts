import { Migration } from '@mikro-orm/migrations';

/**
 * Prevents program versions that don't know migration `name` from running on the schema. Call this in a migration that removes or renames
 * something that older versions use, but not in one that only adds, so that old and new versions can run side by side during an upgrade.
 */
export function requireMigration(migration: Migration, name: string): void {
  migration.addSql(`update schema_contract set required_migration = '${name}'`);
}

/** The migration that a program must know to run on this schema. */
export class SchemaContract extends Migration {
  override up(): void {
    this.addSql(`
      create table schema_contract (
        only_row boolean primary key default true check (only_row),
        required_migration text not null
      )`);
    this.addSql(`insert into schema_contract (required_migration) values ('20261122213500-schema-contract')`);
  }

  override down(): void {
    this.addSql('drop table schema_contract');
  }
}
