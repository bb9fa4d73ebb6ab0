import { Migration } from '@mikro-orm/migrations';

/** Sessions, sign-in, tokens of programs, and the security log. */
export class Accounts extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists session (
        token_hash bytea primary key check (length(token_hash) = 32),
        id bigint generated always as identity unique,
        username text not null,
        credentials bytea,
        user_agent text,
        address text,
        created_at timestamptz not null default now(),
        last_seen_at timestamptz not null default now(),
        expires_at timestamptz not null
      );
      create index if not exists session_by_expiry on session (expires_at);

      -- The columns that rate-limiter-flexible requires.
      create table if not exists login_attempt (
        key varchar(255) primary key,
        points int not null default 0,
        expire bigint
      );

      -- Signs the cookies of known devices. Random UUIDs come from PostgreSQL's cryptographic generator.
      create table if not exists device_key (
        only_row boolean primary key default true check (only_row),
        key bytea not null check (length(key) = 32)
      );
      insert into device_key (key)
      select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
      where not exists (select from device_key);

      -- Requests that need the password again.
      create table if not exists confirmation (
        id text primary key check (length(id) = 43),
        session_key bytea not null,
        operation text not null,
        digest bytea not null check (length(digest) = 32),
        what text not null,
        created_at timestamptz not null default now(),
        confirmed_at timestamptz
      );
      create index if not exists confirmation_by_session on confirmation (session_key, created_at);

      create table if not exists security_event (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        kind text not null,
        actor text,
        address text,
        details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
        request_id text
      );
      create index if not exists security_event_by_time on security_event (at);
      create index if not exists security_event_by_kind on security_event (kind, id);
      -- Runs with the owner's privileges, because the application may only add events.
      create or replace function delete_expired_security_events() returns int language sql security definer
        set search_path = public, pg_temp as $$
        with expired as (delete from security_event where at < now() - interval '90 days' returning id)
        select count(*)::int from expired
      $$;

      -- Tokens name the versions that pages could run when they were created: code in a page can act in any of the page's requests, so
      -- it can't be known which one created a token. The tokens of verifiers have no name, because they check every micro-frontend.
      create table if not exists deploy_token (
        id int generated always as identity primary key,
        name text,
        label text not null,
        scope text not null default 'publish' check (scope in ('publish', 'verify')),
        token_hash bytea not null unique check (length(token_hash) = 32),
        created_with jsonb not null default '[]',
        created_by text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        revoked_at timestamptz,
        revoked_by text,
        check ((scope = 'publish') = (name is not null))
      );
      create table if not exists upload_token (
        id int generated always as identity primary key,
        label text not null,
        token_hash bytea not null unique check (length(token_hash) = 32),
        created_with jsonb not null default '[]',
        created_by text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        revoked_at timestamptz,
        revoked_by text
      );
    `);
  }
}

/**
 * Accounts of people beside the one in the configuration, which has no row. Sessions carry the name and role of their account, so that
 * reading a session reads one row.
 */
export class AccountsWithRoles extends Migration {
  override up(): void {
    this.addSql(`
      create table account (
        id int generated always as identity primary key,
        name text not null,
        email text not null,
        email_key text not null unique,
        role text not null check (role in ('reader', 'curator', 'operator', 'administrator')),
        password_hash text,
        invitation_hash bytea unique check (length(invitation_hash) = 32),
        invitation_expires_at timestamptz,
        created_by text not null,
        created_at timestamptz not null default now(),
        deactivated_at timestamptz,
        last_signed_in_at timestamptz,
        check ((invitation_hash is null) = (invitation_expires_at is null))
      )`);
    // All names that accounts have or had, because history keeps the earlier ones.
    this.addSql(`
      create table account_name (
        key text primary key,
        spellings text[] not null,
        account_id int not null references account
      )`);
    this.addSql('create index account_name_by_account on account_name (account_id)');
    this.addSql(`
      alter table session add column account_id int references account on delete cascade,
        add column role text not null default 'administrator'`);
    this.addSql('create index session_by_account on session (account_id) where account_id is not null');
    this.addSql('alter table api_token add column account_id int references account');
    this.addSql('create index api_token_by_account on api_token (account_id) where account_id is not null');
  }

  override down(): void {
    // Sessions and tokens of accounts would belong to the one in the configuration.
    this.addSql('delete from session where account_id is not null');
    this.addSql(
      "update api_token set revoked_at = now(), revoked_by = 'the server' where account_id is not null and revoked_at is null",
    );
    this.addSql('alter table api_token drop column account_id');
    this.addSql('alter table session drop column account_id, drop column role');
    this.addSql('drop table account_name, account');
  }
}

/** Accounts that sign in with a provider of OpenID Connect, and what the provider needs to sign them out. */
export class AccountsOfProviders extends Migration {
  override up(): void {
    this.addSql(`
      alter table account add column issuer text, add column subject text,
        add constraint account_identity unique (issuer, subject),
        add constraint account_identity_complete check ((issuer is null) = (subject is null))`);
    this.addSql('alter table session add column id_token text');
  }

  override down(): void {
    this.addSql('alter table session drop column id_token');
    this.addSql('alter table account drop column issuer, drop column subject');
  }
}

/** Sessions that someone ended say why, until they are deleted at night. */
export class EndedSessions extends Migration {
  override up(): void {
    this.addSql('alter table session add column end_reason text');
  }

  override down(): void {
    this.addSql('alter table session drop column end_reason');
  }
}

/** Changes to places are proposed too. */
export class ProposedPlaces extends Migration {
  override up(): void {
    this.addSql(`
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('voyage', 'person', 'media', 'album', 'place'))`);
  }

  override down(): void {
    this.addSql(`delete from proposal where kind = 'place'`);
    this.addSql(`
      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('voyage', 'person', 'media', 'album'))`);
  }
}

/** Who has a form open, on which record. */
export class RecordEditors extends Migration {
  override up(): void {
    this.addSql(`
      create table record_editor (
        kind text not null,
        slug text not null,
        name text not null,
        reported_at timestamptz not null default now(),
        primary key (kind, slug, name)
      )`);
  }

  override down(): void {
    this.addSql('drop table record_editor');
  }
}

/** Passkeys, and codes as a second factor, of accounts. */
export class SignInMethods extends Migration {
  override up(): void {
    // Names the account to authenticators, which replace a passkey of the same account. Unlike the id, no other archive has it.
    this.addSql('alter table account add column passkey_user uuid not null default gen_random_uuid()');
    // challenged_at: when the challenge of the last use was issued. Earlier challenges no longer work.
    this.addSql(`
      create table passkey (
        id int generated always as identity primary key,
        account_id int not null references account on delete cascade,
        name text not null,
        credential_id text not null unique,
        public_key bytea not null,
        transports text[] not null,
        counter bigint not null,
        challenged_at bigint not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz
      )`);
    this.addSql('create index passkey_by_account on passkey (account_id)');
    // last_step: the time step of the last code. No code of this or an earlier step works again.
    this.addSql(`
      create table second_factor (
        account_id int primary key references account on delete cascade,
        secret bytea not null,
        activated_at timestamptz,
        last_step int not null default 0,
        recovery_hashes bytea[] not null default '{}'
      )`);
  }

  override down(): void {
    this.addSql('drop table passkey, second_factor');
    this.addSql('alter table account drop column passkey_user');
  }
}

/** Changes that contributors propose, a new role. */
export class Proposals extends Migration {
  override up(): void {
    this.addSql(`
      alter table account drop constraint account_role_check, add constraint account_role_check
        check (role in ('reader', 'contributor', 'curator', 'operator', 'administrator'))`);
    this.addSql(`
      create table proposal (
        id int generated always as identity primary key,
        kind text not null check (kind in ('voyage', 'person', 'media', 'album')),
        slug text,
        is_new boolean not null,
        title text not null,
        account_id int not null references account,
        proposed_by text not null,
        proposed_at timestamptz not null default now(),
        values jsonb not null,
        base jsonb not null,
        changes jsonb not null,
        state text not null default 'open' check (state in ('open', 'accepted', 'rejected', 'withdrawn')),
        accepted text[],
        reason text,
        decided_by text,
        decided_at timestamptz,
        check ((state = 'open') = (decided_at is null))
      )`);
    this.addSql(`create unique index proposal_open on proposal (account_id, kind, slug) where state = 'open'`);
  }

  override down(): void {
    this.addSql('drop table proposal');
    this.addSql(`delete from session where role = 'contributor'`);
    this.addSql(`update account set role = 'reader' where role = 'contributor'`);
    this.addSql(`
      alter table account drop constraint account_role_check, add constraint account_role_check
        check (role in ('reader', 'curator', 'operator', 'administrator'))`);
  }
}
