import { statement, type StatementExecutor } from '../../database/index.ts';

/** Adds unrecorded files. Keeps the hash of a file that hasn't changed since the last check, so that it isn't read again. */
const ADD_FILES = statement(
  'storage-check-files',
  `insert into storage_discrepancy (check_id, kind, storage_key, size, etag, modified_at)
  select $1, 'unknown_file', f.key, f.size, f.etag, f.modified_at
  from jsonb_to_recordset($2::jsonb) as f(key text, size bigint, etag text, modified_at timestamptz)
  on conflict (kind, storage_key) do update
    set check_id = excluded.check_id, size = excluded.size, etag = excluded.etag, modified_at = excluded.modified_at,
      sha256 = case when storage_discrepancy.etag = excluded.etag then storage_discrepancy.sha256 end,
      content_type = case when storage_discrepancy.etag = excluded.etag then storage_discrepancy.content_type end,
      rejection = case when storage_discrepancy.etag = excluded.etag then storage_discrepancy.rejection end`,
);
const ADD_RECORD = statement(
  'storage-check-record',
  `insert into storage_discrepancy (check_id, kind, storage_key, media_id, size, sha256, etag, modified_at, content_type, rejection)
  select $1, $2, m.storage_key, m.id, $4, $5, $6, $7, $8, $9 from media m where m.id = $3 and m.storage_key = $10
  on conflict (kind, storage_key) do update
    set check_id = excluded.check_id, media_id = excluded.media_id, size = excluded.size, sha256 = excluded.sha256,
      etag = excluded.etag, modified_at = excluded.modified_at, content_type = excluded.content_type, rejection = excluded.rejection`,
);
const SET_CONTENT = statement(
  'storage-check-read',
  'update storage_discrepancy set size = $2, sha256 = $3, content_type = $4, rejection = $5 where id = $1',
);
const SET_FORMER = statement('discrepancy-set-former', 'update storage_discrepancy set former = $2 where id = $1');
const DELETE = statement('storage-discrepancy-delete', 'delete from storage_discrepancy where id = $1');
const DELETE_RESOLVED = statement(
  'storage-discrepancies-delete-resolved',
  'delete from storage_discrepancy where check_id <> $1',
);
const DELETE_OF_FILE = statement(
  'storage-cleanup-delete-discrepancy',
  `delete from storage_discrepancy where kind = 'unknown_file' and storage_key = $1`,
);

/** A stored file without a record. */
interface UnrecordedFile {
  key: string;
  /** Bytes. */
  size: number;
  etag: string;
  modified_at: Date;
}

/** Properties of a file's content; all null for a missing file. */
export interface DiscrepancyContent {
  /** Bytes. */
  size: number | null;
  sha256: Buffer | null;
  content_type: string | null;
  /** A sentence that says why the file can't be added to the library. */
  rejection: string | null;
}

/** A media record whose file is missing or changed. */
export interface RecordDiscrepancy extends DiscrepancyContent {
  kind: 'missing_file' | 'changed_file';
  media_id: number;
  storage_key: string;
  etag: string | null;
  modified_at: Date | null;
}

export async function addUnrecordedFiles(
  executor: StatementExecutor,
  checkId: number,
  files: readonly UnrecordedFile[],
): Promise<void> {
  if (files.length > 0) await executor.execute(ADD_FILES, [checkId, JSON.stringify(files)]);
}

/** Adds a discrepancy, unless the record has another file by now. */
export async function addRecordDiscrepancy(
  executor: StatementExecutor,
  checkId: number,
  discrepancy: RecordDiscrepancy,
): Promise<void> {
  const { kind, media_id, storage_key, size, sha256, etag, modified_at, content_type, rejection } = discrepancy;
  const values = [checkId, kind, media_id, size, sha256, etag, modified_at, content_type, rejection, storage_key];
  await executor.execute(ADD_RECORD, values);
}

export async function setDiscrepancyContent(
  executor: StatementExecutor,
  id: number,
  { size, sha256, content_type, rejection }: DiscrepancyContent,
): Promise<void> {
  await executor.execute(SET_CONTENT, [id, size, sha256, content_type, rejection]);
}

/** Stores the file that a record had before a resolution, so that it can be undone. Null clears it after the undo. */
export async function setFormerFile(executor: StatementExecutor, id: number, former: object | null): Promise<void> {
  await executor.execute(SET_FORMER, [id, former && JSON.stringify(former)]);
}

export async function deleteDiscrepancy(executor: StatementExecutor, id: number): Promise<void> {
  await executor.execute(DELETE, [id]);
}

/** Deletes discrepancies that the check no longer found. */
export async function deleteResolvedDiscrepancies(executor: StatementExecutor, checkId: number): Promise<void> {
  await executor.execute(DELETE_RESOLVED, [checkId]);
}

/** Deletes the discrepancy of an unrecorded file that was deleted. */
export async function deleteDiscrepancyOfFile(executor: StatementExecutor, key: string): Promise<void> {
  await executor.execute(DELETE_OF_FILE, [key]);
}
