import type { MediaValues } from '@archive/contracts';
import { type ExpectedVersion, expectVersion, notFound } from '../../common/index.ts';
import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { columnsOf, FILE_COLUMNS, MEDIA_COLUMNS } from './columns.ts';
import { deleteDerivatives, reinsertDerivatives } from './derivatives.repository.ts';
import { addToTrash } from './media-trash.repository.ts';

const COLUMNS = MEDIA_COLUMNS.join(', ');
const ALL_COLUMNS = [...MEDIA_COLUMNS, ...FILE_COLUMNS];

/** A curator's correction of a page's text. */
export interface TextCorrection {
  page: number;
  text: string;
}

/** Stored values of a media item that aren't fields. */
export interface MediaTexts {
  text_corrections: TextCorrection[] | null;
}

const LOCKED = { id: col.int, slug: col.text, version: col.int, values: col.json<MediaValues & MediaTexts>() };
type LockedMedia = RowOf<typeof LOCKED>;

const LOCK = statement(
  'media-lock',
  `select m.id, m.slug, m.version, (select to_jsonb(n) from (select ${columnsOf('m', MEDIA_COLUMNS)}) n) "values"
  from media m where m.slug = $1 for update`,
  LOCKED,
);

const LINKABLE = { id: col.int, title: col.text };
const FIND_LINKABLE = statement(
  'media-find-linkable',
  'select id, title from media where slug = $1 for key share',
  LINKABLE,
);

/** Absent columns stay unchanged. Someone who is no longer a president or owner is left out. */
const UPDATE = statement(
  'media-update',
  `update media m
  set (president_id, ${COLUMNS}) = (
      select (select r.person_id from president r where r.person_id = n.president_id), ${columnsOf('n', MEDIA_COLUMNS)}
      from jsonb_populate_record(m, element.row) n),
    version = m.version + 1, updated_at = now()
  from jsonb_array_elements($1::jsonb) element(row)
  where m.id = (element.row ->> 'id')::int`,
);

const REINSERT = statement(
  'media-reinsert',
  `insert into media (id, slug, version, president_id, created_at, ${ALL_COLUMNS.join(', ')}) overriding system value
  select n.id, n.slug, n.version, (select r.person_id from president r where r.person_id = n.president_id), n.created_at,
    ${columnsOf('n', ALL_COLUMNS)}
  from jsonb_populate_record(null::media, $1::jsonb) n`,
);

const DELETE = statement('media-delete', 'delete from media where id = any($1::int[])');

/** @throws 404 if the media item doesn't exist, 412 if it doesn't have the expected version */
export async function lockMedia(
  executor: StatementExecutor,
  slug: string,
  expected: ExpectedVersion,
): Promise<LockedMedia> {
  const media = await executor.row(LOCK, [slug]);
  if (!media) throw notFound('Media not found in database.');
  expectVersion(expected, `${media.id}.${media.version}`, 'media item');
  return media;
}

/** Reads a media item to link, and locks it against deletion until the transaction ends. @throws 404 if it doesn't exist */
export async function linkableMedia(executor: StatementExecutor, slug: string): Promise<RowOf<typeof LINKABLE>> {
  const media = await executor.row(FIND_LINKABLE, [slug]);
  if (!media) throw notFound('Media not found in database.');
  return media;
}

/** Updates locked media items. Absent fields stay unchanged. */
export async function updateMedia(
  changes: ChangeSet,
  rows: readonly (Partial<MediaValues & MediaTexts> & { id: number; president_id?: number | null })[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changes.takeSnapshots('media', ids);
  changes.markForNewVersion('media', ids);
  await changes.executor.execute(UPDATE, [JSON.stringify(rows)]);
}

/**
 * How to treat the files of deleted media: `trash` keeps them together with the data for restoring the record, `keep` leaves them in
 * storage without a record, and for `delete` the caller schedules their deletion.
 */
export type FilesOfDeleted = 'trash' | 'keep' | 'delete';

/** Deletes locked, detached media items. Their files are not touched. */
export async function deleteMedia(changes: ChangeSet, ids: readonly number[], files: FilesOfDeleted): Promise<void> {
  if (ids.length === 0) return;
  await changes.takeSnapshots('media', ids, { deleting: true });
  if (files === 'trash') await addToTrash(changes.executor, ids);
  await changes.executor.execute(DELETE, [ids]);
  changes.deleted('media', ids);
}

type RestoredMedia = MediaValues & {
  id: number;
  slug: string;
  version: number;
  president_id: number | null;
  created_at: string;
};

/** Inserts a deleted media item under its old id and slug, with the derivatives that still exist. */
export async function reinsertMedia(
  changes: ChangeSet,
  row: RestoredMedia,
  derivatives: readonly object[],
): Promise<void> {
  const { executor } = changes;
  await executor.execute(REINSERT, [JSON.stringify(row)]);
  await reinsertDerivatives(executor, row.id, derivatives);
}

const INSERT = statement(
  'media-insert',
  `insert into media (slug, president_id, ${ALL_COLUMNS.join(', ')})
  select n.slug, n.president_id, ${columnsOf('n', ALL_COLUMNS)} from jsonb_populate_record(null::media, $1::jsonb) n
  returning id`,
  { id: col.int },
);

const FILE = { storage_key: col.text.nullable(), size: col.int.nullable(), sha256: col.bytes.nullable() };
/** The stored file of a media item; `size` in bytes. */
export type MediaFile = RowOf<typeof FILE>;

/** A file that replaces another one. */
interface ReplacingFile extends MediaFile {
  content_type: string | null;
  original_filename: string | null;
}

const LOCKED_FILE = { id: col.int, slug: col.text, content_type: col.text.nullable(), ...FILE };
export type LockedMediaFile = RowOf<typeof LOCKED_FILE>;

const LOCK_FILE = statement(
  'media-lock-file',
  'select id, slug, storage_key, size, sha256, content_type from media where id = $1 for update',
  LOCKED_FILE,
);

const SET_FILE = statement(
  'media-set-file',
  `update media set storage_key = $2, size = $3, sha256 = $4, version = version + 1, updated_at = now() where id = $1`,
);

const REPLACE_FILE = statement(
  'media-replace-file',
  `update media set storage_key = $2, size = $3, sha256 = $4, content_type = $5, original_filename = $6, version = version + 1,
    updated_at = now() where id = $1`,
);

const SET_FIRST_HASH = statement(
  'media-set-first-hash',
  'update media set sha256 = $2, size = $3 where id = $1 and sha256 is null',
);

const SET_DIMENSIONS = statement(
  'media-set-dimensions',
  'update media set width = coalesce($2, width), height = coalesce($3, height), suggested = coalesce($4, suggested) where id = $1',
);

const SET_MEASUREMENT = statement(
  'media-set-measurement',
  'update media set duration = $2, codecs = $3, playable = $4 where id = $1',
);

const SET_FILE_PROPERTIES = statement(
  'media-set-file-properties',
  'update media set page_count = $2, frame_count = $3, color_profile = $4, bit_depth = $5 where id = $1',
);

const SET_PICTURE_HASH = statement(
  'media-set-picture-hash',
  'update media set picture_hash = $2::bit(144) where id = $1',
);

/** Columns that move with the file when two records swap files. */
const FILE_FIELDS = [...FILE_COLUMNS, 'media_type', 'original_filename'];
const READ_FILES = statement(
  'media-read-files',
  `select m.id, to_jsonb(file) file, (
     select coalesce(jsonb_agg(to_jsonb(d) - 'media_id'), '[]') from derivative d where d.media_id = m.id) derivatives
   from media m cross join lateral (select ${columnsOf('m', FILE_FIELDS)}) file where m.id = any($1::int[])`,
  { id: col.int, file: col.json<object>(), derivatives: col.json<object[]>() },
);
/** Sets placeholder storage keys for a swap, because no two media may have the same file, not even within the transaction. */
const RELEASE_FILES = statement(
  'media-release-files',
  `update media set storage_key = 'swapped/' || id where id = any($1::int[])`,
);
const WRITE_FILE = statement(
  'media-write-file',
  `update media m set (${FILE_FIELDS.join(', ')}) = (
     select ${columnsOf('n', FILE_FIELDS)} from jsonb_populate_record(null::media, $2::jsonb) n),
   version = m.version + 1, updated_at = now() where m.id = $1`,
);

type NewMedia = MediaValues &
  Partial<MediaTexts> & {
    slug: string;
    president_id: number | null;
    storage_key: string | null;
    content_type: string | null;
    size: number | null;
    sha256: Buffer | null;
  };

/** Inserts a media item for a stored file, or for one on the web. Returns its id. */
export async function insertMedia(changes: ChangeSet, { sha256, ...media }: NewMedia): Promise<number> {
  const json = JSON.stringify({ ...media, sha256: sha256 && `\\x${sha256.toString('hex')}` });
  const row = await changes.executor.row(INSERT, [json]);
  if (!row) throw new Error('The media item was not inserted');
  changes.created('media', row.id, media.slug);
  return row.id;
}

/** @throws 404 when there is none */
export async function lockMediaFile(executor: StatementExecutor, id: number): Promise<LockedMediaFile> {
  const media = await executor.row(LOCK_FILE, [id]);
  if (!media) throw notFound('Media not found in database.');
  return media;
}

/** Replaces the file of a locked media item with one of the same content type. */
export async function setMediaFile(
  changes: ChangeSet,
  id: number,
  { storage_key, size, sha256 }: MediaFile,
): Promise<void> {
  await changes.takeSnapshots('media', [id]);
  changes.markForNewVersion('media', [id]);
  await changes.executor.execute(SET_FILE, [id, storage_key, size, sha256]);
}

/** Swaps the files of two locked media items, with their previews. */
export async function swapMediaFiles(changes: ChangeSet, first: number, second: number): Promise<void> {
  const { executor } = changes;
  const ids = [first, second];
  await changes.takeSnapshots('media', ids);
  changes.markForNewVersion('media', ids);
  const files = await executor.rows(READ_FILES, [ids]);
  await executor.execute(RELEASE_FILES, [ids]);
  for (const { id } of files) await deleteDerivatives(executor, id);
  for (const { id, file, derivatives } of files) {
    const other = id === first ? second : first;
    await executor.execute(WRITE_FILE, [other, JSON.stringify(file)]);
    await reinsertDerivatives(executor, other, derivatives);
  }
}

/** Replaces the file of a locked media item with another file. The properties of its content are read when its previews are rendered. */
export async function replaceMediaFile(
  changes: ChangeSet,
  id: number,
  { storage_key, size, sha256, content_type, original_filename }: ReplacingFile,
): Promise<void> {
  await changes.takeSnapshots('media', [id]);
  changes.markForNewVersion('media', [id]);
  await changes.executor.execute(REPLACE_FILE, [id, storage_key, size, sha256, content_type, original_filename]);
}

/** Stores the hash of a file that had none. Creates no revision, because the record doesn't change. */
export const setFirstHash = (executor: StatementExecutor, id: number, sha256: Buffer, size: number) =>
  executor.execute(SET_FIRST_HASH, [id, sha256, size]);

/**
 * Stores properties that were read while rendering a file; null for unknown ones. Creates no revision, because the record doesn't change.
 */
export const setDimensions = (
  executor: StatementExecutor,
  id: number,
  { width, height, suggested }: { width: number | null; height: number | null; suggested: object | null },
) => executor.execute(SET_DIMENSIONS, [id, width, height, suggested && JSON.stringify(suggested)]);

/** Stores the hash of a rendered picture, null without one. Creates no revision either. */
export const setPictureHash = (executor: StatementExecutor, id: number, hash: string | null) =>
  executor.execute(SET_PICTURE_HASH, [id, hash]);

/** Measured properties of a video or recording. */
interface VideoMeasurement {
  /** Seconds. */
  duration: number | null;
  codecs: string;
  /** Whether browsers can play the file without a conversion. */
  playable: boolean;
}

/** Stores measured properties of a video or recording, null for a file that can't be read. Creates no revision either. */
export const setMeasurement = (executor: StatementExecutor, id: number, measurement: VideoMeasurement | null) =>
  executor.execute(SET_MEASUREMENT, [
    id,
    measurement?.duration ?? null,
    measurement?.codecs ?? null,
    measurement?.playable ?? null,
  ]);

/** Properties read from a picture or document; null if not applicable or unknown. */
export interface FileProperties {
  page_count: number | null;
  frame_count: number | null;
  color_profile: string | null;
  bit_depth: number | null;
}

/** Stores the properties of a file that was rendered. Creates no revision either. */
export const setFileProperties = (
  executor: StatementExecutor,
  id: number,
  { page_count, frame_count, color_profile, bit_depth }: FileProperties,
) => executor.execute(SET_FILE_PROPERTIES, [id, page_count, frame_count, color_profile, bit_depth]);
