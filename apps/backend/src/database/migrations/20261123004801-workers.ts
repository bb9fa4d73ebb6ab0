import { Migration } from '@mikro-orm/migrations';

/** The worker processes, with their last heartbeat. */
export class Workers extends Migration {
  override up(): void {
    this.addSql(`
      create table worker (
        name text primary key,
        started_at timestamptz not null default now(),
        heartbeat_at timestamptz not null default now(),
        running int not null default 0,
        completed int not null default 0,
        failed int not null default 0
      )`);
  }

  override down(): void {
    this.addSql(`drop table worker`);
  }
}
