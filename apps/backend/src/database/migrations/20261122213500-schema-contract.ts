import { Migration } from '@mikro-orm/migrations';

/**
 * Programs that don't know about migration `name` no longer run on the schema. A migration that removes or renames what an older program
 * uses calls this; one that only adds does not, so that old and new programs run side by side during an upgrade.
 */
export function requireMigration(migration: Migration, name: string): void {
  migration.addSql(`update schema_contract set required_migration = '${name}'`);
}

/** What a program has to know to run on this schema. */
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
