import { Migration } from '@mikro-orm/migrations';

/** Files that crashed the process that decoded them, by their hash. */
export class SandboxCrashes extends Migration {
  override up(): void {
    this.addSql(`
      create table sandbox_crash (
        sha256 bytea primary key check (length(sha256) = 32),
        task text not null check (task in ('picture', 'document')),
        name text not null,
        reason text not null check (reason in ('memory', 'time', 'crash')),
        crashes int not null default 1 check (crashes >= 1),
        crashed_at timestamptz not null default now()
      )`);
    this.addSql(`create index sandbox_crash_latest on sandbox_crash (crashed_at desc)`);
  }

  override down(): void {
    this.addSql(`drop table sandbox_crash`);
  }
}
