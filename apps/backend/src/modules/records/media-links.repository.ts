import type { MediaLinkValues } from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';
import {
  batchColumns,
  type BatchPlace,
  type DetachedFrom,
  detachFromAlbums,
  positionInList,
} from './albums.repository.ts';
import type { ChangeSet } from './change-set.ts';
import { touchVoyages } from './voyages.repository.ts';

/** SQL for the ids of voyages that show media directly or in an album. `media` is SQL for an array of ids. */
export const voyagesShowing = (media: string) => `
  select l.voyage_id from voyage_media l where l.media_id = any(${media})
  union select a.voyage_id from album_media e join album a on a.id = e.album_id where e.media_id = any(${media})`;

const IS_ATTACHED = statement('media-is-attached', 'select 1 from voyage_media where voyage_id = $1 and media_id = $2');
const PLACE = statement(
  'media-links-place',
  `select ${positionInList('$3', '$4')} position from voyage_media where voyage_id = $1 and media_category = $2`,
  { position: col.int },
);

const INSERT = statement(
  'media-link-insert',
  `insert into voyage_media (voyage_id, media_id, media_category, sort_order, notes, batch_id, batch_position)
  values ($1, $2, $3, $4, $5, $6, $7)`,
);

const LOCK_SHOWING = statement(
  'media-lock-showing',
  `select v.id from voyage v
  where v.id in (select l.voyage_id from voyage_media l where l.media_id = any($1::int[])) and ($2::int is null or v.id = $2)
  order by v.id for update`,
  { id: col.int },
);
const DELETE = statement(
  'media-links-delete',
  'delete from voyage_media where media_id = any($1::int[]) and voyage_id = any($2::int[])',
);

/** Links keep their notes and their place in their batch. */
const ORDER = statement(
  'media-links-order',
  `update voyage_media l set media_category = coalesce(n.media_category, l.media_category), sort_order = n.sort_order
  from jsonb_to_recordset($2::jsonb) as n(media_id int, media_category text, sort_order int)
  where l.voyage_id = $1 and l.media_id = n.media_id
    and (coalesce(n.media_category, l.media_category), n.sort_order) is distinct from (l.media_category, l.sort_order)`,
);

const DELETE_OTHERS = statement(
  'media-links-delete-others',
  `delete from voyage_media l using jsonb_to_recordset($1::jsonb) as n(voyage_id int, media int[])
  where l.voyage_id = n.voyage_id and l.media_id <> all(n.media)`,
);

const INSERT_ALL = statement(
  'media-links-insert',
  `insert into voyage_media (voyage_id, media_id, media_category, sort_order, notes)
  select $1, n.media_id, n.media_category, n.sort_order, n.notes
  from jsonb_to_recordset($2::jsonb) as n(media_id int, media_category text, sort_order int, notes text)`,
);
const DELETE_ALL = statement('media-links-delete-all', 'delete from voyage_media where voyage_id = $1');

/** Whether a voyage shows a media item directly. */
export const isAttached = async (executor: StatementExecutor, voyage: number, media: number) =>
  (await executor.row(IS_ATTACHED, [voyage, media])) !== undefined;

/**
 * Attaches media to a locked voyage: in its category, at a position or, without one, at its place in its batch, otherwise last. Later items
 * move down by one.
 */
export async function attachMedia(
  changes: ChangeSet,
  voyage: number,
  media: number,
  { media_category, notes, ...place }: MediaLinkValues & BatchPlace,
  position?: number | null,
): Promise<void> {
  const { executor } = changes;
  await changes.takeSnapshots('voyage', [voyage]);
  const batch = batchColumns(place);
  const sortOrder = position ?? (await executor.row(PLACE, [voyage, media_category, ...batch]))?.position ?? 1;
  await executor.execute(INSERT, [voyage, media, media_category, sortOrder, notes, ...batch]);
  await touchVoyages(changes, [voyage]);
}

/**
 * Detaches media from one voyage or from all, and removes them from the voyages' albums. With `everything`, also removes them from
 * collections.
 */
export async function detachMedia(
  changes: ChangeSet,
  media: readonly number[],
  from: DetachedFrom,
): Promise<{ voyages: number }> {
  const voyages = await unlinkMedia(changes, media, typeof from === 'number' ? from : null);
  await detachFromAlbums(changes, media, from);
  return { voyages };
}

/**
 * Detaches media from one voyage, or from all voyages if it is null. The media stay in the voyages' albums. Returns the number of voyages.
 */
export async function unlinkMedia(
  changes: ChangeSet,
  media: readonly number[],
  voyage: number | null,
): Promise<number> {
  const { executor } = changes;
  const rows = await executor.rows(LOCK_SHOWING, [media, voyage]);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    await changes.takeSnapshots('voyage', ids);
    await executor.execute(DELETE, [media, ids]);
    await touchVoyages(changes, ids);
  }
  return ids.length;
}

/**
 * Sets the positions of media that an import attached to a locked voyage. Creates no revision: files arrive in any order, and the
 * revision of the attachment covers this change, so that history doesn't depend on that order.
 */
export async function orderMedia(
  executor: StatementExecutor,
  voyage: number,
  places: readonly { media_id: number; sort_order: number }[],
): Promise<void> {
  await executor.execute(ORDER, [voyage, JSON.stringify(places)]);
}

/** Sets the categories and the order of all media of a locked voyage. */
export async function arrangeMedia(
  changes: ChangeSet,
  voyage: number,
  media: readonly Omit<StoredMediaLink, 'notes'>[],
): Promise<void> {
  const { executor } = changes;
  await changes.takeSnapshots('voyage', [voyage]);
  await executor.execute(ORDER, [voyage, JSON.stringify(media)]);
  await touchVoyages(changes, [voyage]);
}

/** Detaches all media of locked voyages except those listed for each voyage. */
export async function keepMedia(
  changes: ChangeSet,
  voyages: readonly { voyage_id: number; media: readonly number[] }[],
): Promise<void> {
  if (voyages.length === 0) return;
  const ids = voyages.map(({ voyage_id }) => voyage_id);
  await changes.takeSnapshots('voyage', ids);
  await changes.executor.execute(DELETE_OTHERS, [JSON.stringify(voyages)]);
  await touchVoyages(changes, ids);
}

type StoredMediaLink = MediaLinkValues & { media_id: number; sort_order: number };

/** Replaces the media of a locked voyage. */
export async function replaceMedia(
  changes: ChangeSet,
  voyage: number,
  links: readonly StoredMediaLink[],
): Promise<void> {
  const { executor } = changes;
  await executor.execute(DELETE_ALL, [voyage]);
  await executor.execute(INSERT_ALL, [voyage, JSON.stringify(links)]);
}
