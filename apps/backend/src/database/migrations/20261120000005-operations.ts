import { Migration } from '@mikro-orm/migrations';

/** Ingest operations, history, sessions and the registry of micro-frontends. */
export class Operations extends Migration {
  override up(): void {
    this.addSql(`
      create table ingest_operation (
        id uuid primary key default gen_random_uuid(),
        filename text not null,
        document_key text not null,
        document_sha256 bytea not null check (length(document_sha256) = 32),
        dry_run boolean not null default false,
        status text not null default 'initializing' check (status in ('initializing', 'running', 'completed', 'failed')),
        current_step text not null default 'Waiting',
        progress int not null default 0 check (progress between 0 and 100),
        voyages_total int not null default 0 check (voyages_total >= 0),
        voyages_processed int not null default 0 check (voyages_processed between 0 and voyages_total),
        validation_errors int not null default 0 check (validation_errors >= 0),
        media_warnings int not null default 0 check (media_warnings >= 0),
        plan jsonb not null default '{"create": 0, "update": 0, "unchanged": 0, "conflict": 0}',
        error_message text,
        started_by text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        finished_at timestamptz,
        check ((status in ('completed', 'failed')) = (finished_at is not null)),
        check ((status = 'failed') = (error_message is not null))
      )`);
    this.addSql(`create index ingest_operation_newest on ingest_operation (created_at desc, id)`);
    this.addSql(
      `create index ingest_operation_active on ingest_operation (created_at) where status in ('initializing', 'running')`,
    );
    this.addSql(`
      create table ingest_problem (
        operation_id uuid not null references ingest_operation on delete cascade,
        ordinal int not null,
        line int,
        voyage text,
        field text,
        severity text not null check (severity in ('error', 'warning')),
        message text not null,
        suggestion text,
        primary key (operation_id, ordinal)
      )`);
    this.addSql(`
      create table ingest_record (
        key text primary key,
        voyage_id int not null unique references voyage on delete cascade,
        operation_id uuid references ingest_operation on delete set null,
        fields jsonb not null
      )`);
    this.addSql(`create index ingest_record_by_operation on ingest_record (operation_id)`);

    this.addSql(`
      create table history (
        kind text not null check (kind in ('voyage', 'person', 'president', 'media', 'album')),
        slug text not null,
        revision int not null check (revision >= 1),
        action text not null check (action in ('create', 'update', 'delete', 'restore')),
        changed_by text not null,
        changed_at timestamptz not null default now(),
        before jsonb,
        operation_id uuid references ingest_operation on delete set null,
        primary key (kind, slug, revision),
        check ((action = 'create') = (before is null))
      )`);
    this.addSql(`create index history_by_operation on history (operation_id)`);

    this.addSql(`
      create table session (
        token_hash bytea primary key check (length(token_hash) = 32),
        username text not null,
        created_at timestamptz not null default now(),
        last_seen_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`);
    this.addSql(`create index session_by_expiry on session (expires_at)`);

    // The columns that rate-limiter-flexible requires.
    this.addSql(`
      create table login_attempt (
        key varchar(255) primary key,
        points int not null default 0,
        expire bigint
      )`);

    this.addSql(`
      create table frontend_revision (
        revision int primary key check (revision >= 1),
        apps jsonb not null check (jsonb_typeof(apps) = 'object'),
        created_at timestamptz not null default now(),
        created_by text not null
      )`);
  }

  override down(): void {
    for (const table of [
      'frontend_revision',
      'login_attempt',
      'session',
      'history',
      'ingest_record',
      'ingest_problem',
      'ingest_operation',
    ])
      this.addSql(`drop table ${table}`);
  }
}
