import { Migration } from '@mikro-orm/migrations';

/** A hash of what the preview of a media item shows, to find similar pictures. Previews that are made again add it. */
export class PictureHash extends Migration {
  override up(): void {
    this.addSql('alter table media add column picture_hash bit(144)');
  }

  override down(): void {
    this.addSql('alter table media drop column picture_hash');
  }
}
