import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isNativeError } from 'node:util/types';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exportOperations, type PackageImportResult } from '@archive/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Database, SCHEMA_VERSION, type StatementExecutor } from '../../../database/index.ts';
import {
  clearRecords,
  continueNumbering,
  isArchiveEmpty,
  loadRecords,
  lockRecords,
  requestAllDerivatives,
} from '../../records/index.ts';
import { FileRejection, linesOf, packageFileIn, PackageUnpacker, type UnpackedFile } from '../../sandbox/index.ts';
import { isStorageKey, Storage } from '../../storage/index.ts';
import { FILES_FOLDER, recordsPath, TABLE_NAMES, type RecordTable } from './record-tables.ts';
import { rowProblem } from './row-problem.ts';

const ROWS_AT_ONCE = 500;
/** A row may have 16 MB, so rows are also counted by their length. */
const CHARACTERS_AT_ONCE = 4_000_000;

const NOT_EMPTY = 'This archive already has records. A package can be imported only into an empty archive.';

const BUSY = 'Another package is being imported. Try again when it has finished.';
const ENDED = 'The import of the package was interrupted. Nothing was imported. Try again.';

/** The directories of this machine, so that one that a killed process left behind can be recognized. */
const DIRECTORY_PREFIX = `package-${hostname()}-`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Imports a package into an empty archive. Its rows are then identical to those of the exported archive. */
@Injectable()
export class PackageImport implements OnApplicationBootstrap {
  readonly #directory: string;
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #unpacker: PackageUnpacker;
  #isBusy = false;

  constructor(@Inject(CONFIG) config: Config, database: Database, storage: Storage, unpacker: PackageUnpacker) {
    this.#directory = path.join(config.dataDirectory, 'scratch');
    this.#database = database;
    this.#storage = storage;
    this.#unpacker = unpacker;
  }

  /** Removes what a process that was killed during an import left behind. */
  async onApplicationBootstrap(): Promise<void> {
    for (const name of await readdir(this.#directory).catch(() => [])) {
      if (!name.startsWith(DIRECTORY_PREFIX)) continue;
      const pid = Number.parseInt(name.slice(DIRECTORY_PREFIX.length), 10);
      if (pid !== process.pid && isAlive(pid)) continue;
      await rm(path.join(this.#directory, name), { recursive: true, force: true });
    }
  }

  /**
   * Stores the upload in a temporary file, unpacks and verifies it in the sandbox, and then saves all records in one transaction. Reads nothing of the
   * upload unless the archive is empty and no other package is being imported.
   * @param signal ends the import, for example when the client has left
   * @throws Problem 409 if the archive isn’t empty or another package is being imported, 422 if the file isn’t a complete package of this
   *   version or is beyond its limits, 503 if the import was ended
   */
  async import(
    openUpload: () => Promise<AsyncIterable<Uint8Array>>,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    if (this.#isBusy) throw new Problem(409, BUSY);
    this.#isBusy = true;
    try {
      const isEmpty = await this.#database.transaction((executor) => isArchiveEmpty(executor));
      if (!isEmpty) throw new Problem(409, NOT_EMPTY);
      return await this.#importUpload(await openUpload(), signal);
    } catch (error) {
      throw signal.aborted ? new Problem(503, ENDED, { cause: error }) : error;
    } finally {
      this.#isBusy = false;
    }
  }

  async #importUpload(upload: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<PackageImportResult> {
    await mkdir(this.#directory, { recursive: true });
    const directory = await mkdtemp(path.join(this.#directory, `${DIRECTORY_PREFIX}${process.pid}-`));
    try {
      await pipeline(upload, createWriteStream(packageFileIn(directory)), { signal });
      await this.#unpacker.unpack(directory, SCHEMA_VERSION, signal);
      return await this.#save(directory, signal);
    } catch (error) {
      throw error instanceof FileRejection ? new Problem(422, error.message, { cause: error }) : error;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async #save(directory: string, signal: AbortSignal): Promise<PackageImportResult> {
    return this.#database.transaction(
      async (executor) => {
        await lockRecords(executor);
        if (!(await isArchiveEmpty(executor))) throw new Problem(409, NOT_EMPTY);
        await clearRecords(executor);
        const records: Partial<Record<RecordTable, number>> = {};
        const tables = new Map<string, UnpackedFile>();
        for await (const file of this.#unpacker.files(directory, 'records')) tables.set(file.path, file);
        for (const table of TABLE_NAMES)
          records[table] = await loadTable(executor, table, tables.get(recordsPath(table)), signal);
        for (const table of TABLE_NAMES) await continueNumbering(executor, table);
        const files = await this.#saveFiles(directory, signal);
        if (files > 0) await requestAllDerivatives(executor);
        return { voyages: records.voyage ?? 0, people: records.person ?? 0, media: records.media ?? 0, files };
      },
      { statementMs: exportOperations.importPackage.statementSeconds * 1000 },
    );
  }

  async #saveFiles(directory: string, signal: AbortSignal): Promise<number> {
    let count = 0;
    for await (const file of this.#unpacker.files(directory, 'files')) {
      signal.throwIfAborted();
      const key = file.path.slice(FILES_FOLDER.length);
      if (!isStorageKey(key)) throw new Problem(422, `The package has a file with an invalid name: ${key}`);
      await this.#storage.put(key, await file.open(), 'application/octet-stream');
      count += 1;
    }
    return count;
  }
}

/** Classes of errors that a row causes: data that a column can't hold, and violated constraints. */
const ROW_ERROR = /^2[23]/;

/** The problem of rows that the database rejects: what the API checks otherwise, such as references to other records. */
function rejectedRows(error: unknown, place: string): Problem | undefined {
  if (!isNativeError(error) || !('code' in error) || !ROW_ERROR.test(String(error.code))) return undefined;
  const constraint = 'constraint' in error && error.constraint ? ` (${String(error.constraint)})` : '';
  return new Problem(422, `${place}: A row doesn’t fit the archive${constraint}.`, { cause: error });
}

/**
 * Inserts the rows of a table. Returns their number.
 * @throws Problem 422 for a row that the API would not store
 */
async function loadTable(
  executor: StatementExecutor,
  table: RecordTable,
  file: UnpackedFile | undefined,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  let number = 0;
  let rows: string[] = [];
  let characters = 0;
  const flush = async () => {
    signal.throwIfAborted();
    if (rows.length === 0) return;
    const problemOf = (error: unknown) => rejectedRows(error, `${recordsPath(table)}, before line ${number + 1}`);
    count += await loadRecords(executor, table, `[${rows.join(',')}]`).catch((error: unknown) => {
      throw problemOf(error) ?? error;
    });
    rows = [];
    characters = 0;
  };
  if (!file) throw new Problem(422, 'The package is incomplete. Export it again.');
  for await (const line of linesOf(await file.open())) {
    number += 1;
    if (line === '') continue;
    const problem = rowProblem(table, line);
    if (problem !== undefined) throw new Problem(422, `${recordsPath(table)}, line ${number}: ${problem}`);
    rows.push(line);
    characters += line.length;
    if (rows.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
  }
  await flush();
  return count;
}
