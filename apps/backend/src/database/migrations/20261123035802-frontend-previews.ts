import { Migration } from '@mikro-orm/migrations';

/** Versions of micro-frontends that a session previews. They are deleted with the session. */
export class FrontendPreviews extends Migration {
  override up(): void {
    this.addSql(`
      create table frontend_preview (
        session_hash bytea not null references session (token_hash) on delete cascade,
        name text not null,
        version text not null,
        started_at timestamptz not null default now(),
        primary key (session_hash, name),
        foreign key (name, version) references frontend_version (name, version) on delete cascade
      )`);
  }

  override down(): void {
    this.addSql('drop table frontend_preview');
  }
}
