import { Migration } from '@mikro-orm/migrations';

/** The registry of micro-frontends: builds, releases, descriptions, verdicts and reports. */
export class Frontends extends Migration {
  override up(): void {
    this.addSql(`
      -- The digest identifies the build in storage, with its files. It is null for local builds. The files of an old build are deleted;
      -- publishing the build again stores them again. The signer is the fingerprint of the publisher's key.
      create table if not exists frontend_version (
        name text not null,
        version text not null,
        digest text check (digest ~ '^[0-9a-f]{64}$'),
        files jsonb not null default '{}' check (jsonb_typeof(files) = 'object'),
        files_stored_at timestamptz not null default now(),
        files_deleted_at timestamptz,
        contract int not null,
        uses jsonb not null default '{}' check (jsonb_typeof(uses) = 'object'),
        -- Written by publishers, before verdicts existed.
        smoke jsonb,
        commit_hash text,
        pipeline_url text,
        loaded_bytes int,
        signed_by text check (signed_by ~ '^[0-9a-f]{16}$'),
        published_by text not null,
        published_at timestamptz not null default now(),
        primary key (name, version)
      );
      create table if not exists frontend_revision (
        revision int primary key check (revision >= 1),
        apps jsonb not null check (jsonb_typeof(apps) = 'object'),
        action text not null default 'start' check (action in ('start', 'promote', 'canary', 'rollback', 'remove')),
        name text,
        version text,
        note text,
        created_at timestamptz not null default now(),
        created_by text not null
      );
      -- The latest row of a name is current. Retired micro-frontends have no description.
      create table if not exists frontend_registration (
        id int generated always as identity primary key,
        name text not null,
        action text not null check (action in ('register', 'change', 'retire')),
        description jsonb check (jsonb_typeof(description) = 'object'),
        created_by text not null,
        created_at timestamptz not null default now(),
        check ((action = 'retire') = (description is null))
      );
      create index if not exists frontend_registration_by_name on frontend_registration (name, id desc);
      create table if not exists frontend_verdict (
        id int generated always as identity primary key,
        name text not null,
        version text not null,
        digest text not null check (digest ~ '^[0-9a-f]{64}$'),
        revision int not null,
        passed boolean not null,
        problems jsonb not null check (jsonb_typeof(problems) = 'array'),
        created_by text not null,
        created_at timestamptz not null default now()
      );
      create index if not exists frontend_verdict_by_version on frontend_verdict (name, version, id desc);

      -- Reports of browsers, under an anonymous hash of the session: on a version, and on a whole page with its combination of versions.
      create table if not exists frontend_report (
        name text not null,
        version text not null,
        session bytea not null check (length(session) = 32),
        failures int not null default 0 check (failures >= 0),
        last_failure text,
        last_phase text,
        reported_at timestamptz not null default now(),
        primary key (name, version, session)
      );
      create index if not exists frontend_report_by_age on frontend_report (reported_at);
      create table if not exists frontend_page_report (
        session bytea not null check (length(session) = 32),
        page jsonb not null check (jsonb_typeof(page) = 'object'),
        failures int not null default 0 check (failures >= 0),
        reported_at timestamptz not null default now(),
        primary key (session, page)
      );
      create index if not exists frontend_page_report_by_age on frontend_page_report (reported_at);
      -- The versions that a session previews.
      create table if not exists frontend_preview (
        session_hash bytea not null references session (token_hash) on delete cascade,
        name text not null,
        version text not null,
        started_at timestamptz not null default now(),
        primary key (session_hash, name),
        foreign key (name, version) references frontend_version (name, version) on delete cascade
      );

      create or replace function set_created_with() returns trigger language plpgsql as $$
      begin
        new.created_with := coalesce((
          select jsonb_agg(name || ' ' || version order by name, version)
          from (select apps from frontend_revision order by revision desc limit 1) latest,
            jsonb_each(apps) app (name, live),
            lateral (values (live ->> 'version'), (live -> 'canary' ->> 'version')) released (version)
          where version is not null), '[]');
        return new;
      end $$;
      create or replace trigger created_with before insert on deploy_token for each row execute function set_created_with();
      create or replace trigger created_with before insert on upload_token for each row execute function set_created_with();

      -- A rollback revokes the tokens that were created since the withdrawn version was promoted: its code ran in the sessions that
      -- created them. A trigger, so that it is part of every rollback, also of an automatic one.
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
        with deploy as (
          update deploy_token set revoked_at = now(), revoked_by = reason
          where revoked_at is null and created_at >= since returning id, label, scope
        ), upload as (
          update upload_token set revoked_at = now(), revoked_by = reason
          where revoked_at is null and created_at >= since returning id, label, 'upload' as scope
        )
        insert into security_event (kind, actor, details)
        select 'token-revoked', 'the server',
          jsonb_build_object('token_id', id, 'label', label, 'scope', scope, 'reason', reason)
        from (select * from deploy union all select * from upload) token;
        return null;
      end $$;
      create or replace trigger tokens_of_withdrawn_version after insert on frontend_revision
        for each row when (new.action = 'rollback') execute function revoke_tokens_of_withdrawn_version();
    `);
    for (const [table, rows] of Object.entries(ONLY_ADDED))
      this.addSql(`
        create or replace function ${table}_stays() returns trigger language plpgsql as $$
        begin
          raise exception '${rows} are only ever added' using errcode = 'restrict_violation';
        end $$;
        create or replace trigger ${table}_stays before update or delete on ${table}
        for each statement execute function ${table}_stays()`);
  }
}

const ONLY_ADDED = {
  frontend_revision: 'Revisions of the registry',
  frontend_registration: 'Registrations of micro-frontends',
  frontend_verdict: 'Verdicts',
};
