import { Migration } from '@mikro-orm/migrations';

interface NumberedList {
  table: string;
  /** The column and the table of the record that has the list. */
  owner: string;
  owners: string;
  item: string;
  /** The column that distinguishes several lists of a record. */
  part?: string;
}

const LISTS: readonly NumberedList[] = [
  { table: 'passenger', owner: 'voyage_id', owners: 'voyage', item: 'person_id' },
  { table: 'voyage_media', owner: 'voyage_id', owners: 'voyage', item: 'media_id', part: 'media_category' },
  { table: 'album', owner: 'voyage_id', owners: 'voyage', item: 'id' },
  { table: 'album_media', owner: 'album_id', owners: 'album', item: 'media_id' },
];

const EVENTS = {
  insert: {
    rows: 'new table as changed',
    changed: (owner: string) => `select ${owner} from changed`,
    earlier: 'changed',
    /** A new item goes before the item that has the same number. */
    order: 'r.sort_order, e.sort_order is null',
  },
  update: {
    rows: 'new table as changed old table as earlier',
    changed: (owner: string) => `select ${owner} from changed union select ${owner} from earlier`,
    earlier: 'earlier',
    /** Items that get the same number keep their order. */
    order: 'r.sort_order, coalesce(e.sort_order, r.sort_order)',
  },
  delete: {
    rows: 'old table as changed',
    changed: (owner: string) => `select ${owner} from changed`,
    earlier: 'changed',
    order: 'r.sort_order',
  },
} as const;

/**
 * After every statement, the passengers and media of a voyage, its albums and their media are numbered 1 to n: an item that is inserted at
 * a taken number moves the following items down, and a deleted item leaves no gap. The triggers process all rows of a statement at once
 * and update only rows with wrong numbers. They lock the record, because two transactions can't number the same list concurrently. Albums
 * still accept 0, which earlier versions send for the first one.
 */
export class NumberedLists extends Migration {
  override up(): void {
    for (const list of LISTS) this.addSql(renumber(list, { order: 'r.sort_order' }));
    this.addSql('set constraints all immediate');
    this.addSql('set constraints all deferred');
    for (const list of LISTS)
      for (const event of ['insert', 'update', 'delete'] as const) {
        const { table, owner, owners, item, part } = list;
        const { rows, changed, earlier, order } = EVENTS[event];
        const partition = part === undefined ? '' : `partition by ${part}`;
        // Sequential scans are disabled, because a plan made for a small table would stay in use while an import fills it.
        this.addSql(`
          create function ${table}_numbered_${event}() returns trigger language plpgsql set enable_seqscan = off as $$
          declare
            unordered int[];
          begin
            unordered := array(
              select o.id from (select distinct id from (${changed(owner)}) c(id)) o
              where exists (
                select from (
                  select sort_order, row_number() over (${partition} order by sort_order) place
                  from ${table} where ${owner} = o.id) numbered
                where sort_order <> place));
            if cardinality(unordered) > 0 then
              perform id from ${owners} where id = any(unordered) order by id for no key update;
              ${renumber(list, {
                order: `${order}, r.${item}`,
                join: `left join ${earlier} e on e.${owner} = r.${owner} and e.${item} = r.${item}`,
                where: `where r.${owner} = any(unordered)`,
              })};
            end if;
            return null;
          end $$`);
        this.addSql(`
          create trigger ${table}_numbered_${event} after ${event} on ${table} referencing ${rows}
          for each statement execute function ${table}_numbered_${event}()`);
      }
  }

  override down(): void {
    for (const { table } of LISTS)
      for (const event of Object.keys(EVENTS)) this.addSql(`drop function ${table}_numbered_${event}() cascade`);
  }
}

/** Renumbers lists from 1 in their current order. */
function renumber(
  { table, owner, item, part }: NumberedList,
  { order, join = '', where = '' }: { order: string; join?: string; where?: string },
): string {
  const partition = [owner, part].filter((column) => column !== undefined).map((column) => `r.${column}`);
  return `
    update ${table} l set sort_order = n.place
    from (
      select r.${owner} owner, r.${item} item, row_number() over (partition by ${partition.join(', ')} order by ${order}) place
      from ${table} r ${join} ${where}) n
    where l.${owner} = n.owner and l.${item} = n.item and l.sort_order <> n.place`;
}
