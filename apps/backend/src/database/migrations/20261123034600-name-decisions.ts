import { Migration } from '@mikro-orm/migrations';

/** Curators' decisions about whom the names in a document mean. Later imports reuse them. */
export class NameDecisions extends Migration {
  override up(): void {
    this.addSql(`
      create table name_decision (
        key text primary key,
        kind text not null check (kind in ('person', 'new', 'split', 'text')),
        person_slug text,
        names jsonb,
        decided_by text not null,
        decided_at timestamptz not null default now(),
        check ((kind = 'person') = (person_slug is not null)),
        check ((kind = 'split') = (names is not null))
      )`);
    this.addSql(`
      create table ingest_name (
        operation_id uuid not null references ingest_operation on delete cascade,
        key text not null,
        ordinal int not null,
        kind text not null check (kind in ('person', 'owner', 'group')),
        written text not null,
        line int not null,
        state text not null check (state in ('known', 'likely', 'new', 'text', 'split')),
        person jsonb,
        suggestion jsonb,
        voyages int not null,
        primary key (operation_id, key)
      )`);
    this.addSql(`
      alter table ingest_operation
        add column decisions jsonb not null default '{}',
        add column decision_count int not null default 0,
        add column choices jsonb`);
  }

  override down(): void {
    this.addSql('alter table ingest_operation drop column decisions, drop column decision_count, drop column choices');
    this.addSql('drop table ingest_name');
    this.addSql('drop table name_decision');
  }
}
