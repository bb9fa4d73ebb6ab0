import { albumFields } from '@archive/contracts';
import { statement } from '../../../database/index.ts';
import { lockCollections, reinsertAlbum, replaceAlbum, type StoredAlbum } from '../albums.repository.ts';
import type { ChangeSet } from '../change-set.ts';
import {
  cannotRestore,
  type IdsBySlug,
  lockRecordOfSlug,
  nextVersion,
  requireAll,
  restoredValues,
} from './requirements.ts';

const SLUG_TAKEN = statement('restore-album-taken', 'select 1 from album where slug = $1');

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
  await changes.takeSnapshots('album', [keys.album]);
  await replaceAlbum(changes, storedAlbum(snapshot, keys), entriesOf(snapshot, keys));
  changes.restored('album', keys.album, slug);
}

/** Inserts a deleted album under its old id and slug. */
export async function insertDeletedAlbum(changes: ChangeSet, album: AlbumSnapshot, keys: AlbumKeys): Promise<void> {
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
