import { Migration } from '@mikro-orm/migrations';

/** Imports of packages, which a worker runs, one at a time. */
export class PackageImports extends Migration {
  override up(): void {
    this.addSql(`
      create table package_import (
        id uuid primary key default gen_random_uuid(),
        storage_key text not null,
        replaces_earlier_work boolean not null,
        state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
        step text not null default 'Waiting',
        progress int not null default 0 check (progress between 0 and 100),
        attempt int not null default 1 check (attempt >= 1),
        imported jsonb check ((imported is not null) = (state = 'completed')),
        error text check ((error is not null) = (state = 'failed')),
        started_by text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        finished_at timestamptz check ((finished_at is null) = (state in ('waiting', 'running')))
      )`);
    this.addSql(
      `create unique index package_import_active on package_import ((true)) where state in ('waiting', 'running')`,
    );
  }

  override down(): void {
    this.addSql('drop table package_import');
  }
}
