import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Database, LONG_STATEMENT_MS, type StatementExecutor, UnavailableError } from '../../../database/index.ts';
import { JobHandlers, type Jobs } from '../../../queues/index.ts';
import { ContentCheck, deleteFilesOfTrashed } from '../../media/index.ts';
import {
  clearRecords,
  continueNumbering,
  fileAllPeople,
  importedDocuments,
  lockRecords,
  RECORD_TABLES,
  removeAllFromTrash,
  requestAllDerivatives,
} from '../../records/index.ts';
import { FileRejection, packageFileIn, PackageUnpacker, type UnpackedFile } from '../../sandbox/index.ts';
import { DOCUMENTS_PREFIX, FileLeases, Storage } from '../../storage/index.ts';
import { PackageDirectories } from './package-directories.ts';
import { PACKAGE_KINDS, type PackageKind, recordsPath } from './package-format.ts';
import { type ClaimedImport, PackageImports, requireEmpty } from './package-imports.ts';
import { References } from './package-references.ts';
import { loadAll, readRecords, type RecordFiles } from './read-records.ts';

const FILES_FOLDER = 'data/files/';

const LOST = 'The package is no longer stored. Import it again.';
const NO_FILE = 'A file of the package can’t be stored now. Import the package again.';
const FAILED = 'The package couldn’t be imported. Check the worker’s log for the reason.';

const LEASE_RENEWAL_MS = 5 * 60_000;
const SHOW_MS = 500;

/** What an import is doing. */
class Progress {
  step = 'Reading the package';
  percent = 0;

  show(step: string, percent: number): void {
    this.step = step;
    this.percent = percent;
  }
}

/** Imports packages into an empty archive, in the worker. Its records are then those of the exported archive. */
@Injectable()
export class PackageImport {
  readonly #log = new Logger('Package import');
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #leases: FileLeases;
  readonly #unpacker: PackageUnpacker;
  readonly #directories: PackageDirectories;
  readonly #imports: PackageImports;

  constructor(
    database: Database,
    storage: Storage,
    leases: FileLeases,
    unpacker: PackageUnpacker,
    directories: PackageDirectories,
    imports: PackageImports,
    handlers: JobHandlers,
  ) {
    this.#database = database;
    this.#storage = storage;
    this.#leases = leases;
    this.#unpacker = unpacker;
    this.#directories = directories;
    this.#imports = imports;
    handlers.handle('package-import-run', (job) => this.run(job));
    handlers.handle('package-imports-resume', () => imports.resume());
  }

  /** Runs an attempt from the beginning: until the records are saved in one transaction, nothing is imported. */
  async run(job: Jobs['package-import-run']): Promise<void> {
    const claimed = await this.#imports.claim(job);
    if (!claimed) return;
    const ended = new AbortController();
    const progress = new Progress();
    const show = async () => {
      if (!(await this.#imports.show(claimed, progress.step, progress.percent))) ended.abort();
    };
    const timer = setInterval(() => void show().catch(() => undefined), SHOW_MS);
    const directory = await this.#directories.create();
    try {
      await this.#import(claimed, directory, progress, ended.signal);
    } catch (error) {
      if (ended.signal.aborted) return;
      // When an unavailable service recovers, the import starts again.
      if (error instanceof UnavailableError) throw error;
      const isProblem = error instanceof FileRejection || error instanceof Problem;
      if (!isProblem) this.#log.error('The import of a package failed', error);
      await this.#imports.fail(claimed, isProblem ? error.message : FAILED);
    } finally {
      clearInterval(timer);
      await rm(directory, { recursive: true, force: true });
    }
  }

  /**
   * Unpacks and verifies the package in the sandbox, checks its records, stores its files, and then saves all records in one transaction.
   * @param signal ends the import
   * @throws Problem if the archive isn’t empty, or if the package has a record or file that no form would accept
   */
  async #import(claimed: ClaimedImport, directory: string, progress: Progress, signal: AbortSignal): Promise<void> {
    const content = await this.#storage.open(claimed.storage_key);
    if (!content) throw new Problem(404, LOST);
    await pipeline(content, createWriteStream(packageFileIn(directory)), { signal });
    progress.show('Unpacking the package', 10);
    await this.#unpacker.unpack(directory, signal);
    progress.show('Checking the records', 40);
    const records = await this.#recordFiles(directory);
    const references = new References();
    for await (const _ of readRecords(records, references, signal)) continue;
    progress.show('Storing the files', 50);
    const files = await this.#storeFiles(directory, references.files, signal);
    progress.show('Saving the records', 80);
    try {
      await this.#database.transaction((executor) => this.#save(executor, claimed, records, files, signal), {
        statementMs: LONG_STATEMENT_MS,
      });
    } catch (error) {
      await files.discard();
      throw error;
    } finally {
      files.release();
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
    const renewal = setInterval(
      () => void this.#leases.renew([...leased, ...existing]).catch(() => undefined),
      LEASE_RENEWAL_MS,
    );
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
        } else {
          // Or leased by an attempt that was killed.
          if ((await this.#storage.stat(key)) === undefined) await this.#store(key, file, keys.get(key) ?? null);
          else if (!(await this.#isStored(key, file)))
            throw new Problem(409, `The file storage already has another file with the name ${key}.`);
          existing.push(key);
        }
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
    executor: StatementExecutor,
    claimed: ClaimedImport,
    records: RecordFiles,
    { leased, existing }: StoredFiles,
    signal: AbortSignal,
  ): Promise<void> {
    await lockRecords(executor);
    await requireEmpty(executor, claimed.replaces_earlier_work);
    await deleteFilesOfTrashed(executor, this.#leases, await removeAllFromTrash(executor));
    await this.#leases.scheduleDeletion(executor, await importedDocuments(executor));
    await clearRecords(executor);
    const counts = await loadAll(executor, readRecords(records, new References(), signal));
    for (const table of RECORD_TABLES) await continueNumbering(executor, table);
    await fileAllPeople(executor);
    await this.#leases.confirm(executor, leased);
    for (const key of existing)
      if (!(await this.#leases.reclaim(executor, key)) && !(await this.#leases.takeRetained(executor, key)))
        throw new Problem(503, NO_FILE);
    const files = leased.length + existing.length;
    if (files > 0) await requestAllDerivatives(executor);
    const count = (table: string) => counts.get(table) ?? 0;
    const imported = { voyages: count('voyage'), people: count('person'), media: count('media'), files };
    if (!(await this.#imports.complete(executor, claimed, imported))) throw new Problem(409, 'The import has ended.');
  }
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
