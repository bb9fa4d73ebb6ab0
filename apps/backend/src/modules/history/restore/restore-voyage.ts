import type { Statements } from '../../../database/index.ts';
import { of, VOYAGE_COLUMNS } from '../columns.ts';
import { snapshotOf } from '../snapshots.ts';
import type { NewRevision } from '../write-revisions.ts';
import { type AlbumSnapshot, insertAlbum } from './restore-album.ts';
import { cannot, holdSame, type Keyed, requireAll, versionAfter } from './restoring.ts';

interface VoyageSnapshot {
  title: string;
  president_name: string | null;
  passengers: { person_slug: string; full_name: string }[];
  media: { media_slug: string; title: string }[];
  albums?: AlbumSnapshot[];
  keys: {
    voyage: number;
    president: number | null;
    people: Keyed;
    media: Keyed;
    albums?: Keyed;
    album_media?: Keyed;
    ingest_record?: { key: string } | null;
  };
}

const COLUMNS = VOYAGE_COLUMNS.join(', ');

const UPDATE = `
  update voyage v
  set (president_id, ${COLUMNS}) = (select $3::int, ${of('n', VOYAGE_COLUMNS)} from jsonb_populate_record(v, $2::jsonb) n),
    version = v.version + 1, updated_at = now()
  where v.id = $1`;

const INSERT = `
  insert into voyage (id, slug, president_id, version, created_at, ${COLUMNS}) overriding system value
  select $1, $2, $3, $4, n.created_at, ${of('n', VOYAGE_COLUMNS)} from jsonb_populate_record(null::voyage, $5::jsonb) n`;

const BOARD = `
  insert into passenger (voyage_id, person_id, sort_order, title, capacity_role, is_crew, notes)
  select $1, ($3::jsonb ->> n.person_slug)::int, n.sort_order, n.title, n.capacity_role, n.is_crew, n.voyage_notes
  from jsonb_to_recordset($2::jsonb)
    as n(person_slug text, sort_order int, title text, capacity_role text, is_crew boolean, voyage_notes text)`;

const SHOW = `
  insert into voyage_media (voyage_id, media_id, media_category, sort_order, notes)
  select $1, ($3::jsonb ->> n.media_slug)::int, n.media_category, n.sort_order, n.notes
  from jsonb_to_recordset($2::jsonb) as n(media_slug text, media_category text, sort_order int, notes text)`;

const REMEMBER = `
  insert into ingest_record
  select r.* from jsonb_populate_record(null::ingest_record, $2::jsonb || jsonb_build_object(
    'voyage_id', $1::int,
    'operation_id', (select o.id from ingest_operation o where o.id = ($2::jsonb ->> 'operation_id')::uuid))) r`;

/** A voyage as it was, with its people and media; a deleted one also with its albums, and known to the ingest as before. */
export async function restoreVoyage(
  statements: Statements,
  slug: string,
  snapshot: VoyageSnapshot,
): Promise<NewRevision[]> {
  const { keys } = snapshot;
  const there = await holdSame(statements, 'voyage', slug, keys.voyage);
  await requireParts(statements, snapshot);
  const before = there ? await snapshotOf(statements, 'voyage', keys.voyage) : null;
  const json = JSON.stringify(snapshot);
  if (there) {
    await statements.change('history-voyage-update', UPDATE, [keys.voyage, json, keys.president]);
    await statements.change('history-voyage-leave', 'delete from passenger where voyage_id = $1', [keys.voyage]);
    await statements.change('history-voyage-hide', 'delete from voyage_media where voyage_id = $1', [keys.voyage]);
  } else {
    const version = await versionAfter(statements, 'voyage', slug);
    await statements.change('history-voyage-insert', INSERT, [keys.voyage, slug, keys.president, version, json]);
  }
  const links = (entries: object[], ids: Keyed) => [keys.voyage, JSON.stringify(entries), JSON.stringify(ids)];
  await statements.change('history-voyage-board', BOARD, links(snapshot.passengers, keys.people));
  await statements.change('history-voyage-show', SHOW, links(snapshot.media, keys.media));
  const revisions: NewRevision[] = [{ kind: 'voyage', slug, action: 'restore', before }];
  if (!there) revisions.push(...(await restoreBelongings(statements, snapshot)));
  return revisions;
}

async function requireParts(
  statements: Statements,
  { keys, passengers, media, albums = [], president_name }: VoyageSnapshot,
): Promise<void> {
  if (keys.president !== null) {
    const president = await statements.row(
      'history-president-there',
      'select 1 from president where person_id = $1 for key share',
      [keys.president],
    );
    if (!president)
      throw cannot(`It cannot be whole: ${president_name}, under whom it was, is no president or owner any more.`);
  }
  const people = new Map(passengers.map(({ person_slug, full_name }) => [person_slug, full_name]));
  await requireAll(statements, {
    table: 'person',
    keys: keys.people,
    nameOf: (slug) => people.get(slug) ?? slug,
    said: ['who was aboard', 'who were aboard'],
  });
  const titles = new Map(
    [...media, ...albums.flatMap((album) => album.media)].map((one) => [one.media_slug, one.title]),
  );
  await requireAll(statements, {
    table: 'media',
    keys: { ...keys.media, ...keys.album_media },
    nameOf: (slug) => `“${titles.get(slug) ?? slug}”`,
    said: ['which belonged to it', 'which belonged to it'],
  });
}

/** What went with a voyage when it was deleted. */
async function restoreBelongings(
  statements: Statements,
  { albums = [], keys }: VoyageSnapshot,
): Promise<NewRevision[]> {
  for (const album of albums)
    await insertAlbum(statements, album, {
      album: keys.albums?.[album.album_slug] ?? 0,
      voyage: keys.voyage,
      media: keys.album_media ?? {},
    });
  if (keys.ingest_record) await restoreIngestRecord(statements, keys.voyage, keys.ingest_record);
  return albums.map(({ album_slug }) => ({ kind: 'album', slug: album_slug, action: 'restore', before: null }));
}

async function restoreIngestRecord(statements: Statements, voyage: number, record: { key: string }): Promise<void> {
  const other = await statements.row<{ title: string }>(
    'history-ingested-again',
    'select v.title from ingest_record r join voyage v on v.id = r.voyage_id where r.key = $1',
    [record.key],
  );
  if (other) throw cannot(`A document has brought this voyage back already, as “${other.title}”.`);
  await statements.change('history-voyage-remember', REMEMBER, [voyage, JSON.stringify(record)]);
}
