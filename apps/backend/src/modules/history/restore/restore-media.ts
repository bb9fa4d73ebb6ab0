import type { Statements } from '../../../database/index.ts';
import { FILE_COLUMNS, MEDIA_COLUMNS, of } from '../columns.ts';
import { snapshotOf, snapshotsOf } from '../snapshots.ts';
import type { NewRevision } from '../write-revisions.ts';
import { requireShowing, showAgain, type Shown } from './show-media-again.ts';
import { cannot, holdSame, versionAfter } from './restoring.ts';

export interface Derivative {
  kind: string;
  storage_key: string | null;
}

export interface MediaSnapshot extends Shown {
  title: string;
  keys: Shown['keys'] & {
    president: number | null;
    file: { storage_key: string | null };
    derivatives?: Derivative[];
  };
}

/** Whether storage still has a file. */
export type FileThere = (storageKey: string) => Promise<boolean>;

const UPDATE = `
  update media m
  set (president_id, ${MEDIA_COLUMNS.join(', ')}) = (
      select (select r.person_id from president r where r.person_id = (one.kept -> 'keys' ->> 'president')::int),
        ${of('n', MEDIA_COLUMNS)} from jsonb_populate_record(m, one.kept - 'keys') n),
    version = m.version + 1, updated_at = now()
  from jsonb_array_elements($1::jsonb) one(kept)
  where m.id = (one.kept -> 'keys' ->> 'media')::int`;

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

/** What is said of media, as it was, and where it was shown when the change took it off; a deleted record also with its file. */
export async function restoreMedia(
  statements: Statements,
  slug: string,
  snapshot: MediaSnapshot,
  fileThere: FileThere,
): Promise<NewRevision[]> {
  const { keys } = snapshot;
  await requireShowing(statements, [snapshot]);
  const there = await holdSame(statements, 'media', slug, keys.media);
  const before = there ? await snapshotOf(statements, 'media', keys.media) : null;
  if (there) await statements.change('history-media-update', UPDATE, [JSON.stringify([snapshot])]);
  else await insertAgain(statements, slug, snapshot, fileThere);
  return [{ kind: 'media', slug, action: 'restore', before }, ...(await showAgain(statements, [snapshot]))];
}

/**
 * The same for several that are there and held by the caller, in a few statements however many they are.
 * @throws the 409 of a voyage or album that showed one of them and is gone
 */
export async function restoreMediaThere(
  statements: Statements,
  media: readonly { slug: string; snapshot: MediaSnapshot }[],
): Promise<NewRevision[]> {
  if (media.length === 0) return [];
  const snapshots = media.map(({ snapshot }) => snapshot);
  await requireShowing(statements, snapshots);
  const before = await snapshotsOf(
    statements,
    'media',
    snapshots.map(({ keys }) => keys.media),
  );
  await statements.change('history-media-update', UPDATE, [JSON.stringify(snapshots)]);
  return [
    ...media.map(({ slug, snapshot }): NewRevision => {
      return { kind: 'media', slug, action: 'restore', before: before.get(snapshot.keys.media) ?? null };
    }),
    ...(await showAgain(statements, snapshots)),
  ];
}

async function insertAgain(statements: Statements, slug: string, snapshot: MediaSnapshot, fileThere: FileThere) {
  const { keys } = snapshot;
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
}

/** Those whose pictures are gone can be made again. */
async function stillThere(derivatives: Derivative[], fileThere: FileThere): Promise<Derivative[]> {
  const there = await Promise.all(derivatives.map(({ storage_key }) => storage_key === null || fileThere(storage_key)));
  return derivatives.filter((_, at) => there[at]);
}
