import { Migration } from '@mikro-orm/migrations';

/** Verdicts of verifiers on builds, tokens of verifiers, and origin and size of builds. */
export class FrontendVerdicts extends Migration {
  override up(): void {
    // Replaces `frontend_version.smoke`, which publishers wrote. A later migration drops it.
    this.addSql(`
      create table frontend_verdict (
        id int generated always as identity primary key,
        name text not null,
        version text not null,
        digest text not null check (digest ~ '^[0-9a-f]{64}$'),
        revision int not null,
        passed boolean not null,
        problems jsonb not null check (jsonb_typeof(problems) = 'array'),
        created_by text not null,
        created_at timestamptz not null default now()
      )`);
    this.addSql(`create index frontend_verdict_by_version on frontend_verdict (name, version, id desc)`);
    this.addSql(`
      create function frontend_verdict_stays() returns trigger language plpgsql as $$
      begin
        raise exception 'Verdicts are only ever added' using errcode = 'restrict_violation';
      end $$`);
    this.addSql(`
      create trigger frontend_verdict_stays before update or delete on frontend_verdict
      for each statement execute function frontend_verdict_stays()`);
    // A verifier checks every micro-frontend, so its token has no name.
    this.addSql(`
      alter table deploy_token
        alter column name drop not null,
        add column scope text not null default 'publish' check (scope in ('publish', 'verify')),
        add check ((scope = 'publish') = (name is not null))`);
    this.addSql(`
      alter table frontend_version
        add column commit_hash text, add column pipeline_url text, add column loaded_bytes int`);
  }

  override down(): void {
    this.addSql(
      `alter table frontend_version drop column commit_hash, drop column pipeline_url, drop column loaded_bytes`,
    );
    this.addSql(`delete from deploy_token where scope = 'verify'`);
    this.addSql(`alter table deploy_token drop column scope, alter column name set not null`);
    this.addSql(`drop table frontend_verdict`);
    this.addSql(`drop function frontend_verdict_stays()`);
  }
}
