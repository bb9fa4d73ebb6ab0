import { Migration } from '@mikro-orm/migrations';

/** Links of files that were uploaded together remember their order, so that each file is placed among the others whenever it arrives. */
export class UploadBatches extends Migration {
  override up(): void {
    for (const table of ['voyage_media', 'album_media'])
      this.addSql(`
        alter table ${table}
          add column batch_id text,
          add column batch_position int,
          add constraint ${table}_batch check (num_nulls(batch_id, batch_position) in (0, 2))`);
  }

  override down(): void {
    for (const table of ['voyage_media', 'album_media'])
      this.addSql(`alter table ${table} drop column batch_id, drop column batch_position`);
  }
}
