import { Migration } from '@mikro-orm/migrations';

/** Published versions of micro-frontends, the reason of each registry revision, and deploy tokens. */
export class FrontendReleases extends Migration {
  override up(): void {
    // `digest` identifies the build in storage, with its `files`. It is null for local builds.
    this.addSql(`
      create table frontend_version (
        name text not null,
        version text not null,
        digest text check (digest ~ '^[0-9a-f]{64}$'),
        files jsonb not null default '{}' check (jsonb_typeof(files) = 'object'),
        contract int not null,
        uses jsonb not null default '{}' check (jsonb_typeof(uses) = 'object'),
        smoke jsonb,
        published_by text not null,
        published_at timestamptz not null default now(),
        primary key (name, version)
      )`);
    this.addSql(`
      alter table frontend_revision
        add column action text not null default 'start' check (action in ('start', 'promote', 'canary', 'rollback')),
        add column name text,
        add column version text,
        add column note text`);
    this.addSql(`
      create function frontend_revision_stays() returns trigger language plpgsql as $$
      begin
        raise exception 'Revisions of the registry are only ever added' using errcode = 'restrict_violation';
      end $$`);
    this.addSql(`
      create trigger frontend_revision_stays before update or delete on frontend_revision
      for each statement execute function frontend_revision_stays()`);
    this.addSql(`
      create table deploy_token (
        id int generated always as identity primary key,
        name text not null,
        label text not null,
        token_hash bytea not null unique check (length(token_hash) = 32),
        created_by text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        revoked_at timestamptz
      )`);
  }

  override down(): void {
    this.addSql(`drop table deploy_token`);
    this.addSql(`drop trigger frontend_revision_stays on frontend_revision`);
    this.addSql(`drop function frontend_revision_stays()`);
    this.addSql(`
      alter table frontend_revision drop column action, drop column name, drop column version, drop column note`);
    this.addSql(`drop table frontend_version`);
  }
}
