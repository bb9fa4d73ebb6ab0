import { mediaLinkFields } from '@archive/contracts';
import { col, statement, type StatementExecutor, statementsFor } from '../../../database/index.ts';
import { addAlbumEntry } from '../albums.repository.ts';
import type { ChangeSet } from '../change-set.ts';
import { attachMedia } from '../media-links.repository.ts';
import { type IdsBySlug, requireAll, restoredValues } from '../restore-requirements.ts';

/** The links of a media item before a change detached it. Snapshots of other changes don't have them. */
export interface AttachmentSnapshot {
  voyages?: { voyage_slug: string; title: string; sort_order: number }[];
  albums?: { album_slug: string; title: string; sort_order: number }[];
  keys: { media: number; voyages?: IdsBySlug; albums?: IdsBySlug };
}

/** Locks the voyages and albums that media were attached to. @throws Problem 409 with the names of those that no longer exist */
export async function requireAttachments(
  executor: StatementExecutor,
  snapshots: readonly AttachmentSnapshot[],
): Promise<void> {
  const titles = new Map<string, string>();
  const voyages: IdsBySlug = {};
  const albums: IdsBySlug = {};
  for (const snapshot of snapshots) {
    for (const { voyage_slug, title } of snapshot.voyages ?? []) titles.set(voyage_slug, title);
    for (const { album_slug, title } of snapshot.albums ?? []) titles.set(album_slug, title);
    Object.assign(voyages, snapshot.keys.voyages);
    Object.assign(albums, snapshot.keys.albums);
  }
  const nameOf = (item: string) => `“${titles.get(item) ?? item}”`;
  await requireAll(executor, { table: 'voyage', keys: voyages, nameOf, relation: 'a voyage that used it' });
  await requireAll(executor, { table: 'album', keys: albums, nameOf, relation: 'an album that contained it' });
}

interface Link {
  /** Id of the voyage or album. */
  holder: number;
  media: number;
  sort_order: number;
}

/** Sorts links by position, so that each link gets its old position unless another item has it now. */
const inOrder = <L extends Link>(links: readonly L[]): L[] =>
  links.toSorted((a, b) => a.holder - b.holder || a.sort_order - b.sort_order);

/** Attaches media to its former voyages and albums, at the old positions. Existing links stay unchanged. */
export async function reattachMedia(changes: ChangeSet, snapshots: readonly AttachmentSnapshot[]): Promise<void> {
  const onVoyages = snapshots.flatMap(({ voyages = [], keys }) =>
    voyages.map((link) => ({
      ...link,
      ...restoredValues(mediaLinkFields, link),
      holder: keys.voyages?.[link.voyage_slug] ?? 0,
      media: keys.media,
    })),
  );
  const lostVoyages = inOrder(await missingLinks(changes.executor, 'voyage', onVoyages));
  await changes.takeSnapshots('voyage', holdersOf(lostVoyages));
  for (const link of lostVoyages) await attachMedia(changes, link.holder, link.media, link, link.sort_order);

  const inAlbums = snapshots.flatMap(({ albums = [], keys }) =>
    albums.map((link) => ({ ...link, holder: keys.albums?.[link.album_slug] ?? 0, media: keys.media })),
  );
  const lostAlbums = inOrder(await missingLinks(changes.executor, 'album', inAlbums));
  await changes.takeSnapshots('album', holdersOf(lostAlbums));
  for (const { holder, media, sort_order } of lostAlbums)
    await addAlbumEntry(changes, holder, media, { position: sort_order });
}

const holdersOf = (links: readonly Link[]) => [...new Set(links.map(({ holder }) => holder))];

const EXISTING = statementsFor(['voyage', 'album'], (kind) =>
  statement(
    `restore-media-of-${kind}`,
    `select ${kind}_id holder, media_id media from ${kind}_media
     where (${kind}_id, media_id) in (select * from unnest($1::int[], $2::int[]))`,
    { holder: col.int, media: col.int },
  ),
);

/** Links that no longer exist. */
async function missingLinks<L extends Link>(
  executor: StatementExecutor,
  kind: 'voyage' | 'album',
  links: readonly L[],
): Promise<L[]> {
  if (links.length === 0) return [];
  const rows = await executor.rows(EXISTING[kind], [
    links.map(({ holder }) => holder),
    links.map(({ media }) => media),
  ]);
  const existing = new Set(rows.map(({ holder, media }) => `${holder} ${media}`));
  return links.filter(({ holder, media }) => !existing.has(`${holder} ${media}`));
}
