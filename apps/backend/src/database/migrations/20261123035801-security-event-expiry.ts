import { Migration } from '@mikro-orm/migrations';

/** A function that deletes old security events with the owner's privileges, because the application may only add events. */
export class SecurityEventExpiry extends Migration {
  override up(): void {
    this.addSql(`
      create function delete_expired_security_events() returns int language sql security definer
        set search_path = public, pg_temp as $$
        with expired as (delete from security_event where at < now() - interval '90 days' returning id)
        select count(*)::int from expired
      $$`);
  }

  override down(): void {
    this.addSql('drop function delete_expired_security_events()');
  }
}
