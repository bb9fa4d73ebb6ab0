import { Migration } from '@mikro-orm/migrations';

const EVENTS = {
  insert: { rows: 'new table as changed', order: 'r.sort_order, e.sort_order is null', earlier: 'changed' },
  update: {
    rows: 'new table as changed old table as earlier',
    order: 'r.sort_order, coalesce(e.sort_order, r.sort_order)',
    earlier: 'earlier',
  },
  delete: { rows: 'old table as changed', order: 'r.sort_order', earlier: 'changed' },
} as const;

/**
 * An album without a voyage is a collection. All collections form one list, which is numbered like the albums of a voyage
 * (`NumberedLists`), but there is no record to lock for it.
 */
export class Collections extends Migration {
  override up(): void {
    this.addSql('alter table album alter column voyage_id drop not null');
    this.addSql(`
      alter table album
        drop constraint album_order,
        add constraint album_order unique nulls not distinct (voyage_id, sort_order) deferrable initially deferred`);
    this.addSql(`
      create function lock_collections() returns void language sql
      begin atomic
        select pg_advisory_xact_lock(hashtextextended('collections', 0));
      end`);
    for (const [event, { rows, order, earlier }] of Object.entries(EVENTS)) {
      this.addSql(`
        create function collection_numbered_${event}() returns trigger language plpgsql as $$
        begin
          if exists (select from changed where voyage_id is null) and exists (
            select from (select sort_order, row_number() over (order by sort_order) place from album where voyage_id is null) numbered
            where sort_order <> place)
          then
            perform lock_collections();
            update album l set sort_order = n.place
            from (
              select r.id, row_number() over (order by ${order}, r.id) place
              from album r left join ${earlier} e on e.id = r.id where r.voyage_id is null) n
            where l.id = n.id and l.sort_order <> n.place;
          end if;
          return null;
        end $$`);
      this.addSql(`
        create trigger collection_numbered_${event} after ${event} on album referencing ${rows}
        for each statement execute function collection_numbered_${event}()`);
    }
  }

  /** Fails if there are collections, because the earlier schema doesn't support them. */
  override down(): void {
    this.addSql('alter table album alter column voyage_id set not null');
    for (const event of Object.keys(EVENTS)) this.addSql(`drop function collection_numbered_${event}() cascade`);
    this.addSql('drop function lock_collections()');
    this.addSql(`
      alter table album
        drop constraint album_order,
        add constraint album_order unique (voyage_id, sort_order) deferrable initially deferred`);
  }
}
