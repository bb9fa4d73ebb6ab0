import { Migration } from '@mikro-orm/migrations';

/** Search finds the records whose whole title was typed without reading the others. Hash indexes take titles of any length. */
export class TitleKeys extends Migration {
  override up(): void {
    for (const table of ['voyage', 'media', 'album'])
      this.addSql(`create index ${table}_title_key on ${table} using hash (fold(title))`);
  }

  override down(): void {
    for (const table of ['voyage', 'media', 'album']) this.addSql(`drop index ${table}_title_key`);
  }
}
