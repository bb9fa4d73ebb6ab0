import { Migration } from '@mikro-orm/migrations';

/** Tokens of programs that upload files. */
export class UploadTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table upload_token (
        id int generated always as identity primary key,
        label text not null,
        token_hash bytea not null unique check (length(token_hash) = 32),
        created_by text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        revoked_at timestamptz,
        revoked_by text
      )`);
  }

  override down(): void {
    this.addSql(`drop table upload_token`);
  }
}
