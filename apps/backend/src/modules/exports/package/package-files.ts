import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Database, LONG_STATEMENT_MS, type StatementExecutor } from '../../../database/index.ts';
import { ContentCheck } from '../../media/index.ts';
import { PackageUnpacker, type UnpackedFile } from '../../sandbox/index.ts';
import { DOCUMENTS_PREFIX, FileLeases, Storage } from '../../storage/index.ts';

const FILES_FOLDER = 'data/files/';
const LEASE_RENEWAL_MS = 5 * 60_000;

export const NO_FILE = 'A file of the package can’t be stored now. Import the package again.';

export interface StoredFiles {
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

/** Stores the files of packages. */
@Injectable()
export class PackageFiles {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly unpacker: PackageUnpacker,
  ) {}

  /** Storage keys of the files that an unpacked package has. */
  async keys(directory: string): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for await (const file of this.unpacker.files(directory, 'files')) keys.add(file.path.slice(FILES_FOLDER.length));
    return keys;
  }

  /** Saves records in one transaction, or deletes their files again. */
  async saveWith<T>(files: StoredFiles, save: (executor: StatementExecutor) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(save, { statementMs: LONG_STATEMENT_MS });
    } catch (error) {
      await files.discard();
      throw error;
    } finally {
      files.release();
    }
  }

  /**
   * Stores the files under leases, so that they are deleted unless their records are saved.
   * @param wanted the files to store in an archive with other files; absent: all of them, under their own names
   */
  async storeAll(
    directory: string,
    keys: ReadonlyMap<string, string | null>,
    signal: AbortSignal,
    wanted?: ReadonlySet<string>,
  ): Promise<StoredFiles> {
    const leased: string[] = [];
    const existing: string[] = [];
    const stored = new Map<string, string>();
    const renewal = setInterval(
      () => void this.leases.renew([...leased, ...existing]).catch(() => undefined),
      LEASE_RENEWAL_MS,
    );
    const discard = async () => {
      clearInterval(renewal);
      if (leased.length > 0) await this.leases.abandon(leased);
    };
    try {
      for await (const file of this.unpacker.files(directory, 'files')) {
        signal.throwIfAborted();
        const key = file.path.slice(FILES_FOLDER.length);
        if (!keys.has(key)) throw new Problem(422, `The package has a file that none of its records uses: ${key}`);
        if (wanted) {
          if (!wanted.has(key)) continue;
          const free = await this.#leaseFree(key);
          leased.push(free);
          stored.set(key, free);
          await this.#store(free, file, keys.get(key) ?? null);
        } else if (await this.leases.acquire(key)) {
          leased.push(key);
          await this.#store(key, file, keys.get(key) ?? null);
        } else {
          // Or leased by an attempt that was killed.
          if ((await this.storage.stat(key)) === undefined) await this.#store(key, file, keys.get(key) ?? null);
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
      if (await this.leases.acquire(free)) return free;
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
    await this.storage.put(key, Readable.from(chunks(), { objectMode: false }), 'application/octet-stream');
    const reject = (reason: string) => Promise.reject(new Problem(422, `${file.path}: ${reason}`));
    if (expected !== null && check.sha256.toString('hex') !== expected)
      return reject('Its checksum isn’t the one in its record.');
    if (key.startsWith(DOCUMENTS_PREFIX)) return undefined;
    return check
      .requireTypeOfName(this.storage, key)
      .catch((error: unknown) => (error instanceof Problem ? reject(error.message) : Promise.reject(error as Error)));
  }

  async #isStored(key: string, file: UnpackedFile): Promise<boolean> {
    const stored = await this.storage.open(key);
    if (!stored) return false;
    const [one, other] = await Promise.all([sha256(stored), sha256(await file.open())]);
    return one === other;
  }
}

async function sha256(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
