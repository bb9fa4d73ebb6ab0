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

/** Which file a package came as, and which archive exported it. */
export class PackageOrigins extends Migration {
  override up(): void {
    this.addSql('alter table package_import add column filename text, add column origin jsonb');
  }

  override down(): void {
    this.addSql('alter table package_import drop column filename, drop column origin');
  }
}

/** Packages that are compared with an archive that has records, before they are imported into it. */
export class PackagePreviews extends Migration {
  override up(): void {
    this.addSql(`
      alter table package_import
        add column compares boolean not null default false,
        add column preview jsonb,
        add column choices jsonb,
        drop constraint package_import_state_check,
        add constraint package_import_state_check
          check (state in ('waiting', 'running', 'previewed', 'completed', 'failed', 'cancelled')),
        drop constraint package_import_check2,
        add constraint package_import_check2
          check ((finished_at is null) = (state in ('waiting', 'running', 'previewed'))),
        add constraint package_import_check3 check (preview is not null or state <> 'previewed')`);
    this.addSql(
      `update package_import set imported = imported || '{"changed": 0}' where imported is not null and not imported ? 'changed'`,
    );
  }

  override down(): void {
    this.addSql(`delete from package_import where compares`);
    this.addSql(`
      alter table package_import
        drop column compares,
        drop column preview,
        drop column choices,
        drop constraint package_import_state_check,
        add constraint package_import_state_check
          check (state in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
        drop constraint package_import_check2,
        add constraint package_import_check2 check ((finished_at is null) = (state in ('waiting', 'running')))`);
  }
}
