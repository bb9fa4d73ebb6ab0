import { albumFields, type AlbumValues, namesOf } from '@archive/contracts';
import { type ExpectedVersion, expectVersion, notFound } from '../../common/index.ts';
import { col, type RowOf, statement, type Statements } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { ALBUM_COLUMNS, columnsOf } from './columns.ts';

const COLUMNS = ALBUM_COLUMNS.join(', ');

const LOCKED = { id: col.int, slug: col.text, version: col.int, values: col.json<AlbumValues>() };
export type LockedAlbum = RowOf<typeof LOCKED>;

const LOCK = statement(
  'album-lock',
  `select a.id, a.slug, a.version, (select to_jsonb(n) from (select ${columnsOf('a', namesOf(albumFields))}) n) "values"
  from album a where a.slug = $1 for update`,
  LOCKED,
);

const PLACE = { place: col.int };

/** The number of albums (SPEC section 2), or the next free position after them. */
const NEXT = statement(
  'albums-next',
  `select greatest(count(*), coalesce(max(sort_order) + 1, 0))::int place from album where voyage_id = $1`,
  PLACE,
);
const NEXT_ENTRY = statement(
  'album-next-entry',
  `select greatest(count(*), coalesce(max(sort_order) + 1, 0))::int place from album_media where album_id = $1`,
  PLACE,
);

const MAKE_ROOM = statement(
  'albums-make-room',
  `update album set sort_order = sort_order + 1
  where voyage_id = $1 and sort_order >= $2 and id <> $3
    and exists (select from album a where a.voyage_id = $1 and a.sort_order = $2 and a.id <> $3)`,
);
const MAKE_ROOM_FOR_ENTRY = statement(
  'album-make-room',
  `update album_media set sort_order = sort_order + 1
  where album_id = $1 and sort_order >= $2
    and exists (select from album_media e where e.album_id = $1 and e.sort_order = $2)`,
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
  'insert into album_media (album_id, media_id, sort_order) values ($1, $2, $3)',
);
const INSERT_ENTRIES = statement(
  'album-insert-entries',
  `insert into album_media (album_id, media_id, sort_order)
  select $1, n.media_id, n.sort_order from jsonb_to_recordset($2::jsonb) as n(media_id int, sort_order int)`,
);
const DELETE_ENTRIES = statement(
  'album-delete-entries',
  'delete from album_media where media_id = any($1::int[]) and album_id = any($2::int[])',
);
const DELETE_ALL_ENTRIES = statement('album-delete-all-entries', 'delete from album_media where album_id = $1');
const LOCK_SHOWING = statement(
  'albums-lock-showing',
  `select a.id from album a
  where a.id in (select e.album_id from album_media e where e.media_id = any($1::int[])) and ($2::int is null or a.voyage_id = $2)
  order by a.id for update`,
  { id: col.int },
);

/** @throws 404 when there is none, 412 when it is not as expected */
export async function lockAlbum(statements: Statements, slug: string, expected: ExpectedVersion): Promise<LockedAlbum> {
  const album = await statements.row(LOCK, [slug]);
  if (!album) throw notFound('Album not found');
  expectVersion(expected, `${album.id}.${album.version}`, 'album');
  return album;
}

async function makeRoom(statements: Statements, voyage: number, place: number, album = 0): Promise<void> {
  await statements.execute(MAKE_ROOM, [voyage, place, album]);
}

/** Adds an album to a locked voyage, last or at a position; later albums move down by one. */
export async function insertAlbum(
  changes: ChangeSet,
  album: AlbumValues & { slug: string; voyage_id: number; sort_order: number | null | undefined },
): Promise<void> {
  const { statements } = changes;
  const { slug, voyage_id } = album;
  const next = await statements.row(NEXT, [voyage_id]);
  const sort_order = album.sort_order ?? next?.place ?? 0;
  await makeRoom(statements, voyage_id, sort_order);
  const row = await statements.row(INSERT, [JSON.stringify({ ...album, sort_order })]);
  changes.created('album', row?.id ?? 0, slug);
}

/** Changes a locked album; absent fields stay unchanged. */
export async function updateAlbum(changes: ChangeSet, id: number, values: Partial<AlbumValues>): Promise<void> {
  await changes.takeSnapshots('album', [id]);
  await changes.statements.execute(UPDATE, [id, JSON.stringify(values)]);
}

/** Deletes locked albums. Their media stay. */
export async function deleteAlbums(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  await changes.takeSnapshots('album', ids, { deleting: true });
  await changes.statements.execute(DELETE, [ids]);
  changes.deleted('album', ids);
}

export async function touchAlbums(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  const open = changes.markForNewVersion('album', ids);
  if (open.length > 0) await changes.statements.execute(INCREMENT_VERSION, [open]);
}

export const hasAlbumEntry = async (statements: Statements, album: number, media: number) =>
  (await statements.row(HAS_ENTRY, [album, media])) !== undefined;

/** Adds media to a locked album, last or at a position; later entries move down by one. */
export async function addAlbumEntry(
  changes: ChangeSet,
  album: number,
  media: number,
  position?: number | null,
): Promise<void> {
  const { statements } = changes;
  await changes.takeSnapshots('album', [album]);
  const next = await statements.row(NEXT_ENTRY, [album]);
  const place = position ?? next?.place ?? 0;
  await statements.execute(MAKE_ROOM_FOR_ENTRY, [album, place]);
  await statements.execute(INSERT_ENTRY, [album, media, place]);
  await touchAlbums(changes, [album]);
}

/** Sets the media of a locked album and their order. */
export async function setAlbumEntries(changes: ChangeSet, album: number, media: readonly number[]): Promise<void> {
  const { statements } = changes;
  await changes.takeSnapshots('album', [album]);
  const entries = media.map((media_id, sort_order) => ({ media_id, sort_order }));
  await statements.execute(DELETE_ALL_ENTRIES, [album]);
  await statements.execute(INSERT_ENTRIES, [album, JSON.stringify(entries)]);
  await touchAlbums(changes, [album]);
}

/** Removes media from a locked album. */
export async function removeAlbumEntry(changes: ChangeSet, album: number, media: number): Promise<void> {
  await changes.takeSnapshots('album', [album]);
  await changes.statements.execute(DELETE_ENTRIES, [[media], [album]]);
  await touchAlbums(changes, [album]);
}

/** Removes media from all albums, or from those of one voyage. */
export async function detachFromAlbums(
  changes: ChangeSet,
  media: readonly number[],
  voyage: number | null,
): Promise<void> {
  const { statements } = changes;
  const rows = await statements.rows(LOCK_SHOWING, [media, voyage]);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changes.takeSnapshots('album', ids);
  await statements.execute(DELETE_ENTRIES, [media, ids]);
  await touchAlbums(changes, ids);
}

export interface StoredAlbum extends AlbumValues {
  id: number;
  slug: string;
  voyage_id: number;
  sort_order: number;
  version: number;
  created_at: string;
}

export interface StoredEntry {
  media_id: number;
  sort_order: number;
}

/** Restores a locked album with its media. */
export async function replaceAlbum(
  changes: ChangeSet,
  album: StoredAlbum,
  entries: readonly StoredEntry[],
): Promise<void> {
  const { statements } = changes;
  await makeRoom(statements, album.voyage_id, album.sort_order, album.id);
  await statements.execute(UPDATE, [album.id, JSON.stringify(album)]);
  await statements.execute(DELETE_ALL_ENTRIES, [album.id]);
  await statements.execute(INSERT_ENTRIES, [album.id, JSON.stringify(entries)]);
}

/** Inserts a deleted album under its old id and slug, with its media. */
export async function reinsertAlbum(
  changes: ChangeSet,
  album: StoredAlbum,
  entries: readonly StoredEntry[],
): Promise<void> {
  const { statements } = changes;
  await makeRoom(statements, album.voyage_id, album.sort_order, album.id);
  await statements.execute(REINSERT, [JSON.stringify(album)]);
  await statements.execute(INSERT_ENTRIES, [album.id, JSON.stringify(entries)]);
}
