import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import {
  Database,
  type RowOf,
  type StatementExecutor,
  UnavailableError,
  col,
  statement,
} from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import { setFirstHash } from '../../records/index.ts';
import {
  type DiscrepancyContent,
  type RecordDiscrepancy,
  Storage,
  type StoredObject,
  addRecordDiscrepancy,
  addUnrecordedFiles,
  deleteDiscrepancy,
  setDiscrepancyContent,
} from '../../storage/index.ts';
import { ContentCheck } from '../intake/content-check.ts';
import type { FileKind } from '../intake/file-kind.ts';
import { type DiscrepancyCounts, type RunningCheck, StorageCheckRepository } from './storage-check-repository.ts';

/** Progress is saved after this many records or bytes, whichever comes first. */
const RECORDS = 50;
const BYTES = 64 * 1024 * 1024;

/** System files are managed by the archive and not checked. */
const isInternal = (key: string) => key.startsWith('_');

const UNKNOWN = statement(
  'storage-check-unknown',
  `
  select key from unnest($1::text[]) candidate(key)
  where not is_known_file(key) and not exists (select from storage_cleanup d where d.storage_key = key)`,
  { key: col.text },
);

const UNREAD_FILE = statement(
  'storage-check-unread',
  `
  select id, storage_key from storage_discrepancy
  where check_id = $1 and kind = 'unknown_file' and sha256 is null and id > $2 order by id limit 1`,
  { id: col.int, storage_key: col.text },
);

const FILE_RECORD = {
  id: col.int,
  storage_key: col.text,
  sha256: col.bytes.nullable(),
  size: col.int.nullable(),
};
type FileRecord = RowOf<typeof FILE_RECORD>;

const RECORDS_WITH_FILE = statement(
  'storage-check-records',
  `
  select id, storage_key, sha256, size from media where storage_key is not null and id > $1 order by id limit ${RECORDS}`,
  FILE_RECORD,
);

/**
 * Compares storage with the records: finds unrecorded files, and records whose file is missing or changed. Progress is saved after each
 * step, so another worker can continue after a crash.
 */
@Injectable()
export class StorageChecker {
  readonly #log = new Logger('Storage');

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly checks: StorageCheckRepository,
    handlers: JobHandlers,
  ) {
    handlers.handle('storage-check-run', ({ check_id, attempt }) => this.run(check_id, attempt));
    handlers.handle('storage-checks-resume', () => checks.resume());
    handlers.handle('storage-check-nightly', () => checks.startWhenDue());
  }

  /** Runs a full check in this process, without the queue. */
  async runInProcess(): Promise<DiscrepancyCounts> {
    const started = await this.checks.startHere();
    if (!started) throw new Error('Another storage check is running.');
    await this.run(started.id, started.attempt);
    return this.checks.counts(started.id);
  }

  async run(id: number, attempt: number): Promise<void> {
    try {
      for (let check = await this.checks.running(id, attempt); check; check = await this.checks.running(id, attempt))
        await this.#runStep(check);
    } catch (error) {
      // When an unavailable service recovers, the check resumes.
      if (error instanceof UnavailableError) throw error;
      this.#log.error('The storage check failed', error);
      await this.checks.fail(id, 'The storage check couldn’t finish. Check the worker’s log for the reason.');
    }
  }

  #runStep(check: RunningCheck): Promise<void> {
    if (check.phase === 'files') return this.#files(check);
    return check.phase === 'hashes' ? this.#hash(check) : this.#records(check);
  }

  /** Lists one page of stored files. */
  async #files(check: RunningCheck): Promise<void> {
    const { objects, next } = await this.storage.list('', { from: check.position ?? undefined });
    const files = objects.filter(({ key }) => !isInternal(key));
    const unknown = await this.#withoutRecord(files);
    const nextStep = next === undefined ? { phase: 'hashes' as const, position: null } : { position: next };
    await this.checks.advance(check, { phase: 'files', ...nextStep, files: files.length }, (executor) =>
      addUnrecordedFiles(executor, check.id, unknown.map(unrecordedRow)),
    );
  }

  async #withoutRecord(files: readonly StoredObject[]): Promise<StoredObject[]> {
    if (files.length === 0) return [];
    const rows = await this.database.rows(UNKNOWN, [files.map(({ key }) => key)]);
    const unknown = new Set(rows.map(({ key }) => key));
    return files.filter(({ key }) => unknown.has(key));
  }

  /** Reads one unrecorded file to get its hash and type. */
  async #hash(check: RunningCheck): Promise<void> {
    const position = Number(check.position ?? 0);
    const file = await this.database.row(UNREAD_FILE, [check.id, position]);
    if (!file) return this.checks.advance(check, { phase: 'records', position: null });
    const read = await readFile(this.storage, file.storage_key);
    return this.checks.advance(check, { phase: 'hashes', position: String(file.id) }, (executor) =>
      read ? setDiscrepancyContent(executor, file.id, contentOf(read)) : deleteDiscrepancy(executor, file.id),
    );
  }

  /** Compares a batch of records with their files. */
  async #records(check: RunningCheck): Promise<void> {
    const position = Number(check.position ?? 0);
    const records = await this.database.rows(RECORDS_WITH_FILE, [position]);
    const findings: ((executor: StatementExecutor) => Promise<unknown>)[] = [];
    let bytes = 0;
    let checkedCount = 0;
    for (const record of records) {
      const { size, save } = await this.#record(check.id, record);
      if (save) findings.push(save);
      bytes += size;
      checkedCount += 1;
      if (bytes >= BYTES) break;
    }
    const last = records[checkedCount - 1];
    if (!last) return this.checks.complete(check);
    const progress = { phase: 'records' as const, position: String(last.id), records: checkedCount, bytes };
    return this.checks.advance(check, progress, async (executor) => {
      for (const save of findings) await save(executor);
    });
  }

  async #record(check: number, { id, storage_key, sha256 }: FileRecord) {
    const object = await this.storage.stat(storage_key);
    const read = object && (await readFile(this.storage, storage_key));
    if (!object || !read) {
      const missing = { ...MISSING_FILE, media_id: id, storage_key };
      return { size: 0, save: (executor: StatementExecutor) => addRecordDiscrepancy(executor, check, missing) };
    }
    const { size } = read;
    if (sha256 === null)
      return { size, save: (executor: StatementExecutor) => setFirstHash(executor, id, read.sha256, size) };
    if (sha256.equals(read.sha256)) return { size };
    const { etag, lastModified: modified_at } = object;
    const discrepancy = {
      kind: 'changed_file',
      media_id: id,
      storage_key,
      etag,
      modified_at,
      ...contentOf(read),
    } as const;
    return { size, save: (executor: StatementExecutor) => addRecordDiscrepancy(executor, check, discrepancy) };
  }
}

const MISSING_FILE = {
  kind: 'missing_file',
  size: null,
  sha256: null,
  etag: null,
  modified_at: null,
  content_type: null,
  rejection: null,
} satisfies Partial<RecordDiscrepancy>;

const unrecordedRow = ({ key, size, etag, lastModified }: StoredObject) => ({
  key,
  size,
  etag,
  modified_at: lastModified,
});

type FileReading = NonNullable<Awaited<ReturnType<typeof readFile>>>;

const contentOf = ({ size, sha256, kind }: FileReading): DiscrepancyContent =>
  typeof kind === 'string'
    ? { size, sha256, content_type: null, rejection: kind }
    : { size, sha256, content_type: kind.type, rejection: null };

/** Size, hash and type of a stored file. */
interface ReadFile {
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** The type according to the content, or a message if the archive doesn't accept it. */
  kind: FileKind | string;
}

/** Streams a stored file to compute its hash and type; undefined when it doesn't exist. */
async function readFile(storage: Storage, key: string): Promise<ReadFile | undefined> {
  const stream = await storage.open(key);
  if (!stream) return undefined;
  const check = new ContentCheck();
  for await (const chunk of stream as AsyncIterable<Buffer>) check.pass(chunk);
  const { size, sha256 } = check;
  return { size, sha256, kind: await kindOf(check, storage, key) };
}

async function kindOf(check: ContentCheck, storage: Storage, key: string): Promise<FileKind | string> {
  try {
    return await check.kind(storage, [key]);
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}
