import { Migration } from '@mikro-orm/migrations';

/** Data for the page with a user's sessions, and the credentials that a session belongs to. Null for earlier sessions. */
export class SessionDevices extends Migration {
  override up(): void {
    this.addSql(`
      alter table session
        add column id bigint generated always as identity unique,
        add column credentials bytea,
        add column user_agent text,
        add column address text`);
  }

  override down(): void {
    this.addSql(
      'alter table session drop column id, drop column credentials, drop column user_agent, drop column address',
    );
  }
}
