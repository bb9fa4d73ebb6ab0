import { Migration } from '@mikro-orm/migrations';

/** Properties read from the content of a picture or document: pages, frames, color profile and bits per channel. */
export class FileProperties extends Migration {
  override up(): void {
    this.addSql(`
      alter table media
        add column page_count int check (page_count > 0),
        add column frame_count int check (frame_count > 0),
        add column color_profile text,
        add column bit_depth int check (bit_depth > 0)`);
    // Rendered pages have already been counted. The other properties are added when previews are regenerated.
    this.addSql(`
      update media m set page_count = jsonb_array_length(d.page_sizes) from derivative d
      where d.media_id = m.id and d.kind = 'pages' and jsonb_array_length(d.page_sizes) > 0`);
  }

  override down(): void {
    this.addSql(`
      alter table media drop column page_count, drop column frame_count, drop column color_profile, drop column bit_depth`);
  }
}
