import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { EarlierWork, PackageImportReport } from '@archive/contracts';
import { formatCount, formatList } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import {
  afterCommit,
  col,
  type ColumnsOf,
  Database,
  type RowOf,
  statement,
  type StatementExecutor,
} from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { earlierWork, isArchiveEmpty } from '../../records/index.ts';
import { INCOMING_PREFIX, Storage } from '../../storage/index.ts';

const REPORT = {
  import_id: col.uuid,
  state: col.text.as<PackageImportReport['state']>(),
  step: col.text,
  progress: col.int,
  imported: col.json<NonNullable<PackageImportReport['imported']>>().nullable(),
  error: col.text.nullable(),
  started_by: col.text,
  created_at: col.text,
  finished_at: col.text.nullable(),
} satisfies ColumnsOf<PackageImportReport>;
const REPORT_SQL = `id import_id, state, step, progress, imported, error, started_by,
  instant_text(created_at) created_at, instant_text(finished_at) finished_at`;

const ATTEMPT = { import_id: col.uuid, attempt: col.int };
type Attempt = RowOf<typeof ATTEMPT>;

const START = statement(
  'package-import-start',
  `insert into package_import (id, storage_key, replaces_earlier_work, started_by) values ($1, $2, $3, $4)
  on conflict ((true)) where state in ('waiting', 'running') do nothing returning ${REPORT_SQL}`,
  REPORT,
);
const LATEST = statement(
  'package-import-latest',
  `select ${REPORT_SQL} from package_import order by created_at desc limit 1`,
  REPORT,
);
const IS_ACTIVE = statement(
  'package-import-is-active',
  `select 1 from package_import where state in ('waiting', 'running')`,
);

const CLAIMED = {
  import_id: col.uuid,
  attempt: col.int,
  storage_key: col.text,
  replaces_earlier_work: col.bool,
};
export type ClaimedImport = RowOf<typeof CLAIMED>;

const IS_CURRENT = `id = $1 and attempt = $2 and state in ('waiting', 'running')`;
const CLAIM = statement(
  'package-import-claim',
  `update package_import set state = 'running', updated_at = now() where ${IS_CURRENT}
  returning id import_id, attempt, storage_key, replaces_earlier_work`,
  CLAIMED,
);
const SHOW = statement(
  'package-import-show',
  `update package_import set step = $3, progress = $4, updated_at = now() where ${IS_CURRENT}`,
);
const COMPLETE = statement(
  'package-import-complete',
  `update package_import set state = 'completed', step = 'Done', progress = 100, imported = $3, updated_at = now(), finished_at = now()
  where ${IS_CURRENT}`,
);
const FAIL = statement(
  'package-import-fail',
  `update package_import set state = 'failed', error = $3, updated_at = now(), finished_at = now() where ${IS_CURRENT}`,
);
const CANCEL = statement(
  'package-import-cancel',
  `update package_import set state = 'cancelled', updated_at = now(), finished_at = now()
  where state in ('waiting', 'running') returning storage_key`,
  { storage_key: col.text },
);
const STALLED = statement(
  'package-imports-stalled',
  `select id import_id, attempt from package_import
  where state in ('waiting', 'running') and updated_at < now() - make_interval(secs => $1)`,
  ATTEMPT,
);
const RETRY = statement(
  'package-import-retry',
  `update package_import set attempt = attempt + 1, updated_at = now() where ${IS_CURRENT} returning id import_id, attempt`,
  ATTEMPT,
);

const BUSY = 'Another package is being imported. Try again when it has finished.';
const NOT_EMPTY = 'This archive already has records. A package can be imported only into an empty archive.';

function notReplaced({ changes, imports, trashed_media: trashed }: EarlierWork): string {
  const left = [
    changes > 0 && `${formatCount(changes, 'change')} in its history`,
    imports > 0 && formatCount(imports, 'import'),
    trashed > 0 && `${formatCount(trashed, 'file')} in the trash`,
  ].filter((text) => text !== false);
  return `This archive has no records, but it still has ${formatList(left)}. A package would delete this for good. Agree to that first.`;
}

/** @throws Problem 409 if the archive has records, or earlier work that must not be replaced */
export async function requireEmpty(executor: StatementExecutor, replacesEarlierWork: boolean): Promise<void> {
  if (!(await isArchiveEmpty(executor))) throw new Problem(409, NOT_EMPTY);
  const work = replacesEarlierWork ? null : await earlierWork(executor);
  if (work) throw new Problem(409, notReplaced(work));
}

const jobId = ({ import_id, attempt }: Attempt) => `${import_id}-${attempt}`;

/** Imports of packages. The table is the source of truth; jobs can be lost. */
@Injectable()
export class PackageImports {
  readonly #database: Database;
  readonly #queues: JobQueues;
  readonly #storage: Storage;

  constructor(database: Database, queues: JobQueues, storage: Storage) {
    this.#database = database;
    this.#queues = queues;
    this.#storage = storage;
  }

  /**
   * Stores a package, for a worker to import. Reads nothing of the upload unless the archive is empty and no other package is being
   * imported.
   * @throws Problem 409 if the archive isn’t empty or another package is being imported
   */
  async start(
    openUpload: () => Promise<AsyncIterable<Uint8Array>>,
    replacesEarlierWork: boolean,
    startedBy: string,
  ): Promise<PackageImportReport> {
    await this.#database.transaction(async (executor) => {
      await requireEmpty(executor, replacesEarlierWork);
      if (await executor.row(IS_ACTIVE)) throw new Problem(409, BUSY);
    });
    await this.#queues.ping();
    const id = randomUUID();
    const key = `${INCOMING_PREFIX}${id}`;
    try {
      await this.#storage.put(key, Readable.from(await openUpload(), { objectMode: false }), 'application/zip');
      return await this.#database.transaction(async (executor) => {
        const started = await executor.row(START, [id, key, replacesEarlierWork, startedBy]);
        if (!started) throw new Problem(409, BUSY);
        afterCommit(() => this.#add({ import_id: id, attempt: 1 }));
        return started;
      });
    } catch (error) {
      await this.#storage.remove(key).catch(() => undefined);
      throw error;
    }
  }

  async status(): Promise<{ package_import: PackageImportReport | null }> {
    return { package_import: (await this.#database.row(LATEST)) ?? null };
  }

  async cancel(): Promise<void> {
    for (const { storage_key: key } of await this.#database.rows(CANCEL)) await this.#discard(key);
  }

  /** Starts an attempt; undefined if the import has ended or another attempt is current. */
  claim(attempt: Attempt): Promise<ClaimedImport | undefined> {
    return this.#database.row(CLAIM, [attempt.import_id, attempt.attempt]);
  }

  /** Shows the progress. Returns false if the import was canceled or another worker runs it. */
  async show({ import_id, attempt }: ClaimedImport, step: string, progress: number): Promise<boolean> {
    return (await this.#database.execute(SHOW, [import_id, attempt, step, progress])) === 1;
  }

  /** Completes the import in the transaction that saves its records. Returns false as above. */
  async complete(
    executor: StatementExecutor,
    { import_id, attempt, storage_key }: ClaimedImport,
    imported: PackageImportReport['imported'],
  ): Promise<boolean> {
    if ((await executor.execute(COMPLETE, [import_id, attempt, imported])) === 0) return false;
    afterCommit(() => this.#discard(storage_key));
    return true;
  }

  async fail({ import_id, attempt, storage_key }: ClaimedImport, error: string): Promise<void> {
    if ((await this.#database.execute(FAIL, [import_id, attempt, error])) === 1) await this.#discard(storage_key);
  }

  /** Requeues imports that no worker is running. */
  async resume(lostSeconds = 60): Promise<void> {
    for (const stalled of await this.#database.rows(STALLED, [lostSeconds])) {
      const state = await this.#queues.state('package-import-run', jobId(stalled));
      if (state !== 'completed' && state !== 'failed' && state !== 'unknown') continue;
      const retried = await this.#database.row(RETRY, [stalled.import_id, stalled.attempt]);
      if (retried) await this.#add(retried);
    }
  }

  /** If this fails, the worker removes the file a day later. */
  #discard(key: string): Promise<void> {
    return this.#storage.remove(key).catch(() => undefined);
  }

  #add(attempt: Attempt): Promise<void> {
    return this.#queues.add('package-import-run', attempt, { id: jobId(attempt) });
  }
}
