import { Migration } from '@mikro-orm/migrations';

/** Uploads whose parts browsers send to the bucket: the upload's id there, the size of the parts, and their checksums by number. */
export class DirectUploads extends Migration {
  override up(): void {
    this.addSql(`
      alter table media_upload
        add column multipart_id text,
        add column part_bytes int,
        add column part_hashes jsonb not null default '{}' check (jsonb_typeof(part_hashes) = 'object'),
        add check (num_nulls(multipart_id, part_bytes) in (0, 2))`);
  }

  override down(): void {
    this.addSql(`alter table media_upload drop column multipart_id, drop column part_bytes, drop column part_hashes`);
  }
}
