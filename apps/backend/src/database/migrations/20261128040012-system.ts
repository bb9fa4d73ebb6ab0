import { Migration } from '@mikro-orm/migrations';

/**
 * Prevents program versions that don't know migration `name` from running on the schema. Call this in a migration that removes or renames
 * something that older versions use, but not in one that only adds, so that old and new versions can run side by side during an upgrade.
 */
export function requireMigration(migration: Migration, name: string): void {
  migration.addSql(`update schema_contract set required_migration = '${name}'`);
}

/** Worker processes with their last heartbeat, the last run of each retention rule, and the migration that a program must know. */
export class System extends Migration {
  override up(): void {
    // Versions from before the baseline work on an archive that they could have created themselves, but not on a new one.
    this.addSql(`
      create table if not exists worker (
        name text primary key,
        started_at timestamptz not null default now(),
        heartbeat_at timestamptz not null default now(),
        running int not null default 0,
        completed int not null default 0,
        failed int not null default 0
      );

      create table if not exists retention_run (
        name text primary key,
        ran_at timestamptz not null,
        removed bigint not null,
        removed_total bigint not null,
        error text
      );

      create table if not exists schema_contract (
        only_row boolean primary key default true check (only_row),
        required_migration text not null
      );
      insert into schema_contract (required_migration) values ('20261128040012-system') on conflict do nothing;
    `);
  }
}
