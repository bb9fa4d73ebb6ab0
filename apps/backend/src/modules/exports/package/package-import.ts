import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { isNativeError } from 'node:util/types';
import { pipeline } from 'node:stream/promises';
import { type EarlierWork, exportOperations, type PackageImportResult } from '@archive/contracts';
import { formatCount, formatList } from '@archive/contracts/format';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { parseOrProblem, Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Database, type StatementExecutor } from '../../../database/index.ts';
import { ContentCheck, deleteFilesOfTrashed } from '../../media/index.ts';
import {
  clearRecords,
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
import { DOCUMENTS_PREFIX, FileLeases, Storage } from '../../storage/index.ts';
import { DIRECTORY_PREFIX, FILES_FOLDER, packageDirectory } from './package-directory.ts';
import { PACKAGE_KINDS, PACKAGE_SCHEMAS, type PackageKind, recordsPath } from './package-format.ts';
import { RECORD_TABLES, rowsOf } from './package-records.ts';
import { RecordProblem, References } from './package-references.ts';

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

/** Imports a package into an empty archive. Its records are then those of the exported archive. */
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
   * Stores the upload in a temporary file, unpacks and verifies it in the sandbox, checks its records, stores its files, and then saves all
   * records in one transaction. Reads nothing of the upload unless the archive is empty and no other package is being imported.
   * @param replacesEarlierWork deletes what deleted records left: their history, imports and files in the trash
   * @param signal ends the import, for example when the client has left
   * @throws Problem 409 if the archive isn’t empty or another package is being imported, 422 if the file isn’t a complete package, is
   *   beyond its limits or has a record that no form would accept, 503 if the import was ended
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
      await this.#unpacker.unpack(directory, signal);
      const records = await this.#recordFiles(directory);
      const references = new References();
      for await (const _ of readRecords(records, references, signal)) continue;
      const files = await this.#storeFiles(directory, references.files, signal);
      return await this.#save(records, files, replacesEarlierWork, signal);
    } catch (error) {
      throw error instanceof FileRejection ? new Problem(422, error.message, { cause: error }) : error;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  /** The files with records, by kind. */
  async #recordFiles(directory: string): Promise<RecordFiles> {
    const unpacked = new Map<string, UnpackedFile>();
    for await (const file of this.#unpacker.files(directory, 'records')) unpacked.set(file.path, file);
    const files = new Map<PackageKind, UnpackedFile>();
    for (const kind of PACKAGE_KINDS) {
      const file = unpacked.get(recordsPath(kind));
      if (!file) throw new Problem(422, 'The package is incomplete. Export it again.');
      files.set(kind, file);
      unpacked.delete(file.path);
    }
    for (const name of unpacked.keys())
      throw new Problem(422, `The package has ${name}, which needs a newer version of the archive.`);
    return files;
  }

  /** Stores the files under leases, so that they are deleted unless their records are saved. */
  async #storeFiles(
    directory: string,
    keys: ReadonlyMap<string, string | null>,
    signal: AbortSignal,
  ): Promise<StoredFiles> {
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
          await this.#store(key, file, keys.get(key) ?? null);
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

  /** @throws Problem 422 for a file that isn’t what its name and its record say */
  async #store(key: string, file: UnpackedFile, expected: string | null): Promise<void> {
    const check = new ContentCheck();
    const chunks = async function* () {
      for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
        check.pass(chunk);
        yield chunk;
      }
    };
    await this.#storage.put(key, Readable.from(chunks(), { objectMode: false }), 'application/octet-stream');
    const reject = (reason: string) => Promise.reject(new Problem(422, `${file.path}: ${reason}`));
    if (expected !== null && check.sha256.toString('hex') !== expected)
      return reject('Its checksum isn’t the one in its record.');
    if (key.startsWith(DOCUMENTS_PREFIX)) return undefined;
    return check
      .requireTypeOfName(this.#storage, key)
      .catch((error: unknown) => (error instanceof Problem ? reject(error.message) : Promise.reject(error as Error)));
  }

  async #isStored(key: string, file: UnpackedFile): Promise<boolean> {
    const stored = await this.#storage.open(key);
    if (!stored) return false;
    const [one, other] = await Promise.all([sha256(stored), sha256(await file.open())]);
    return one === other;
  }

  async #save(
    records: RecordFiles,
    files: StoredFiles,
    replacesEarlierWork: boolean,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    const save = async (executor: StatementExecutor) => {
      await lockRecords(executor);
      await requireEmpty(executor, replacesEarlierWork);
      return this.#saveIn(executor, records, files, signal);
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
    records: RecordFiles,
    { leased, existing }: StoredFiles,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    await deleteFilesOfTrashed(executor, this.#leases, await removeAllFromTrash(executor));
    await this.#leases.scheduleDeletion(executor, await importedDocuments(executor));
    await clearRecords(executor);
    const counts = await loadAll(executor, readRecords(records, new References(), signal));
    for (const table of RECORD_TABLES) await continueNumbering(executor, table);
    await fileAllPeople(executor);
    await this.#leases.confirm(executor, leased);
    for (const key of existing)
      if (!(await this.#leases.reclaim(executor, key)) && !(await this.#leases.takeRetained(executor, key)))
        throw new Problem(503, ENDED);
    const files = leased.length + existing.length;
    if (files > 0) await requestAllDerivatives(executor);
    return {
      voyages: counts.get('voyage') ?? 0,
      people: counts.get('person') ?? 0,
      media: counts.get('media') ?? 0,
      files,
    };
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

/** The problem of records that the database rejects. Their forms would have been stopped by a check that the schemas don’t have. */
function rejectedRecords(error: unknown, place: string): Problem | undefined {
  if (!isNativeError(error) || !('code' in error) || !ROW_ERROR.test(String(error.code))) return undefined;
  const constraint = 'constraint' in error && error.constraint ? ` (${String(error.constraint)})` : '';
  return new Problem(422, `${place} or before: A record doesn’t fit the archive${constraint}.`, { cause: error });
}

type RecordFiles = ReadonlyMap<PackageKind, UnpackedFile>;

/** The rows of a record, as JSON, with its place in the package. */
interface PackageRecord {
  place: string;
  rows: (readonly [table: string, json: string])[];
}

const UNREADABLE = 'The record can’t be read.';

/** @throws RecordProblem unless the line is a record that its form would accept */
function recordOf(kind: PackageKind, line: string, references: References): PackageRecord['rows'] {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    throw new RecordProblem(UNREADABLE);
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new RecordProblem(UNREADABLE);
  const parsed = parseOrProblem(PACKAGE_SCHEMAS[kind], record);
  if ('problem' in parsed) throw new RecordProblem(parsed.problem);
  const rows = rowsOf(kind, parsed.data, references);
  try {
    return rows.map(([table, row]) => [table, JSON.stringify(row)]);
  } catch {
    // Nested too deeply.
    throw new RecordProblem(UNREADABLE);
  }
}

/**
 * Reads the records of a package in order.
 * @throws Problem 422 for the first record that no form would accept, or that refers to a record that the package doesn’t have
 */
async function* readRecords(
  files: RecordFiles,
  references: References,
  signal: AbortSignal,
): AsyncGenerator<PackageRecord, void, undefined> {
  try {
    for (const [kind, file] of files) {
      let number = 0;
      for await (const line of linesOf(await file.open())) {
        number += 1;
        signal.throwIfAborted();
        if (line === '') continue;
        references.place = `${recordsPath(kind)}, line ${number}`;
        yield { place: references.place, rows: recordOf(kind, line, references) };
      }
    }
    references.checkPortraits();
  } catch (error) {
    throw error instanceof RecordProblem
      ? new Problem(422, `${references.place}: ${error.message}`, { cause: error })
      : error;
  }
}

/**
 * Inserts the rows of all records. Returns their number by table.
 * @throws Problem 422 for a record that the database rejects
 */
async function loadAll(
  executor: StatementExecutor,
  records: AsyncIterable<PackageRecord>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const waiting = new Map<string, string[]>(RECORD_TABLES.map((table) => [table, []]));
  let count = 0;
  let characters = 0;
  let place = '';
  const flush = async () => {
    for (const [table, rows] of waiting) {
      if (rows.length === 0) continue;
      await loadRecords(executor, table, `[${rows.splice(0).join(',')}]`).catch((error: unknown) => {
        throw rejectedRecords(error, place) ?? error;
      });
    }
    count = 0;
    characters = 0;
  };
  for await (const record of records) {
    ({ place } = record);
    for (const [table, json] of record.rows) {
      waiting.get(table)?.push(json);
      counts.set(table, (counts.get(table) ?? 0) + 1);
      count += 1;
      characters += json.length;
    }
    if (count >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
  }
  await flush();
  return counts;
}
