import { Migration } from '@mikro-orm/migrations';

/** Stored responses of idempotent requests, and restores in the history of deleted records. */
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

    // Like a new record, a restored record did not exist before.
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
