import { Migration } from '@mikro-orm/migrations';

/** The plan and result of an import for each voyage, and the columns for canceling, applying and undoing it. */
export class IngestPlans extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column format text check (format in ('markdown', 'docx', 'json', 'csv')),
        add column text_key text,
        add column cancelled boolean not null default false,
        add column applies uuid references ingest_operation,
        add column undone_at timestamptz,
        add column progressed_at timestamptz not null default now(),
        add check (not cancelled or status = 'failed'),
        add check (undone_at is null or not dry_run)`);
    // Earlier operations are Markdown, the only format at the time.
    this.addSql(
      `update ingest_operation set format = 'markdown', progressed_at = updated_at where planned_at is not null`,
    );
    this.addSql(`create unique index ingest_operation_by_applied on ingest_operation (applies)`);
    this.addSql(`
      create table ingest_item (
        operation_id uuid not null references ingest_operation on delete cascade,
        ordinal int not null check (ordinal >= 1),
        action text not null check (action in ('create', 'update', 'unchanged', 'conflict')),
        voyage_id int,
        voyage_slug text,
        title text not null,
        start_date text not null,
        line int not null,
        end_line int not null,
        changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
        conflicts jsonb not null default '[]' check (jsonb_typeof(conflicts) = 'array'),
        passage jsonb,
        seen_version int,
        seen text,
        decision text not null,
        remembered jsonb,
        primary key (operation_id, ordinal)
      )`);
    this.addSql(`create index ingest_item_in_conflict on ingest_item (operation_id) where action = 'conflict'`);
    this.addSql(`create index ingest_item_by_voyage on ingest_item (voyage_id)`);
    this.addSql(`alter table person_alias add column operation_id uuid references ingest_operation on delete set null`);
    this.addSql(`create index person_alias_by_operation on person_alias (operation_id) where operation_id is not null`);
  }

  override down(): void {
    this.addSql(`drop index person_alias_by_operation`);
    this.addSql(`alter table person_alias drop column operation_id`);
    this.addSql(`drop table ingest_item`);
    this.addSql(`drop index ingest_operation_by_applied`);
    this.addSql(`
      alter table ingest_operation
        drop column format, drop column text_key, drop column cancelled, drop column applies, drop column undone_at,
        drop column progressed_at`);
  }
}
