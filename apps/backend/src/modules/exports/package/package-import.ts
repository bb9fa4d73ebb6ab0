import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { type StatementExecutor, UnavailableError } from '../../../database/index.ts';
import { JobHandlers, type Jobs } from '../../../queues/index.ts';
import { deleteFilesOfTrashed } from '../../media/index.ts';
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
import { FileLeases, Storage } from '../../storage/index.ts';
import { PackageMerge } from './merge/package-merge.ts';
import { PackageDirectories } from './package-directories.ts';
import { NO_FILE, PackageFiles, type StoredFiles } from './package-files.ts';
import { ADDED_KINDS, PACKAGE_KINDS, type PackageKind, recordsPath } from './package-format.ts';
import { type ClaimedImport, PackageImports, Progress, requireEmpty } from './package-imports.ts';
import { References } from './package-references.ts';
import { loadAll, readRecords, type RecordFiles } from './read-records.ts';

const LOST = 'The package is no longer stored. Import it again.';
const FAILED = 'The package couldn’t be imported. Check the worker’s log for the reason.';

const SHOW_MS = 500;

/**
 * Imports packages, in the worker: into an empty archive, whose records are then those of the exported one, or into one with records, after
 * a curator has seen how the package differs from it.
 */
@Injectable()
export class PackageImport {
  readonly #log = new Logger('Package import');

  constructor(
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly unpacker: PackageUnpacker,
    private readonly directories: PackageDirectories,
    private readonly imports: PackageImports,
    private readonly files: PackageFiles,
    private readonly merge: PackageMerge,
    handlers: JobHandlers,
  ) {
    handlers.handle('package-import-run', (job) => this.run(job));
    handlers.handle('package-imports-resume', () => imports.resume());
  }

  /** Runs an attempt from the beginning: until the records are saved in one transaction, nothing is imported. */
  async run(job: Jobs['package-import-run']): Promise<void> {
    const claimed = await this.imports.claim(job);
    if (!claimed) return;
    const ended = new AbortController();
    const progress = new Progress();
    const show = async () => {
      if (!(await this.imports.show(claimed, progress.step, progress.percent))) ended.abort();
    };
    const timer = setInterval(() => void show().catch(() => undefined), SHOW_MS);
    const directory = await this.directories.create();
    try {
      await this.#import(claimed, directory, progress, ended.signal);
    } catch (error) {
      if (ended.signal.aborted) return;
      // When an unavailable service recovers, the import starts again.
      if (error instanceof UnavailableError) throw error;
      const isProblem = error instanceof FileRejection || error instanceof Problem;
      if (!isProblem) this.#log.error('The import of a package failed', error);
      await this.imports.fail(claimed, isProblem ? error.message : FAILED);
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
    const content = await this.storage.open(claimed.storage_key);
    if (!content) throw new Problem(404, LOST);
    await pipeline(content, createWriteStream(packageFileIn(directory)), { signal });
    progress.show('Unpacking the package', 10);
    await this.imports.identify(claimed, await this.unpacker.unpack(directory, signal));
    progress.show('Checking the records', 40);
    const records = await this.#recordFiles(directory);
    const references = new References();
    for await (const _ of readRecords(records, references, signal)) continue;
    if (claimed.compares) return this.merge.run(claimed, directory, records, references, progress, signal);
    progress.show('Storing the files', 50);
    const files = await this.files.storeAll(directory, references.files, signal);
    progress.show('Saving the records', 80);
    await this.files.saveWith(files, (executor) => this.#save(executor, claimed, records, files, signal));
  }

  /** The files with records, by kind. */
  async #recordFiles(directory: string): Promise<RecordFiles> {
    const unpacked = new Map<string, UnpackedFile>();
    for await (const file of this.unpacker.files(directory, 'records')) unpacked.set(file.path, file);
    const files = new Map<PackageKind, UnpackedFile>();
    for (const kind of PACKAGE_KINDS) {
      const file = unpacked.get(recordsPath(kind));
      if (file) files.set(kind, file);
      else if (!ADDED_KINDS.has(kind)) throw new Problem(422, 'The package is incomplete. Export it again.');
      unpacked.delete(recordsPath(kind));
    }
    for (const name of unpacked.keys())
      throw new Problem(422, `The package has ${name}, which needs a newer version of the archive.`);
    return files;
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
    await deleteFilesOfTrashed(executor, this.leases, await removeAllFromTrash(executor));
    await this.leases.scheduleDeletion(executor, await importedDocuments(executor));
    await clearRecords(executor);
    const counts = await loadAll(executor, readRecords(records, new References(), signal));
    for (const table of RECORD_TABLES) await continueNumbering(executor, table);
    await fileAllPeople(executor);
    await this.leases.confirm(executor, leased);
    for (const key of existing)
      if (!(await this.leases.reclaim(executor, key)) && !(await this.leases.takeRetained(executor, key)))
        throw new Problem(503, NO_FILE);
    const files = leased.length + existing.length;
    if (files > 0) await requestAllDerivatives(executor);
    const count = (table: string) => counts.get(table) ?? 0;
    const imported = {
      voyages: count('voyage'),
      people: count('person'),
      media: count('media'),
      albums: count('album'),
      places: count('place'),
      stories: count('story'),
      files,
      changed: 0,
    };
    if (!(await this.imports.complete(executor, claimed, imported))) throw new Problem(409, 'The import has ended.');
  }
}
