import { Migration } from '@mikro-orm/migrations';

/** The state that lets another worker continue an import, and the names of people in documents. */
export class IngestRuns extends Migration {
  override up(): void {
    this.addSql(`
      alter table ingest_operation
        add column attempt int not null default 1 check (attempt >= 1),
        add column interruptions int not null default 0 check (interruptions >= 0),
        add column planned_at timestamptz,
        add column outcome jsonb not null default '{"create": 0, "update": 0, "unchanged": 0, "conflict": 0}'`);
    this.addSql(`alter table ingest_record add column digest text`);
    this.addSql(`create index ingest_record_group on ingest_record (split_part(key, '#', 1))`);
    this.addSql(`
      create table person_alias (
        name_key text not null,
        person_id int not null references person on delete cascade,
        primary key (name_key, person_id)
      )`);
    this.addSql(`create index person_alias_by_person on person_alias (person_id)`);
  }

  override down(): void {
    this.addSql(`drop table person_alias`);
    this.addSql(`drop index ingest_record_group`);
    this.addSql(`alter table ingest_record drop column digest`);
    this.addSql(`
      alter table ingest_operation
        drop column attempt, drop column interruptions, drop column planned_at, drop column outcome`);
  }
}
