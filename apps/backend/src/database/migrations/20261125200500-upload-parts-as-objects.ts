import { Migration } from '@mikro-orm/migrations';

/** Each part that browsers send to the bucket is a separate object. No released version used the id of a multipart upload. */
export class UploadPartsAsObjects extends Migration {
  override up(): void {
    this.addSql(`alter table media_upload drop column multipart_id`);
  }

  override down(): void {
    this.addSql(`
      alter table media_upload
        add column multipart_id text,
        add check (num_nulls(multipart_id, part_bytes) in (0, 2)) not valid`);
  }
}
