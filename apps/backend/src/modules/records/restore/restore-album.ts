import { isDeepStrictEqual } from 'node:util';
import { albumFields } from '@archive/contracts';
import { col, statement } from '../../../database/index.ts';
import { deleteAlbums, lockCollections, reinsertAlbum, replaceAlbum, type StoredAlbum } from '../albums.repository.ts';
import type { ChangeSet } from '../change-set.ts';
import { snapshotOf } from '../snapshots.ts';
import {
  cannotRestore,
  type IdsBySlug,
  lockRecordOfSlug,
  nextVersion,
  requireAll,
  restoredValues,
} from '../restore-requirements.ts';

const SLUG_TAKEN = statement('restore-album-taken', 'select 1 from album where slug = $1');
const LOCK_OF_VOYAGE = statement(
  'restore-lock-albums',
  'select id from album where voyage_id = $1 order by id for update',
  { id: col.int },
);

export interface AlbumSnapshot {
  album_slug: string;
  title: string;
  sort_order: number;
  version: number;
  created_at: string;
  media: { media_slug: string; title: string; sort_order: number }[];
}

interface WholeAlbumSnapshot extends AlbumSnapshot {
  /** Null for a collection, like `voyage_title`. */
  voyage_slug: string | null;
  voyage_title: string | null;
  keys: AlbumKeys;
}

interface AlbumKeys {
  album: number;
  voyage: number | null;
  media: IdsBySlug;
}

/** Restores an album with its media, in order. */
export async function restoreAlbum(changes: ChangeSet, slug: string, snapshot: WholeAlbumSnapshot): Promise<void> {
  const { executor } = changes;
  const { keys, voyage_slug, voyage_title, media } = snapshot;
  if (keys.voyage === null) await lockCollections(executor);
  else
    await requireAll(executor, {
      table: 'voyage',
      keys: { [voyage_slug ?? '']: keys.voyage },
      nameOf: () => `“${voyage_title}”`,
      relation: 'the voyage of this album',
    });
  const titles = new Map(media.map(({ media_slug, title }) => [media_slug, title]));
  await requireAll(executor, {
    table: 'media',
    keys: keys.media,
    nameOf: (item) => `“${titles.get(item) ?? item}”`,
    relation: 'media of this album',
  });
  if (!(await lockRecordOfSlug(executor, 'album', slug, keys.album)))
    return insertDeletedAlbum(changes, snapshot, keys);
  await replaceExisting(changes, snapshot, keys);
}

/**
 * Restores the albums of a locked voyage: which it has, their texts, media and order. Albums that are the same now get no revision.
 * @throws Problem 409 if another album has the slug of a deleted one
 */
export async function restoreAlbumsOfVoyage(
  changes: ChangeSet,
  albums: readonly AlbumSnapshot[],
  keys: { voyage: number; albums: IdsBySlug; media: IdsBySlug },
): Promise<void> {
  const { executor } = changes;
  const current = (await executor.rows(LOCK_OF_VOYAGE, [keys.voyage])).map(({ id }) => id);
  const restoredIds = new Set(Object.values(keys.albums));
  await deleteAlbums(
    changes,
    current.filter((id) => !restoredIds.has(id)),
  );
  // Positions are numbered again, because earlier versions started at 0, which would put the first album after the second one.
  for (const [index, snapshot] of albums.entries()) {
    const album = { ...snapshot, sort_order: index + 1 };
    const albumKeys = { album: keys.albums[album.album_slug] ?? 0, voyage: keys.voyage, media: keys.media };
    if (!current.includes(albumKeys.album)) await insertDeletedAlbum(changes, album, albumKeys);
    else if (!isSame((await snapshotOf(executor, 'album', albumKeys.album)) as AlbumSnapshot, album))
      await replaceExisting(changes, album, albumKeys);
  }
}

/** Whether two snapshots have the same texts, position, and media in the same order. */
const isSame = (one: AlbumSnapshot, other: AlbumSnapshot) => isDeepStrictEqual(contentOf(one), contentOf(other));
const contentOf = (album: AlbumSnapshot) => ({
  ...restoredValues(albumFields, album),
  sort_order: album.sort_order,
  media: album.media.map(({ media_slug, sort_order }) => [media_slug, sort_order]),
});

async function replaceExisting(changes: ChangeSet, album: AlbumSnapshot, keys: AlbumKeys): Promise<void> {
  await changes.takeSnapshots('album', [keys.album]);
  await replaceAlbum(changes, storedAlbum(album, keys), entriesOf(album, keys));
  changes.restored('album', keys.album, album.album_slug);
}

/** Inserts a deleted album under its old id and slug. */
async function insertDeletedAlbum(changes: ChangeSet, album: AlbumSnapshot, keys: AlbumKeys): Promise<void> {
  const { executor } = changes;
  const { album_slug: slug, title } = album;
  const existing = await executor.row(SLUG_TAKEN, [slug]);
  if (existing) throw cannotRestore(`Can’t restore: another album has the address of the album “${title}” now.`);
  const version = await nextVersion(executor, 'album', slug);
  await reinsertAlbum(changes, { ...storedAlbum(album, keys), version }, entriesOf(album, keys));
  changes.restored('album', keys.album, slug);
}

const storedAlbum = (album: AlbumSnapshot, keys: AlbumKeys): StoredAlbum => ({
  ...restoredValues(albumFields, album),
  id: keys.album,
  slug: album.album_slug,
  voyage_id: keys.voyage,
  sort_order: album.sort_order,
  version: album.version,
  created_at: album.created_at,
});

const entriesOf = ({ media }: AlbumSnapshot, keys: AlbumKeys) =>
  media.map(({ media_slug, sort_order }) => ({ media_id: keys.media[media_slug] ?? 0, sort_order }));
