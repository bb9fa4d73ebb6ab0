import { Migration } from '@mikro-orm/migrations';

/** Who is in a picture, and where: a region in fractions of its width and height, or the whole picture. */
export class MediaPeople extends Migration {
  override up(): void {
    this.addSql(`
      create table media_person (
        media_id int not null references media on delete cascade,
        person_id int not null references person on delete cascade,
        sort_order int not null,
        x numeric(5, 4),
        y numeric(5, 4),
        width numeric(5, 4),
        height numeric(5, 4),
        primary key (media_id, person_id),
        check (num_nulls(x, y, width, height) in (0, 4)),
        check (x >= 0 and y >= 0 and width > 0 and height > 0 and x + width <= 1 and y + height <= 1)
      )`);
    this.addSql(`create index media_person_by_person on media_person (person_id, media_id)`);
    this.addSql(`call count_changes_of('media_person')`);
    // Merges of earlier versions have none.
    this.addSql(`alter table person_merge add column marks jsonb check (jsonb_typeof(marks) = 'array')`);
  }

  override down(): void {
    this.addSql(`alter table person_merge drop column marks`);
    this.addSql(`drop table media_person`);
  }
}
