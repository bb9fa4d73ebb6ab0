import { Migration } from '@mikro-orm/migrations';

/** Files of the viewer: the tiles of a large picture, or the pages of a PDF. One row each, whose file is a ZIP archive of pictures. */
export class ViewerFiles extends Migration {
  override up(): void {
    this.addSql(`alter table derivative drop constraint derivative_kind_check`);
    this.addSql(`
      alter table derivative add constraint derivative_kind_check check (kind in ('thumbnail', 'large', 'tiles', 'pages'))`);
    this.addSql(`alter table derivative add column page_sizes jsonb check (jsonb_typeof(page_sizes) = 'array')`);
  }

  override down(): void {
    this.addSql(`delete from derivative where kind in ('tiles', 'pages')`);
    this.addSql(`alter table derivative drop column page_sizes`);
    this.addSql(`alter table derivative drop constraint derivative_kind_check`);
    this.addSql(`
      alter table derivative add constraint derivative_kind_check check (kind in ('thumbnail', 'large'))`);
  }
}
