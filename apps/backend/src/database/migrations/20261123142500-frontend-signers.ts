import { Migration } from '@mikro-orm/migrations';

/** Stores which publisher's key signed a build. */
export class FrontendSigners extends Migration {
  override up(): void {
    // Key fingerprint. Null for unsigned builds and for builds published before this column existed.
    this.addSql(`alter table frontend_version add column signed_by text check (signed_by ~ '^[0-9a-f]{16}$')`);
  }

  override down(): void {
    this.addSql(`alter table frontend_version drop column signed_by`);
  }
}
