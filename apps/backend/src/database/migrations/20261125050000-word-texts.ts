import { Migration } from '@mikro-orm/migrations';

/** The text of Word documents, as the viewer shows it. */
export class WordTexts extends Migration {
  override up(): void {
    this.addSql(`alter table derivative drop constraint derivative_kind_check`);
    this.addSql(`
      alter table derivative add constraint derivative_kind_check
        check (kind in ('thumbnail', 'large', 'tiles', 'pages', 'playback', 'text'))`);
  }

  override down(): void {
    this.addSql(`delete from derivative where kind = 'text'`);
    this.addSql(`alter table derivative drop constraint derivative_kind_check`);
    this.addSql(`
      alter table derivative add constraint derivative_kind_check
        check (kind in ('thumbnail', 'large', 'tiles', 'pages', 'playback'))`);
  }
}
