import { Migration } from '@mikro-orm/migrations';

/** A hash of the preview picture of a media item, to find similar pictures. Regenerating previews adds it. */
export class PictureHash extends Migration {
  override up(): void {
    this.addSql('alter table media add column picture_hash bit(144)');
  }

  override down(): void {
    this.addSql('alter table media drop column picture_hash');
  }
}
