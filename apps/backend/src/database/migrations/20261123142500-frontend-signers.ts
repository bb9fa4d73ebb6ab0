import { Migration } from '@mikro-orm/migrations';

/** Which publisher's key has signed a build. */
export class FrontendSigners extends Migration {
  override up(): void {
    // A fingerprint. Builds from before, and those that needed no signature, have none.
    this.addSql(`alter table frontend_version add column signed_by text check (signed_by ~ '^[0-9a-f]{16}$')`);
  }

  override down(): void {
    this.addSql(`alter table frontend_version drop column signed_by`);
  }
}
