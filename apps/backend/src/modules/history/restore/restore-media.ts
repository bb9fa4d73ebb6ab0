import type { Statements } from '../../../database/index.ts';
import { FILE_COLUMNS, MEDIA_COLUMNS, of } from '../columns.ts';
import { snapshotOf, snapshotsOf } from '../snapshots.ts';
import type { NewRevision } from '../write-revisions.ts';
import { cannot, holdSame, type Keyed, requireAll, versionAfter } from './restoring.ts';

export interface Derivative {
  kind: string;
  storage_key: string | null;
}

export interface MediaSnapshot {
  title: string;
  voyages?: { voyage_slug: string; title: string; media_category: string; sort_order: number }[];
  albums?: { album_slug: string; title: string; sort_order: number }[];
  keys: {
    media: number;
    president: number | null;
    file: { storage_key: string | null };
    voyages?: Keyed;
    albums?: Keyed;
    derivatives?: Derivative[];
  };
}

/** Whether storage still has a file. */
export type FileThere = (storageKey: string) => Promise<boolean>;

const UPDATE = `
  update media m
  set (president_id, ${MEDIA_COLUMNS.join(', ')}) = (
      select (select r.person_id from president r where r.person_id = $3),
        ${of('n', MEDIA_COLUMNS)} from jsonb_populate_record(m, $2::jsonb) n),
    version = m.version + 1, updated_at = now()
  where m.id = $1`;

const ALL_COLUMNS = [...MEDIA_COLUMNS, ...FILE_COLUMNS];

const INSERT = `
  insert into media (id, slug, version, president_id, created_at, ${ALL_COLUMNS.join(', ')}) overriding system value
  select $1, $2, $3, (select r.person_id from president r where r.person_id = $4), n.created_at, ${of('n', ALL_COLUMNS)}
  from jsonb_populate_record(null::media, $5::jsonb) n`;

const DERIVE = `
  insert into derivative
  select d.* from jsonb_array_elements($2::jsonb) one(row),
    jsonb_populate_record(null::derivative, one.row || jsonb_build_object('media_id', $1::int)) d`;

/** Pictures that were not made yet, or that storage has lost, are made by the worker when it next looks. */
const DRAW = `
  insert into derivative_task (media_id, updated_at) select m.id, '-infinity' from media m
  where m.id = $1 and m.storage_key is not null and (m.content_type like 'image/%' or m.content_type = 'application/pdf')
    and not exists (select from derivative d where d.media_id = m.id)`;

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

/** What is said of media, as it was; a deleted record also with its file, and where it was shown. */
export async function restoreMedia(
  statements: Statements,
  slug: string,
  snapshot: MediaSnapshot,
  fileThere: FileThere,
): Promise<NewRevision[]> {
  const { keys } = snapshot;
  await requireShowing(statements, snapshot);
  const there = await holdSame(statements, 'media', slug, keys.media);
  const before = there ? await snapshotOf(statements, 'media', keys.media) : null;
  const revisions: NewRevision[] = [{ kind: 'media', slug, action: 'restore', before }];
  if (there) {
    await statements.change('history-media-update', UPDATE, [keys.media, JSON.stringify(snapshot), keys.president]);
    return revisions;
  }
  const { storage_key } = keys.file;
  if (storage_key !== null && !(await fileThere(storage_key)))
    throw cannot(
      `The file of “${snapshot.title}” has been deleted from storage, so the record cannot be brought back.`,
    );
  const version = await versionAfter(statements, 'media', slug);
  const json = JSON.stringify({ ...snapshot, ...keys.file });
  await statements.change('history-media-insert', INSERT, [keys.media, slug, version, keys.president, json]);
  const derivatives = await stillThere(keys.derivatives ?? [], fileThere);
  await statements.change('history-media-derive', DERIVE, [keys.media, JSON.stringify(derivatives)]);
  await statements.change('history-media-draw', DRAW, [keys.media]);
  return [...revisions, ...(await showOnVoyages(statements, snapshot)), ...(await putIntoAlbums(statements, snapshot))];
}

async function requireShowing(statements: Statements, { voyages = [], albums = [], keys }: MediaSnapshot) {
  const titles = new Map([
    ...voyages.map(({ voyage_slug, title }) => [voyage_slug, title] as const),
    ...albums.map(({ album_slug, title }) => [album_slug, title] as const),
  ]);
  const nameOf = (one: string) => `“${titles.get(one) ?? one}”`;
  await requireAll(statements, {
    table: 'voyage',
    keys: keys.voyages ?? {},
    nameOf,
    said: ['which showed it', 'which showed it'],
  });
  await requireAll(statements, {
    table: 'album',
    keys: keys.albums ?? {},
    nameOf,
    said: ['which had it', 'which had it'],
  });
}

/** Those whose pictures are gone can be made again. */
async function stillThere(derivatives: Derivative[], fileThere: FileThere): Promise<Derivative[]> {
  const there = await Promise.all(derivatives.map(({ storage_key }) => storage_key === null || fileThere(storage_key)));
  return derivatives.filter((_, at) => there[at]);
}

async function showOnVoyages(statements: Statements, { voyages = [], keys }: MediaSnapshot): Promise<NewRevision[]> {
  const ids = Object.values(keys.voyages ?? {});
  const snapshots = await snapshotsOf(statements, 'voyage', ids);
  for (const link of voyages) {
    const id = keys.voyages?.[link.voyage_slug];
    const place = [id, link.media_category, link.sort_order];
    await statements.change('history-media-room', MAKE_ROOM_ON_VOYAGE, place);
    await statements.change('history-media-show', SHOW, [id, keys.media, JSON.stringify(link)]);
  }
  await statements.change(
    'history-voyages-touch',
    'update voyage set version = version + 1, updated_at = now() where id = any($1::int[])',
    [ids],
  );
  return changed('voyage', keys.voyages ?? {}, snapshots);
}

async function putIntoAlbums(statements: Statements, { albums = [], keys }: MediaSnapshot): Promise<NewRevision[]> {
  const ids = Object.values(keys.albums ?? {});
  const snapshots = await snapshotsOf(statements, 'album', ids);
  for (const { album_slug, sort_order } of albums) {
    const id = keys.albums?.[album_slug];
    await statements.change('history-media-album-room', MAKE_ROOM_IN_ALBUM, [id, sort_order]);
    await statements.change(
      'history-media-enter',
      'insert into album_media (album_id, media_id, sort_order) values ($1, $2, $3)',
      [id, keys.media, sort_order],
    );
  }
  await statements.change(
    'history-albums-touch',
    'update album set version = version + 1, updated_at = now() where id = any($1::int[])',
    [ids],
  );
  return changed('album', keys.albums ?? {}, snapshots);
}

const changed = (kind: 'voyage' | 'album', keys: Keyed, snapshots: Map<number, object>): NewRevision[] =>
  Object.entries(keys).map(([slug, id]) => ({ kind, slug, action: 'update', before: snapshots.get(id) ?? null }));
