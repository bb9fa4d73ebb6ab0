import { Migration } from '@mikro-orm/migrations';

/**
 * The portrait of a person: the slug of a media item. It isn't a foreign key, so that a media item that is deleted and restored becomes
 * the portrait again.
 */
export class PersonPortraits extends Migration {
  override up(): void {
    this.addSql(`alter table person add column portrait text`);
    this.addSql(`create index person_portrait on person (portrait) where portrait is not null`);
  }

  override down(): void {
    this.addSql(`alter table person drop column portrait`);
  }
}
