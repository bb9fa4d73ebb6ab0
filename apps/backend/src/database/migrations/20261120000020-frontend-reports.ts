import { Migration } from '@mikro-orm/migrations';

/** Browser reports on versions: one row per session and version, under an anonymous hash of the session. */
export class FrontendReports extends Migration {
  override up(): void {
    this.addSql(`
      create table frontend_report (
        name text not null,
        version text not null,
        session bytea not null check (length(session) = 32),
        failures int not null default 0 check (failures >= 0),
        last_failure text,
        reported_at timestamptz not null default now(),
        primary key (name, version, session)
      )`);
    this.addSql(`create index frontend_report_by_age on frontend_report (reported_at)`);
  }

  override down(): void {
    this.addSql(`drop table frontend_report`);
  }
}
