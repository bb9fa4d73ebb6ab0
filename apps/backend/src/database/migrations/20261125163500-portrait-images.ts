import { Migration } from '@mikro-orm/migrations';

/** Portraits that were cropped from pictures. They can be regenerated at any time. */
export class PortraitImages extends Migration {
  override up(): void {
    this.addSql(`
      create table portrait_image (
        person_id int primary key references person on delete cascade,
        media_id int not null references media on delete cascade,
        version text not null,
        image bytea not null
      )`);
    this.addSql(`create index portrait_image_by_media on portrait_image (media_id)`);
  }

  override down(): void {
    this.addSql(`drop table portrait_image`);
  }
}
