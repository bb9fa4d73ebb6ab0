import { Migration } from '@mikro-orm/migrations';

/** What writing needs: the answers of creating requests that may be sent again, and restoring as a change of what was not there. */
export class Writing extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotency_key (
        username text not null,
        key text not null,
        fingerprint bytea not null check (length(fingerprint) = 32),
        answer text,
        version text,
        headers jsonb not null default '{}',
        created_at timestamptz not null default now(),
        primary key (username, key)
      )`);
    this.addSql(`create index idempotency_key_by_age on idempotency_key (created_at)`);

    // A record that was deleted and is brought back had nothing before it either.
    this.addSql(`alter table history drop constraint history_check`);
    this.addSql(`
      alter table history add constraint history_keeps_what_was_before
      check (case action when 'create' then before is null when 'restore' then true else before is not null end)`);
  }

  override down(): void {
    this.addSql(`delete from history where action = 'restore' and before is null`);
    this.addSql(`alter table history drop constraint history_keeps_what_was_before`);
    this.addSql(`alter table history add constraint history_check check ((action = 'create') = (before is null))`);
    this.addSql(`drop table idempotency_key`);
  }
}
