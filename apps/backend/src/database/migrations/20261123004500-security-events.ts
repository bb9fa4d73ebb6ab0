import { Migration } from '@mikro-orm/migrations';

export class SecurityEvents extends Migration {
  override up(): void {
    this.addSql(`
      create table security_event (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        kind text not null,
        actor text,
        address text,
        details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
        request_id text
      )`);
    this.addSql('create index security_event_by_time on security_event (at)');
    this.addSql('create index security_event_by_kind on security_event (kind, id)');
  }

  override down(): void {
    this.addSql('drop table security_event');
  }
}
