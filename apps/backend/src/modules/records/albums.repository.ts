import { albumFields, type AlbumValues, namesOf } from '@archive/contracts';
import { type ExpectedVersion, expectVersion, notFound } from '../../common/index.ts';
import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { ALBUM_COLUMNS, columnsOf } from './columns.ts';

/** The place of a file among those that were uploaded together; none for a file that was uploaded alone. */
export interface BatchPlace {
  batch_id?: string | null | undefined;
  batch_position?: number | null | undefined;
}

/** The columns of a link. */
export const batchColumns = ({ batch_id, batch_position }: BatchPlace): [string | null, number | null] =>
  typeof batch_id === 'string' ? [batch_id, batch_position ?? 0] : [null, null];

/**
 * SQL for the position of a new link in a list: after those of its batch that precede it, or else before the others of its batch. Last without a
 * batch, or if the list has no other link of it.
 */
export const positionInList = (batchId: string, batchPosition: string) => `
  coalesce(
    max(sort_order) filter (where batch_id = ${batchId} and batch_position <= ${batchPosition}) + 1,
    min(sort_order) filter (where batch_id = ${batchId}),
    count(*) + 1)::int`;

const COLUMNS = ALBUM_COLUMNS.join(', ');

const LOCKED = {
  id: col.int,
  slug: col.text,
  voyage_id: col.int.nullable(),
  sort_order: col.int,
  version: col.int,
  values: col.json<AlbumValues>(),
};
type LockedAlbum = RowOf<typeof LOCKED>;

const LOCK = statement(
  'album-lock',
  `select a.id, a.slug, a.voyage_id, a.sort_order, a.version, (select to_jsonb(n) from (select ${columnsOf('a', namesOf(albumFields))}) n) "values"
  from album a where a.slug = $1 for update`,
  LOCKED,
);

const LIST = statement('album-list', 'select voyage_id from album where slug = $1', {
  voyage_id: col.int.nullable(),
});
const LOCK_VOYAGE = statement('album-lock-voyage', 'select id from voyage where id = $1 for update');
const LOCK_COLLECTIONS = statement('collections-lock', 'select lock_collections()');

const POSITION = { position: col.int };

/** Whether an album belongs to the voyage `$1`, or is a collection if `$1` is null. */
const IN_LIST = '(voyage_id = $1 or ($1::int is null and voyage_id is null))';
const COUNT = statement('albums-count', `select count(*)::int position from album where ${IN_LIST}`, POSITION);
const ENTRY_PLACE = statement(
  'album-entry-place',
  `select ${positionInList('$2', '$3')} position from album_media where album_id = $1`,
  POSITION,
);

/** Moves an album to a position. */
const MOVE = statement(
  'album-move',
  `update album a set sort_order = n.position
  from (
    select id, row_number() over (order by case when id = $2 then $3::int - 0.5 else position end) position
    from (
      select id, row_number() over (partition by id = $2 order by sort_order) position
      from album where ${IN_LIST}) other) n
  where a.id = n.id and a.sort_order <> n.position`,
);

const INSERT = statement(
  'album-insert',
  `insert into album (slug, voyage_id, ${COLUMNS})
  select n.slug, n.voyage_id, ${columnsOf('n', ALBUM_COLUMNS)} from jsonb_populate_record(null::album, $1::jsonb) n
  returning id`,
  { id: col.int },
);
const REINSERT = statement(
  'album-reinsert',
  `insert into album (id, slug, voyage_id, version, created_at, ${COLUMNS}) overriding system value
  select n.id, n.slug, n.voyage_id, n.version, n.created_at, ${columnsOf('n', ALBUM_COLUMNS)}
  from jsonb_populate_record(null::album, $1::jsonb) n`,
);
const UPDATE = statement(
  'album-update',
  `update album a
  set (${COLUMNS}) = (select ${columnsOf('n', ALBUM_COLUMNS)} from jsonb_populate_record(a, $2::jsonb) n),
    version = a.version + 1, updated_at = now()
  where a.id = $1`,
);
const INCREMENT_VERSION = statement(
  'albums-touch',
  'update album set version = version + 1, updated_at = now() where id = any($1::int[])',
);
const DELETE = statement('albums-delete', 'delete from album where id = any($1::int[])');

const HAS_ENTRY = statement('album-has-entry', 'select 1 from album_media where album_id = $1 and media_id = $2');
const INSERT_ENTRY = statement(
  'album-insert-entry',
  'insert into album_media (album_id, media_id, sort_order, batch_id, batch_position) values ($1, $2, $3, $4, $5)',
);
const INSERT_ENTRIES = statement(
  'album-insert-entries',
  `insert into album_media (album_id, media_id, sort_order)
  select $1, n.media_id, n.sort_order from jsonb_to_recordset($2::jsonb) as n(media_id int, sort_order int)`,
);
/** Entries that are in the album already keep their place in their batch. */
const ORDER_ENTRIES = statement(
  'album-order-entries',
  `insert into album_media (album_id, media_id, sort_order)
  select $1, n.media_id, n.place from unnest($2::int[]) with ordinality as n(media_id, place)
  on conflict (album_id, media_id) do update set sort_order = excluded.sort_order`,
);
const DELETE_OTHER_ENTRIES = statement(
  'album-delete-other-entries',
  'delete from album_media where album_id = $1 and media_id <> all($2::int[])',
);
const DELETE_ENTRIES = statement(
  'album-delete-entries',
  'delete from album_media where media_id = any($1::int[]) and album_id = any($2::int[])',
);
const DELETE_ALL_ENTRIES = statement('album-delete-all-entries', 'delete from album_media where album_id = $1');
const LOCK_SHOWING = statement(
  'albums-lock-showing',
  `select a.id from album a
  where a.id in (select e.album_id from album_media e where e.media_id = any($1::int[]))
    and ($2::text = 'everything' or a.voyage_id = $3::int or $3::int is null and a.voyage_id is not null)
  order by a.id for update`,
  { id: col.int },
);

/** @throws 404 if the album doesn't exist, 412 if it doesn't have the expected version */
export async function lockAlbum(
  executor: StatementExecutor,
  slug: string,
  expected: ExpectedVersion,
): Promise<LockedAlbum> {
  const album = await executor.row(LOCK, [slug]);
  if (!album) throw notFound('Album not found');
  expectVersion(expected, `${album.id}.${album.version}`, 'album');
  return album;
}

/** Locks the list of collections. */
export const lockCollections = (executor: StatementExecutor) => executor.execute(LOCK_COLLECTIONS);

/** Locks the list that an album is in: its voyage, or the collections. Call it before locking the album, as all other changes do. */
export async function lockListOfAlbum(executor: StatementExecutor, slug: string): Promise<void> {
  const album = await executor.row(LIST, [slug]);
  if (album?.voyage_id === null) await lockCollections(executor);
  else if (album) await executor.execute(LOCK_VOYAGE, [album.voyage_id]);
}

/** Adds an album to a locked voyage or to the locked collections, last or at a position; later albums move down by one. */
export async function insertAlbum(
  changes: ChangeSet,
  album: AlbumValues & { slug: string; voyage_id: number | null; sort_order: number | null | undefined },
): Promise<void> {
  const { executor } = changes;
  const { slug, voyage_id } = album;
  const sort_order = album.sort_order ?? ((await executor.row(COUNT, [voyage_id]))?.position ?? 0) + 1;
  const row = await executor.row(INSERT, [JSON.stringify({ ...album, sort_order })]);
  changes.created('album', row?.id ?? 0, slug);
}

/** Updates a locked album. Absent fields stay unchanged. */
export async function updateAlbum(changes: ChangeSet, id: number, values: Partial<AlbumValues>): Promise<void> {
  await changes.takeSnapshots('album', [id]);
  await changes.executor.execute(UPDATE, [id, JSON.stringify(values)]);
}

/** Moves a locked album of a locked list. */
export async function moveAlbum(
  changes: ChangeSet,
  { id, voyage_id }: Pick<LockedAlbum, 'id' | 'voyage_id'>,
  position: number,
): Promise<void> {
  await changes.takeSnapshots('album', [id]);
  await changes.executor.execute(MOVE, [voyage_id, id, position]);
  await touchAlbums(changes, [id]);
}

/** Deletes locked albums of locked lists. Their media stay. */
export async function deleteAlbums(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  await changes.takeSnapshots('album', ids, { deleting: true });
  await changes.executor.execute(DELETE, [ids]);
  changes.deleted('album', ids);
}

async function touchAlbums(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  const open = changes.markForNewVersion('album', ids);
  if (open.length > 0) await changes.executor.execute(INCREMENT_VERSION, [open]);
}

export const hasAlbumEntry = async (executor: StatementExecutor, album: number, media: number) =>
  (await executor.row(HAS_ENTRY, [album, media])) !== undefined;

/** Adds media to a locked album, at a position or, without one, at its place in its batch, otherwise last. Later entries move down by one. */
export async function addAlbumEntry(
  changes: ChangeSet,
  album: number,
  media: number,
  { position, ...place }: { position?: number | undefined } & BatchPlace = {},
): Promise<void> {
  const { executor } = changes;
  await changes.takeSnapshots('album', [album]);
  const batch = batchColumns(place);
  const sortOrder = position ?? (await executor.row(ENTRY_PLACE, [album, ...batch]))?.position ?? 1;
  await executor.execute(INSERT_ENTRY, [album, media, sortOrder, ...batch]);
  await touchAlbums(changes, [album]);
}

/** Sets the media of a locked album and their order. */
export async function setAlbumEntries(changes: ChangeSet, album: number, media: readonly number[]): Promise<void> {
  const { executor } = changes;
  await changes.takeSnapshots('album', [album]);
  await executor.execute(DELETE_OTHER_ENTRIES, [album, media]);
  await executor.execute(ORDER_ENTRIES, [album, media]);
  await touchAlbums(changes, [album]);
}

/** Removes media from a locked album. */
export async function removeAlbumEntry(changes: ChangeSet, album: number, media: number): Promise<void> {
  await changes.takeSnapshots('album', [album]);
  await changes.executor.execute(DELETE_ENTRIES, [[media], [album]]);
  await touchAlbums(changes, [album]);
}

/** What media is detached from: one voyage by its id, all voyages, or collections as well. */
export type DetachedFrom = number | 'voyages' | 'everything';

/** Removes media from the albums of one voyage or of all voyages, or from collections as well. */
export async function detachFromAlbums(
  changes: ChangeSet,
  media: readonly number[],
  from: DetachedFrom,
): Promise<void> {
  const { executor } = changes;
  const rows = await executor.rows(LOCK_SHOWING, [media, String(from), typeof from === 'number' ? from : null]);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changes.takeSnapshots('album', ids);
  await executor.execute(DELETE_ENTRIES, [media, ids]);
  await touchAlbums(changes, ids);
}

export interface StoredAlbum extends AlbumValues {
  id: number;
  slug: string;
  voyage_id: number | null;
  sort_order: number;
  version: number;
  created_at: string;
}

interface StoredEntry {
  media_id: number;
  sort_order: number;
}

/** Restores a locked album of a locked list, with its media. */
export async function replaceAlbum(
  changes: ChangeSet,
  album: StoredAlbum,
  entries: readonly StoredEntry[],
): Promise<void> {
  const { executor } = changes;
  const { id, voyage_id, sort_order, ...values } = album;
  await executor.execute(MOVE, [voyage_id, id, sort_order]);
  await executor.execute(UPDATE, [id, JSON.stringify(values)]);
  await executor.execute(DELETE_ALL_ENTRIES, [id]);
  await executor.execute(INSERT_ENTRIES, [id, JSON.stringify(entries)]);
}

/** Inserts a deleted album under its old id and slug, with its media. */
export async function reinsertAlbum(
  changes: ChangeSet,
  album: StoredAlbum,
  entries: readonly StoredEntry[],
): Promise<void> {
  const { executor } = changes;
  await executor.execute(REINSERT, [JSON.stringify(album)]);
  await executor.execute(INSERT_ENTRIES, [album.id, JSON.stringify(entries)]);
}
