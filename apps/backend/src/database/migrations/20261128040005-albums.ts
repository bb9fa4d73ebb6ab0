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
 * Albums, and the numbers of all lists. After every statement, the passengers and media of a voyage, its albums and their media are numbered
 * 1 to n: an item that is inserted at a taken number moves the following items down, and a deleted item leaves no gap. The triggers process
 * all rows of a statement at once and update only rows with wrong numbers. They lock the record, because two transactions can't number the
 * same list concurrently.
 */
export class Albums extends Migration {
  override up(): void {
    // An album without a voyage is a collection. Earlier versions send 0 as the number of the first album.
    this.addSql(`
      create table if not exists album (
        id int generated always as identity primary key,
        slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        voyage_id int references voyage on delete cascade,
        title text not null check (btrim(title) <> ''),
        description text,
        sort_order int not null check (sort_order >= 0),
        search tsvector not null generated always as (
          setweight(to_tsvector('archive', title), 'A') || setweight(to_tsvector('archive', coalesce(description, '')), 'C')) stored,
        version int not null default 1,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint album_order unique nulls not distinct (voyage_id, sort_order) deferrable initially deferred
      );
      create index if not exists album_search on album using gin (search);
      create index if not exists album_title_key on album using hash (fold(title));
      create index if not exists album_title_words on album using gin (ts_filter(search, '{a}'));

      create table if not exists album_media (
        album_id int not null references album on delete cascade,
        media_id int not null references media on delete restrict,
        sort_order int not null check (sort_order >= 0),
        batch_id text,
        batch_position int,
        primary key (album_id, media_id),
        constraint album_media_order unique (album_id, sort_order) deferrable initially deferred,
        constraint album_media_batch check (num_nulls(batch_id, batch_position) in (0, 2))
      );
      create index if not exists album_media_by_media on album_media (media_id);

      -- The collections form one list, which has no record to lock.
      create or replace function lock_collections() returns void language sql
      begin atomic
        select pg_advisory_xact_lock(hashtextextended('collections', 0));
      end`);
    for (const event of ['insert', 'update', 'delete'] as const) {
      for (const list of LISTS) this.numberLists(list, event);
      this.numberCollections(event);
    }
  }

  private numberLists({ table, owner, owners, item, part }: NumberedList, event: keyof typeof EVENTS): void {
    const { rows, changed, earlier, order } = EVENTS[event];
    const partition = part === undefined ? '' : `partition by ${part}`;
    const partitions = [owner, part].filter((column) => column !== undefined).map((column) => `r.${column}`);
    // Sequential scans are disabled, because a plan made for a small table would stay in use while an import fills it.
    this.addSql(`
      create or replace function ${table}_numbered_${event}() returns trigger language plpgsql set enable_seqscan = off as $$
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
          update ${table} l set sort_order = n.place
          from (
            select r.${owner} owner, r.${item} item,
              row_number() over (partition by ${partitions.join(', ')} order by ${order}, r.${item}) place
            from ${table} r left join ${earlier} e on e.${owner} = r.${owner} and e.${item} = r.${item}
            where r.${owner} = any(unordered)) n
          where l.${owner} = n.owner and l.${item} = n.item and l.sort_order <> n.place;
        end if;
        return null;
      end $$;
      create or replace trigger ${table}_numbered_${event} after ${event} on ${table} referencing ${rows}
      for each statement execute function ${table}_numbered_${event}()`);
  }

  private numberCollections(event: keyof typeof EVENTS): void {
    const { rows, earlier, order } = EVENTS[event];
    this.addSql(`
      create or replace function collection_numbered_${event}() returns trigger language plpgsql as $$
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
      end $$;
      create or replace trigger collection_numbered_${event} after ${event} on album referencing ${rows}
      for each statement execute function collection_numbered_${event}()`);
  }
}
