import { Migration } from '@mikro-orm/migrations';

/** Requests that need the password again. */
export class Confirmations extends Migration {
  override up(): void {
    this.addSql(`
      create table confirmation (
        id text primary key check (length(id) = 43),
        session_key bytea not null,
        operation text not null,
        digest bytea not null check (length(digest) = 32),
        what text not null,
        created_at timestamptz not null default now(),
        confirmed_at timestamptz
      )`);
    this.addSql('create index confirmation_by_session on confirmation (session_key, created_at)');
  }

  override down(): void {
    this.addSql('drop table confirmation');
  }
}
