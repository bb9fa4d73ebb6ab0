import { Migration } from '@mikro-orm/migrations';

/** Browser reports on whole pages: one row per session and combination of versions, under an anonymous hash of the session. */
export class FrontendPageReports extends Migration {
  override up(): void {
    this.addSql(`
      create table frontend_page_report (
        session bytea not null check (length(session) = 32),
        page jsonb not null check (jsonb_typeof(page) = 'object'),
        failures int not null default 0 check (failures >= 0),
        reported_at timestamptz not null default now(),
        primary key (session, page)
      )`);
    this.addSql(`create index frontend_page_report_by_age on frontend_page_report (reported_at)`);
    this.addSql(`alter table frontend_report add column last_phase text`);
  }

  override down(): void {
    this.addSql(`alter table frontend_report drop column last_phase`);
    this.addSql(`drop table frontend_page_report`);
  }
}
