import { Migration } from '@mikro-orm/migrations';

/** Captions of videos and recordings: one WebVTT file for each language. */
export class MediaCaptions extends Migration {
  override up(): void {
    this.addSql(`
      create table media_caption (
        media_id int not null references media on delete cascade,
        language text not null check (length(language) between 2 and 35),
        label text not null check (label <> ''),
        content text not null,
        primary key (media_id, language)
      )`);
    this.addSql(`call count_changes_of('media_caption')`);
  }

  override down(): void {
    this.addSql(`drop table media_caption`);
  }
}
