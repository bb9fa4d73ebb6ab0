import { Migration } from '@mikro-orm/migrations';

/**
 * Search filters compare the last day of each media item, which takes longer to calculate than to read, and look up the voyages of
 * media. These indexes provide both without reading the tables.
 */
export class MediaDays extends Migration {
  override up(): void {
    this.indexMedia('day, latest_day(date)', 'media_id, voyage_id');
  }

  override down(): void {
    this.indexMedia('day', 'media_id');
  }

  private indexMedia(days: string, link: string): void {
    this.addSql(`drop index media_by_day`);
    this.addSql(`create index media_by_day on media (${days}) where day is not null`);
    this.addSql(`drop index voyage_media_by_media`);
    this.addSql(`create index voyage_media_by_media on voyage_media (${link})`);
  }
}
