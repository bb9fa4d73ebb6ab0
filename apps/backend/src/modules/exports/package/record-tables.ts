import { mkdir, mkdtemp } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/**
 * All tables with records and related data, in an order in which they can be inserted, each with the order of its rows. List entries are
 * ordered by position, because the database numbers them when they are inserted. Left out are sessions and other short-lived state,
 * releases of micro-frontends, and data derived from records (search, thumbnails).
 */
export const RECORD_TABLES = {
  person: 'id',
  person_redirect: 'slug',
  person_not_duplicate: 'ctid',
  president: 'person_id',
  voyage: 'id',
  ingest_operation: 'created_at, id',
  name_decision: 'key',
  column_mapping: 'headings',
  person_alias: 'person_id, name_key',
  person_merge: 'id',
  passenger: 'voyage_id, sort_order',
  media: 'id',
  media_person: 'media_id, sort_order, person_id',
  media_caption: 'media_id, language',
  voyage_media: 'voyage_id, media_category, sort_order',
  album: 'voyage_id, sort_order',
  album_media: 'album_id, sort_order',
  ingest_record: 'voyage_id',
  ingest_item: 'operation_id, ordinal',
  ingest_problem: 'operation_id, ordinal',
  media_fetch: 'id',
  history: 'changed_at, kind, slug, revision',
} as const;
export type RecordTable = keyof typeof RECORD_TABLES;
export const TABLE_NAMES = Object.keys(RECORD_TABLES) as RecordTable[];

/** The path in a package of the file with a table's rows, one JSON object per line. */
export const recordsPath = (table: RecordTable) => `data/records/${table}.jsonl`;
export const FILES_FOLDER = 'data/files/';

/** The directories of this machine, followed by the process that uses it, so that those of killed processes can be recognized. */
export const DIRECTORY_PREFIX = `package-${hostname()}-`;

/** Creates a temporary directory for a package. */
export async function packageDirectory(scratch: string): Promise<string> {
  await mkdir(scratch, { recursive: true });
  return mkdtemp(path.join(scratch, `${DIRECTORY_PREFIX}${process.pid}-`));
}
