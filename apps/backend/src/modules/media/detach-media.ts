import type { Statements } from '../../database/index.ts';
import { type NewRevision, snapshotsOf } from '../history/index.ts';

interface Shower {
  id: number;
  slug: string;
}

const VOYAGES = `
  select v.id, v.slug from voyage v
  where v.id in (select l.voyage_id from voyage_media l where l.media_id = any($1::int[])) and ($2::int is null or v.id = $2)
  order by v.id for update`;

const ALBUMS = `
  select a.id, a.slug from album a
  where a.id in (select e.album_id from album_media e where e.media_id = any($1::int[])) and ($2::int is null or a.voyage_id = $2)
  order by a.id for update`;

/** Voyages that show media, in their own right or in an album. `media` is SQL for the keys, as a list. */
export const voyagesShowing = (media: string) => `
  select l.voyage_id from voyage_media l where l.media_id = any(${media})
  union select a.voyage_id from album_media e join album a on a.id = e.album_id where e.media_id = any(${media})`;

/**
 * Takes media off one voyage, or off all, and out of the albums there, in the transaction of the statements. Answers the revisions
 * of all voyages and albums that have changed by it, to be written with those of the whole change.
 */
export async function detachMedia(
  statements: Statements,
  media: readonly number[],
  voyage: number | null = null,
): Promise<NewRevision[]> {
  const voyages = await statements.rows<Shower>('media-shown-by', VOYAGES, [media, voyage]);
  const albums = await statements.rows<Shower>('media-collected-in', ALBUMS, [media, voyage]);
  const revisions = [
    ...(await updates(statements, 'voyage', voyages)),
    ...(await updates(statements, 'album', albums)),
  ];
  await leave(statements, 'voyage', voyages, media);
  await leave(statements, 'album', albums, media);
  return revisions;
}

/** Those of the media that anything shows. */
export async function shownOf(statements: Statements, media: readonly number[]): Promise<Set<number>> {
  const rows = await statements.rows<{ media_id: number }>(
    'media-shown',
    `select media_id from voyage_media where media_id = any($1::int[])
     union select media_id from album_media where media_id = any($1::int[])`,
    [media],
  );
  return new Set(rows.map(({ media_id }) => media_id));
}

async function updates(
  statements: Statements,
  kind: 'voyage' | 'album',
  showers: readonly Shower[],
): Promise<NewRevision[]> {
  const snapshots = await snapshotsOf(
    statements,
    kind,
    showers.map(({ id }) => id),
  );
  return showers.map(({ id, slug }) => ({ kind, slug, action: 'update', before: snapshots.get(id) ?? null }));
}

async function leave(
  statements: Statements,
  kind: 'voyage' | 'album',
  showers: readonly Shower[],
  media: readonly number[],
): Promise<void> {
  if (showers.length === 0) return;
  const ids = showers.map(({ id }) => id);
  const links = kind === 'voyage' ? 'voyage_media' : 'album_media';
  await statements.change(
    `media-leave-${kind}`,
    `delete from ${links} where media_id = any($1::int[]) and ${kind}_id = any($2::int[])`,
    [media, ids],
  );
  await statements.change(
    `media-touch-${kind}`,
    `update ${kind} set version = version + 1, updated_at = now() where id = any($1::int[])`,
    [ids],
  );
}
