import type { Statements } from '../../../database/index.ts';
import { snapshotsOf } from '../snapshots.ts';
import type { NewRevision } from '../write-revisions.ts';
import { type Keyed, requireAll } from './restoring.ts';

/** Of a snapshot of media, where a change that took it off had it: absent in that of any other change. */
export interface Shown {
  voyages?: { voyage_slug: string; title: string; media_category: string; sort_order: number }[];
  albums?: { album_slug: string; title: string; sort_order: number }[];
  keys: { media: number; voyages?: Keyed; albums?: Keyed };
}

/** Whatever has taken the place since, and all behind, move on by one. */
const MAKE_ROOM_ON_VOYAGE = `
  update voyage_media set sort_order = sort_order + 1
  where voyage_id = $1 and media_category = $2 and sort_order >= $3
    and exists (select from voyage_media l where l.voyage_id = $1 and l.media_category = $2 and l.sort_order = $3)`;

const SHOW = `
  insert into voyage_media (voyage_id, media_id, media_category, sort_order, notes)
  select $1, $2, n.media_category, n.sort_order, n.notes
  from jsonb_to_record($3::jsonb) as n(media_category text, sort_order int, notes text)`;

const MAKE_ROOM_IN_ALBUM = `
  update album_media set sort_order = sort_order + 1
  where album_id = $1 and sort_order >= $2
    and exists (select from album_media e where e.album_id = $1 and e.sort_order = $2)`;

const ENTER = 'insert into album_media (album_id, media_id, sort_order) values ($1, $2, $3)';

/** @throws the 409 that names what showed media and is gone */
export async function requireShowing(statements: Statements, snapshots: readonly Shown[]): Promise<void> {
  const titles = new Map<string, string>();
  const voyageKeys: Keyed = {};
  const albumKeys: Keyed = {};
  for (const { voyages = [], albums = [], keys } of snapshots) {
    for (const { voyage_slug, title } of voyages) titles.set(voyage_slug, title);
    for (const { album_slug, title } of albums) titles.set(album_slug, title);
    Object.assign(voyageKeys, keys.voyages);
    Object.assign(albumKeys, keys.albums);
  }
  const nameOf = (one: string) => `“${titles.get(one) ?? one}”`;
  const said = { voyage: ['which showed it', 'which showed it'], album: ['which had it', 'which had it'] } as const;
  await requireAll(statements, { table: 'voyage', keys: voyageKeys, nameOf, said: said.voyage });
  await requireAll(statements, { table: 'album', keys: albumKeys, nameOf, said: said.album });
}

/** Shows media again where they were, each at its old place; what shows them already is left alone. */
export async function showAgain(statements: Statements, snapshots: readonly Shown[]): Promise<NewRevision[]> {
  return [...(await onVoyages(statements, snapshots)), ...(await inAlbums(statements, snapshots))];
}

async function onVoyages(statements: Statements, snapshots: readonly Shown[]): Promise<NewRevision[]> {
  const links = snapshots.flatMap(({ voyages = [], keys }) =>
    voyages.map((link) => ({
      slug: link.voyage_slug,
      shower: keys.voyages?.[link.voyage_slug] ?? 0,
      media: keys.media,
      link,
    })),
  );
  const lost = await without(statements, 'voyage', links);
  const revisions = await changed(statements, 'voyage', lost);
  for (const { shower, media, link } of inOrder(lost)) {
    const { media_category, sort_order } = link;
    await statements.change('history-media-room', MAKE_ROOM_ON_VOYAGE, [shower, media_category, sort_order]);
    await statements.change('history-media-show', SHOW, [shower, media, JSON.stringify(link)]);
  }
  return revisions;
}

async function inAlbums(statements: Statements, snapshots: readonly Shown[]): Promise<NewRevision[]> {
  const links = snapshots.flatMap(({ albums = [], keys }) =>
    albums.map((link) => ({
      slug: link.album_slug,
      shower: keys.albums?.[link.album_slug] ?? 0,
      media: keys.media,
      link,
    })),
  );
  const lost = await without(statements, 'album', links);
  const revisions = await changed(statements, 'album', lost);
  for (const { shower, media, link } of inOrder(lost)) {
    await statements.change('history-media-album-room', MAKE_ROOM_IN_ALBUM, [shower, link.sort_order]);
    await statements.change('history-media-enter', ENTER, [shower, media, link.sort_order]);
  }
  return revisions;
}

interface Link {
  slug: string;
  /** Key of the voyage or album. */
  shower: number;
  media: number;
  link: { sort_order: number };
}

/** One after the other from the front, each finds its own place free when nobody else has taken it. */
const inOrder = <L extends Link>(links: readonly L[]): L[] =>
  links.toSorted((a, b) => a.shower - b.shower || a.link.sort_order - b.link.sort_order);

/** Those that are not there. */
async function without<L extends Link>(
  statements: Statements,
  kind: 'voyage' | 'album',
  links: readonly L[],
): Promise<L[]> {
  if (links.length === 0) return [];
  const there = await statements.rows<{ shower: number; media: number }>(
    `history-media-on-${kind}`,
    `select ${kind}_id shower, media_id media from ${kind}_media
     where (${kind}_id, media_id) in (select * from unnest($1::int[], $2::int[]))`,
    [links.map(({ shower }) => shower), links.map(({ media }) => media)],
  );
  const shown = new Set(there.map(({ shower, media }) => `${shower} ${media}`));
  return links.filter(({ shower, media }) => !shown.has(`${shower} ${media}`));
}

/** The revisions of what shows them, as it was until now; each has changed. */
async function changed(
  statements: Statements,
  kind: 'voyage' | 'album',
  links: readonly Link[],
): Promise<NewRevision[]> {
  const showers = new Map(links.map(({ shower, slug }) => [shower, slug]));
  const ids = [...showers.keys()];
  if (ids.length === 0) return [];
  const snapshots = await snapshotsOf(statements, kind, ids);
  await statements.change(
    `history-${kind}s-touch`,
    `update ${kind} set version = version + 1, updated_at = now() where id = any($1::int[])`,
    [ids],
  );
  return [...showers].map(([id, slug]) => ({ kind, slug, action: 'update', before: snapshots.get(id) ?? null }));
}
