import { Migration } from '@mikro-orm/migrations';

const TABLES = ['voyage', 'person', 'president', 'passenger', 'media', 'media_caption', 'voyage_media', 'album'];

/** Composes the letters of texts that were stored before every way in did (Unicode NFC), so that filters and names match them. */
export class ComposedLetters extends Migration {
  override up(): void {
    this.addSql(`
      do $$
      declare
        place record;
      begin
        for place in
          select attrelid::regclass as records, attname as name, atttypid = 'text[]'::regtype as is_list from pg_attribute
          where attrelid = any(array['${TABLES.join("', '")}']::regclass[]) and attnum > 0 and not attisdropped
            and attgenerated = '' and atttypid in ('text'::regtype, 'text[]'::regtype)
            and attname <> 'slug' and attname !~ '_(key|url)$'
        loop
          if place.is_list then
            execute format('update %1$s set %2$I = (
              select array_agg(item order by position) from (
                select normalize(item) as item, min(position) as position from unnest(%2$I) with ordinality items (item, position)
                group by normalize(item)) composed)
              where array_to_string(%2$I, '' '') is not nfc normalized', place.records, place.name);
          else
            execute format('update %1$s set %2$I = normalize(%2$I) where %2$I is not nfc normalized', place.records, place.name);
          end if;
        end loop;
      end $$`);
  }

  /** The letters stay composed. */
  override down(): void {}
}
