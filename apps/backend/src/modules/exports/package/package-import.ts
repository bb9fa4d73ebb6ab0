import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PackageRecord } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Database, LONG_STATEMENT_MS, type StatementExecutor, UnavailableError } from '../../../database/index.ts';
import { JobHandlers, type Jobs } from '../../../queues/index.ts';
import { ContentCheck, deleteFilesOfTrashed } from '../../media/index.ts';
import {
  ChangeSet,
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
import { compareRecords } from './merge/comparison.ts';
import { Identities } from './merge/identities.ts';
import { MergedRecords } from './merge/save-merged.ts';
import { PackageDirectories } from './package-directories.ts';
import { PACKAGE_KINDS, type PackageKind, recordsPath } from './package-format.ts';
import { type ClaimedImport, PackageImports, requireEmpty } from './package-imports.ts';
import { References } from './package-references.ts';
import { loadAll, readRecords, recordsOf, type RecordFiles, rejectedRecords } from './read-records.ts';

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

/**
 * Imports packages, in the worker: into an empty archive, whose records are then those of the exported one, or into one with records, after
 * a curator has seen how the package differs from it.
 */
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
    if (claimed.compares) return this.#merge(claimed, directory, records, references, progress, signal);
    progress.show('Storing the files', 50);
    const files = await this.#storeFiles(directory, references.files, signal);
    progress.show('Saving the records', 80);
    await this.#saveWith(files, (executor) => this.#save(executor, claimed, records, files, signal));
  }

  /** Saves records in one transaction, or deletes their files again. */
  async #saveWith<T>(files: StoredFiles, save: (executor: StatementExecutor) => Promise<T>): Promise<T> {
    try {
      return await this.#database.transaction(save, { statementMs: LONG_STATEMENT_MS });
    } catch (error) {
      await files.discard();
      throw error;
    } finally {
      files.release();
    }
  }

  /**
   * Compares the package with the records of the archive, or imports it if a curator has decided about the differences.
   * @throws Problem 422 if it has new media without their files
   */
  async #merge(
    claimed: ClaimedImport,
    directory: string,
    records: RecordFiles,
    references: References,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { choices, others } = claimed.choices ?? { choices: [], others: 'keep' };
    progress.show('Comparing the records', 50);
    const identities = await Identities.of(this.#database, records, choices, signal);
    const wanted = await this.#newFiles(directory, records, identities, signal);
    if (claimed.choices === null) {
      const items = await this.#compare(this.#database, records, identities, signal);
      return this.#imports.preview(claimed, items, false);
    }
    progress.show('Storing the files', 60);
    const files = await this.#storeFiles(directory, references.files, signal, wanted);
    progress.show('Saving the records', 80);
    const outdated = await this.#saveWith(files, async (executor) => {
      await lockRecords(executor);
      const items = await this.#compare(executor, records, await Identities.of(executor, records, [], signal), signal);
      if (!(await this.#imports.isPreviewed(executor, claimed, items))) {
        await this.#leases.scheduleDeletion(executor, files.leased);
        return items;
      }
      const changes = new ChangeSet(executor, { changedBy: claimed.started_by });
      const decided = await Identities.of(executor, records, choices, signal);
      const merging = new MergedRecords(changes, decided, { others, files: files.keys });
      try {
        for await (const batch of compareRecords(executor, records, decided, signal)) await merging.save(batch);
        await changes.save();
      } catch (error) {
        throw rejectedRecords(error, 'The package') ?? error;
      }
      await this.#leases.confirm(executor, files.leased);
      const { voyages, people, media, changed } = merging.merged;
      const imported = { voyages, people, media, files: files.leased.length, changed };
      if (!(await this.#imports.complete(executor, claimed, imported))) throw new Problem(409, 'The import has ended.');
      return undefined;
    });
    if (outdated) await this.#imports.preview(claimed, outdated, true);
  }

  async #compare(
    executor: StatementExecutor,
    records: RecordFiles,
    identities: Identities,
    signal: AbortSignal,
  ): Promise<PackageRecord[]> {
    const items: PackageRecord[] = [];
    for await (const batch of compareRecords(executor, records, identities, signal))
      items.push(...batch.map(({ item }) => item));
    return items;
  }

  /** The paths of the files of media that the archive doesn’t have. @throws Problem 422 for one that the package doesn’t have either */
  async #newFiles(
    directory: string,
    records: RecordFiles,
    identities: Identities,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const paths = new Set<string>();
    for await (const file of this.#unpacker.files(directory, 'files')) paths.add(file.path.slice(FILES_FOLDER.length));
    const wanted = new Set<string>();
    for await (const { place, record } of recordsOf(records, 'media', signal)) {
      const file = record.file.path;
      if (file === null || identities.find('media', record.media_slug)?.exists === true) continue;
      if (!paths.has(file))
        throw new Problem(
          422,
          `${place}: The package doesn’t have the file of “${record.title}”. Export it with files.`,
        );
      wanted.add(file);
    }
    return wanted;
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

  /**
   * Stores the files under leases, so that they are deleted unless their records are saved.
   * @param wanted the files to store in an archive with other files; absent: all of them, under their own names
   */
  async #storeFiles(
    directory: string,
    keys: ReadonlyMap<string, string | null>,
    signal: AbortSignal,
    wanted?: ReadonlySet<string>,
  ): Promise<StoredFiles> {
    const leased: string[] = [];
    const existing: string[] = [];
    const stored = new Map<string, string>();
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
        if (wanted) {
          if (!wanted.has(key)) continue;
          const free = await this.#leaseFree(key);
          leased.push(free);
          stored.set(key, free);
          await this.#store(free, file, keys.get(key) ?? null);
        } else if (await this.#leases.acquire(key)) {
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
      return { leased, existing, keys: stored, release: () => clearInterval(renewal), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** Leases the name of a file, or that name with a number if the archive has it already. */
  async #leaseFree(key: string): Promise<string> {
    const { dir, name, ext } = path.posix.parse(key);
    for (let number = 1; number < 1000; number += 1) {
      const free = path.posix.join(dir, number === 1 ? name + ext : `${name}-${number}${ext}`);
      if (await this.#leases.acquire(free)) return free;
    }
    throw new Problem(503, NO_FILE);
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
    const imported = { voyages: count('voyage'), people: count('person'), media: count('media'), files, changed: 0 };
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
  /** Keys of files that are stored beside those of other records, by their paths in the package. */
  keys: ReadonlyMap<string, string>;
  /** Ends the renewal of the leases. */
  release: () => void;
  /** Schedules the deletion of the stored files. */
  discard: () => Promise<void>;
}
