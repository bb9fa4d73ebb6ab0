import type { Statements } from '../../../database/index.ts';
import { ALBUM_COLUMNS, of } from '../columns.ts';
import { snapshotOf } from '../snapshots.ts';
import type { NewRevision } from '../write-revisions.ts';
import { cannot, holdSame, type Keyed, requireAll, versionAfter } from './restoring.ts';

export interface AlbumSnapshot {
  album_slug: string;
  title: string;
  sort_order: number;
  media: { media_slug: string; title: string }[];
}

interface WholeAlbumSnapshot extends AlbumSnapshot {
  voyage_slug: string;
  voyage_title: string;
  keys: AlbumKeys;
}

interface AlbumKeys {
  album: number;
  voyage: number;
  media: Keyed;
}

const UPDATE = `
  update album a
  set (${ALBUM_COLUMNS.join(', ')}) = (select ${of('n', ALBUM_COLUMNS)} from jsonb_populate_record(a, $2::jsonb) n),
    version = a.version + 1, updated_at = now()
  where a.id = $1`;

const INSERT = `
  insert into album (id, slug, voyage_id, version, created_at, ${ALBUM_COLUMNS.join(', ')}) overriding system value
  select $1, $2, $3, $4, n.created_at, ${of('n', ALBUM_COLUMNS)} from jsonb_populate_record(null::album, $5::jsonb) n`;

const ENTER = `
  insert into album_media (album_id, media_id, sort_order)
  select $1, ($3::jsonb ->> n.media_slug)::int, n.sort_order
  from jsonb_to_recordset($2::jsonb) as n(media_slug text, sort_order int)`;

/** Whoever has taken the place since, and all behind, move on by one. */
const MAKE_ROOM = `
  update album set sort_order = sort_order + 1
  where voyage_id = $1 and sort_order >= $2 and id <> $3
    and exists (select from album a where a.voyage_id = $1 and a.sort_order = $2 and a.id <> $3)`;

/** An album as it was, with its media in their order. */
export async function restoreAlbum(
  statements: Statements,
  slug: string,
  snapshot: WholeAlbumSnapshot,
): Promise<NewRevision[]> {
  const { keys, voyage_slug, voyage_title } = snapshot;
  await requireAll(statements, {
    table: 'voyage',
    keys: { [voyage_slug]: keys.voyage },
    nameOf: () => `“${voyage_title}”`,
    said: ['which had it', 'which had it'],
  });
  const titles = new Map(snapshot.media.map(({ media_slug, title }) => [media_slug, title]));
  await requireAll(statements, {
    table: 'media',
    keys: keys.media,
    nameOf: (one) => `“${titles.get(one) ?? one}”`,
    said: ['which belonged to it', 'which belonged to it'],
  });
  const there = await holdSame(statements, 'album', slug, keys.album);
  const before = there ? await snapshotOf(statements, 'album', keys.album) : null;
  await statements.change('history-album-room', MAKE_ROOM, [keys.voyage, snapshot.sort_order, keys.album]);
  if (there) {
    await statements.change('history-album-update', UPDATE, [keys.album, JSON.stringify(snapshot)]);
    await statements.change('history-album-empty', 'delete from album_media where album_id = $1', [keys.album]);
    await enter(statements, snapshot, keys);
  } else await insertAlbum(statements, snapshot, keys);
  return [{ kind: 'album', slug, action: 'restore', before }];
}

/** An album that is not there, under its old key and address. */
export async function insertAlbum(statements: Statements, album: AlbumSnapshot, keys: AlbumKeys): Promise<void> {
  const { album_slug: slug, title } = album;
  const taken = await statements.row('history-album-taken', 'select 1 from album where slug = $1', [slug]);
  if (taken) throw cannot(`The address of the album “${title}” is another album’s now.`);
  const version = await versionAfter(statements, 'album', slug);
  const json = JSON.stringify(album);
  await statements.change('history-album-insert', INSERT, [keys.album, slug, keys.voyage, version, json]);
  await enter(statements, album, keys);
}

const enter = (statements: Statements, { media }: AlbumSnapshot, keys: AlbumKeys) =>
  statements.change('history-album-enter', ENTER, [keys.album, JSON.stringify(media), JSON.stringify(keys.media)]);
