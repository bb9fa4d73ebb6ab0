import { Migration } from '@mikro-orm/migrations';

/** Measured properties of videos and recordings, and playable copies of those that browsers can't play. */
export class Playback extends Migration {
  override up(): void {
    this.addSql(`
      alter table media
        add column duration numeric(10, 3) check (duration > 0),
        add column codecs text,
        add column playable boolean`);
    this.addSql(`alter table derivative drop constraint derivative_kind_check`);
    this.addSql(`
      alter table derivative add constraint derivative_kind_check
        check (kind in ('thumbnail', 'large', 'tiles', 'pages', 'playback'))`);
  }

  override down(): void {
    this.addSql(`delete from derivative where kind = 'playback'`);
    this.addSql(`alter table derivative drop constraint derivative_kind_check`);
    this.addSql(`
      alter table derivative add constraint derivative_kind_check check (kind in ('thumbnail', 'large', 'tiles', 'pages'))`);
    this.addSql(`alter table media drop column duration, drop column codecs, drop column playable`);
  }
}
