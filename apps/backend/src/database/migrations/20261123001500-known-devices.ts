import { Migration } from '@mikro-orm/migrations';

/** A random key that signs the cookies of known devices. */
export class KnownDevices extends Migration {
  override up(): void {
    this.addSql(`
      create table device_key (
        only_row boolean primary key default true check (only_row),
        key bytea not null check (length(key) = 32)
      )`);
    // Random UUIDs come from PostgreSQL's cryptographic generator.
    this.addSql(`
      insert into device_key (key)
      select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`);
  }

  override down(): void {
    this.addSql('drop table device_key');
  }
}
