import { Migration } from '@mikro-orm/migrations';
import { requireMigration } from './20261128040012-system.ts';

const REVOKE = (tokens: string) => `
      create or replace function revoke_tokens_of_withdrawn_version() returns trigger language plpgsql as $$
      declare
        before jsonb := (select apps -> new.name from frontend_revision where revision = new.revision - 1);
        withdrawn text := case when before ->> 'version' = new.apps -> new.name ->> 'version'
          then before -> 'canary' ->> 'version' else before ->> 'version' end;
        reason text := 'rollback of ' || new.name || ' ' || withdrawn;
        since timestamptz := (
          select min(created_at) from frontend_revision where revision < new.revision and revision > coalesce((
            select max(revision) from frontend_revision where revision < new.revision and (withdrawn in (
              apps -> new.name ->> 'version', apps -> new.name -> 'canary' ->> 'version')) is not true), 0));
      begin
        with ${tokens}
        insert into security_event (kind, actor, details)
        select 'token-revoked', 'the server',
          jsonb_build_object('token_id', id, 'label', label, 'scope', scope, 'reason', reason) from token;
        return null;
      end $$`;

const COPIED = 'label, token_hash, created_by, created_at, created_with, last_used_at, revoked_at, revoked_by';

/** One table for the tokens of all programs, each with scopes and an optional expiry. Existing tokens stay valid. */
export class ApiTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table api_token (
        id int generated always as identity primary key,
        label text not null,
        scopes text[] not null check (cardinality(scopes) > 0),
        token_hash bytea not null unique check (length(token_hash) = 32),
        created_by text not null,
        created_at timestamptz not null default now(),
        created_with jsonb not null default '[]',
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz,
        revoked_by text
      )`);
    this.addSql(`
      insert into api_token (scopes, ${COPIED})
      select array[coalesce('deploy:' || name, 'verify')], ${COPIED} from deploy_token
      union all
      select array['upload'], ${COPIED} from upload_token
      order by created_at`);
    this.addSql(
      'create trigger created_with before insert on api_token for each row execute function set_created_with()',
    );
    this.addSql(
      REVOKE(`token as (
          update api_token set revoked_at = now(), revoked_by = reason
          where revoked_at is null and created_at >= since returning id, label, array_to_string(scopes, ', ') as scope
        )`),
    );
    this.addSql('drop table deploy_token, upload_token');
    requireMigration(this, '20261128083500-api-tokens');
  }

  override down(): void {
    for (const [table, columns] of [
      ['deploy_token', 'name text, scope text not null,'],
      ['upload_token', ''],
    ])
      this.addSql(`
      create table ${table} (
        id int generated always as identity primary key,
        ${columns}
        label text not null,
        token_hash bytea not null unique check (length(token_hash) = 32),
        created_by text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        revoked_at timestamptz,
        revoked_by text,
        created_with jsonb not null default '[]'
      )`);
    this.addSql(`
      insert into deploy_token (name, scope, ${COPIED})
      select nullif(substr(scopes[1], 8), ''), case scopes[1] when 'verify' then 'verify' else 'publish' end, ${COPIED}
      from api_token where not 'upload' = any(scopes)`);
    this.addSql(`insert into upload_token (${COPIED}) select ${COPIED} from api_token where 'upload' = any(scopes)`);
    for (const table of ['deploy_token', 'upload_token'])
      this.addSql(
        `create trigger created_with before insert on ${table} for each row execute function set_created_with()`,
      );
    this.addSql(
      REVOKE(`deploy as (
          update deploy_token set revoked_at = now(), revoked_by = reason
          where revoked_at is null and created_at >= since returning id, label, scope
        ), upload as (
          update upload_token set revoked_at = now(), revoked_by = reason
          where revoked_at is null and created_at >= since returning id, label, 'upload' as scope
        ), token as (select * from deploy union all select * from upload)`),
    );
    this.addSql('drop table api_token');
    requireMigration(this, '20261128040012-system');
  }
}
