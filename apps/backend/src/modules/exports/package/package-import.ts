import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { isNativeError } from 'node:util/types';
import { pipeline } from 'node:stream/promises';
import { type EarlierWork, exportOperations, type PackageImportResult } from '@archive/contracts';
import { formatCount, formatList } from '@archive/contracts/format';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Database, SCHEMA_VERSION, type StatementExecutor } from '../../../database/index.ts';
import { deleteFilesOfTrashed } from '../../media/index.ts';
import {
  clearRecords,
  columnsOfTable,
  composeLetters,
  continueNumbering,
  earlierWork,
  fileAllPeople,
  importedDocuments,
  isArchiveEmpty,
  loadRecords,
  lockRecords,
  removeAllFromTrash,
  requestAllDerivatives,
} from '../../records/index.ts';
import { FileRejection, linesOf, packageFileIn, PackageUnpacker, type UnpackedFile } from '../../sandbox/index.ts';
import { FileLeases, Storage } from '../../storage/index.ts';
import {
  DIRECTORY_PREFIX,
  FILES_FOLDER,
  type RecordTable,
  TABLE_NAMES,
  packageDirectory,
  recordsPath,
} from './record-tables.ts';
import { checkRow } from './row-check.ts';

const ROWS_AT_ONCE = 500;
/** A row may have 8 MB, so rows are also counted by their length. */
const CHARACTERS_AT_ONCE = 4_000_000;

const NOT_EMPTY = 'This archive already has records. A package can be imported only into an empty archive.';

function notReplaced({ changes, imports, trashed_media: trashed }: EarlierWork): string {
  const left = [
    changes > 0 && `${formatCount(changes, 'change')} in its history`,
    imports > 0 && formatCount(imports, 'import'),
    trashed > 0 && `${formatCount(trashed, 'file')} in the trash`,
  ].filter((text) => text !== false);
  return `This archive has no records, but it still has ${formatList(left)}. A package would delete this for good. Agree to that first.`;
}

const BUSY = 'Another package is being imported. Try again when it has finished.';
const ENDED = 'The import of the package was interrupted. Nothing was imported. Try again.';

const LEASE_RENEWAL_MS = 5 * 60_000;

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
  readonly #leases: FileLeases;
  readonly #unpacker: PackageUnpacker;
  #isBusy = false;

  constructor(
    @Inject(CONFIG) config: Config,
    database: Database,
    storage: Storage,
    leases: FileLeases,
    unpacker: PackageUnpacker,
  ) {
    this.#directory = path.join(config.dataDirectory, 'scratch');
    this.#database = database;
    this.#storage = storage;
    this.#leases = leases;
    this.#unpacker = unpacker;
  }

  /** Removes what processes that were killed during an import or export left behind. */
  async onApplicationBootstrap(): Promise<void> {
    for (const name of await readdir(this.#directory).catch(() => [])) {
      if (!name.startsWith(DIRECTORY_PREFIX)) continue;
      const pid = Number.parseInt(name.slice(DIRECTORY_PREFIX.length), 10);
      if (pid !== process.pid && isAlive(pid)) continue;
      await rm(path.join(this.#directory, name), { recursive: true, force: true });
    }
  }

  /**
   * Stores the upload in a temporary file, unpacks and verifies it in the sandbox, checks its rows, stores its files, and then saves all
   * records in one transaction. Reads nothing of the upload unless the archive is empty and no other package is being imported.
   * @param replacesEarlierWork deletes what deleted records left: their history, imports and files in the trash
   * @param signal ends the import, for example when the client has left
   * @throws Problem 409 if the archive isn’t empty or another package is being imported, 422 if the file isn’t a complete package of this
   *   version or is beyond its limits, 503 if the import was ended
   */
  async import(
    openUpload: () => Promise<AsyncIterable<Uint8Array>>,
    replacesEarlierWork: boolean,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    if (this.#isBusy) throw new Problem(409, BUSY);
    this.#isBusy = true;
    try {
      await this.#database.transaction((executor) => requireEmpty(executor, replacesEarlierWork));
      return await this.#importUpload(await openUpload(), replacesEarlierWork, signal);
    } catch (error) {
      throw signal.aborted ? new Problem(503, ENDED, { cause: error }) : error;
    } finally {
      this.#isBusy = false;
    }
  }

  async #importUpload(
    upload: AsyncIterable<Uint8Array>,
    replacesEarlierWork: boolean,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    const directory = await packageDirectory(this.#directory);
    try {
      await pipeline(upload, createWriteStream(packageFileIn(directory)), { signal });
      await this.#unpacker.unpack(directory, SCHEMA_VERSION, signal);
      const tables = await this.#checkRows(directory, signal);
      const files = await this.#storeFiles(directory, tables.keys, signal);
      return await this.#save(tables.files, files, replacesEarlierWork, signal);
    } catch (error) {
      throw error instanceof FileRejection ? new Problem(422, error.message, { cause: error }) : error;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  /** Checks every row before anything is stored. Returns the files with rows, by table, and the storage keys that the rows name. */
  async #checkRows(directory: string, signal: AbortSignal) {
    const unpacked = new Map<string, UnpackedFile>();
    for await (const file of this.#unpacker.files(directory, 'records')) unpacked.set(file.path, file);
    const files = new Map<RecordTable, UnpackedFile>();
    const keys = new Set<string>();
    for (const table of TABLE_NAMES) {
      const file = unpacked.get(recordsPath(table));
      if (!file) throw new Problem(422, 'The package is incomplete. Export it again.');
      files.set(table, file);
      const columns = await this.#database.transaction((executor) => columnsOfTable(executor, table));
      let number = 0;
      for await (const line of linesOf(await file.open())) {
        number += 1;
        signal.throwIfAborted();
        if (line === '') continue;
        const check = checkRow(table, line, columns);
        if (check.problem !== undefined)
          throw new Problem(422, `${recordsPath(table)}, line ${number}: ${check.problem}`);
        for (const key of check.files) keys.add(key);
      }
    }
    return { files, keys };
  }

  /** Stores the files under leases, so that they are deleted unless their records are saved. */
  async #storeFiles(directory: string, keys: ReadonlySet<string>, signal: AbortSignal): Promise<StoredFiles> {
    const leased: string[] = [];
    const existing: string[] = [];
    const renewal = setInterval(() => void this.#leases.renew(leased).catch(() => undefined), LEASE_RENEWAL_MS);
    const discard = async () => {
      clearInterval(renewal);
      if (leased.length > 0) await this.#leases.abandon(leased);
    };
    try {
      for await (const file of this.#unpacker.files(directory, 'files')) {
        signal.throwIfAborted();
        const key = file.path.slice(FILES_FOLDER.length);
        if (!keys.has(key)) throw new Problem(422, `The package has a file that none of its records uses: ${key}`);
        if (await this.#leases.acquire(key)) {
          leased.push(key);
          await this.#storage.put(key, await file.open(), 'application/octet-stream');
        } else if (await this.#isStored(key, file)) existing.push(key);
        else throw new Problem(409, `The file storage already has another file with the name ${key}.`);
        await file.remove();
      }
      return { leased, existing, release: () => clearInterval(renewal), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  async #isStored(key: string, file: UnpackedFile): Promise<boolean> {
    const stored = await this.#storage.open(key);
    if (!stored) return false;
    const [one, other] = await Promise.all([sha256(stored), sha256(await file.open())]);
    return one === other;
  }

  async #save(
    tables: ReadonlyMap<RecordTable, UnpackedFile>,
    files: StoredFiles,
    replacesEarlierWork: boolean,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    const save = async (executor: StatementExecutor) => {
      await lockRecords(executor);
      await requireEmpty(executor, replacesEarlierWork);
      return this.#saveIn(executor, tables, files, signal);
    };
    try {
      return await this.#database.transaction(save, {
        statementMs: exportOperations.importPackage.statementSeconds * 1000,
      });
    } catch (error) {
      await files.discard();
      throw error;
    } finally {
      files.release();
    }
  }

  async #saveIn(
    executor: StatementExecutor,
    tables: ReadonlyMap<RecordTable, UnpackedFile>,
    { leased, existing }: StoredFiles,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    await deleteFilesOfTrashed(executor, this.#leases, await removeAllFromTrash(executor));
    await this.#leases.scheduleDeletion(executor, await importedDocuments(executor));
    await clearRecords(executor);
    const records: Partial<Record<RecordTable, number>> = {};
    for (const [table, file] of tables) records[table] = await loadTable(executor, table, file, signal);
    for (const table of TABLE_NAMES) await continueNumbering(executor, table);
    await composeLetters(executor);
    await fileAllPeople(executor);
    await this.#leases.confirm(executor, leased);
    for (const key of existing)
      if (!(await this.#leases.reclaim(executor, key)) && !(await this.#leases.takeRetained(executor, key)))
        throw new Problem(503, ENDED);
    const files = leased.length + existing.length;
    if (files > 0) await requestAllDerivatives(executor);
    return { voyages: records.voyage ?? 0, people: records.person ?? 0, media: records.media ?? 0, files };
  }
}

/** @throws Problem 409 if the archive has records, or earlier work that must not be replaced */
async function requireEmpty(executor: StatementExecutor, replacesEarlierWork: boolean): Promise<void> {
  if (!(await isArchiveEmpty(executor))) throw new Problem(409, NOT_EMPTY);
  const work = replacesEarlierWork ? null : await earlierWork(executor);
  if (work) throw new Problem(409, notReplaced(work));
}

async function sha256(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface StoredFiles {
  /** Keys of files that this import has stored. */
  leased: readonly string[];
  /** Keys of files that the storage had already, with the same content. */
  existing: readonly string[];
  /** Ends the renewal of the leases. */
  release: () => void;
  /** Schedules the deletion of the stored files. */
  discard: () => Promise<void>;
}

/** Classes of errors that a row causes: data that a column can't hold, violated constraints, and limits of the database. */
const ROW_ERROR = /^(?:2[23]|54)/;

/** The problem of rows that the database rejects: what the API checks otherwise, such as references to other records. */
function rejectedRows(error: unknown, place: string): Problem | undefined {
  if (!isNativeError(error) || !('code' in error) || !ROW_ERROR.test(String(error.code))) return undefined;
  const constraint = 'constraint' in error && error.constraint ? ` (${String(error.constraint)})` : '';
  return new Problem(422, `${place}: A row doesn’t fit the archive${constraint}.`, { cause: error });
}

/**
 * Inserts the rows of a table. Returns their number.
 * @throws Problem 422 for a row that the database rejects
 */
async function loadTable(
  executor: StatementExecutor,
  table: RecordTable,
  file: UnpackedFile,
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
  for await (const line of linesOf(await file.open())) {
    number += 1;
    if (line === '') continue;
    rows.push(line);
    characters += line.length;
    if (rows.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
  }
  await flush();
  return count;
}
