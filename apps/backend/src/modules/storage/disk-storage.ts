import { createHash, randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { DiskFullError, StorageRejectedError } from '../../common/index.ts';
import { UnavailableError } from '../../database/index.ts';
import { listDirectory, pathOf } from './disk-listing.ts';
import {
  type Body,
  type ByteRange,
  type Listing,
  type ListOptions,
  Storage,
  type WriteResult,
  type StoredObject,
} from './storage.ts';

const INCOMING = '.incoming';
/** Only the service and its group can read the folders. */
const FOLDER = { recursive: true, mode: 0o750 } as const;
const FILE_MODE = 0o640;
/** Attempts to write into a folder that others remove again and again, and the longest wait between two of them. */
const FOLDER_ATTEMPTS = 20;
const MAX_WAIT_MS = 20;
const NOT_EMPTY = new Set(['ENOTEMPTY', 'EEXIST']);

const codeOf = (error: unknown) => (isNativeError(error) && 'code' in error ? error.code : undefined);

const isMissingFile = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENAMETOOLONG'].includes(String(codeOf(error)));

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const REJECTED_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);
const UNAVAILABLE_CODES = new Set(['EIO', 'EMFILE', 'ENFILE']);

async function withUnavailableError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (FULL_CODES.has(String(codeOf(error)))) throw new DiskFullError('file storage', error);
    if (REJECTED_CODES.has(String(codeOf(error)))) throw new StorageRejectedError('folder', error);
    throw UNAVAILABLE_CODES.has(String(codeOf(error))) ? new UnavailableError('file storage', error) : error;
  }
}

async function undefinedIfMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withUnavailableError(work);
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

const describe = (key: string, stats: Stats): StoredObject => ({
  key,
  size: stats.size,
  lastModified: stats.mtime,
  etag: `"${stats.size.toString(16)}-${Math.round(stats.mtimeMs).toString(16)}"`,
});

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}

/** Stores objects as files below one directory. Names are encoded, and symbolic links out of the directory are not followed. */
export class DiskStorage extends Storage {
  override readonly uploadLink = undefined;
  readonly #root: string;

  constructor(root: string) {
    super();
    this.#root = root;
  }

  override async put(key: string, body: Body): Promise<WriteResult> {
    const target = pathOf(this.#root, key);
    return withUnavailableError(async () => {
      const incoming = path.join(this.#root, INCOMING);
      await mkdir(incoming, FOLDER);
      const temporary = path.join(incoming, randomUUID());
      try {
        const stored = await writeComplete(temporary, body);
        await this.#moveIntoPlace(temporary, target);
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    });
  }

  override async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await this.#handle(key);
    return handle?.createReadStream(range ?? {});
  }

  override async stat(key: string): Promise<StoredObject | undefined> {
    const handle = await this.#handle(key);
    if (!handle) return undefined;
    const stats = await handle.stat().finally(() => handle.close());
    return describe(key, stats);
  }

  override async list(prefix: string, options: ListOptions = {}): Promise<Listing> {
    return withUnavailableError(() => listDirectory(this.#root, prefix, options, describe));
  }

  override async remove(key: string): Promise<void> {
    const file = pathOf(this.#root, key);
    await undefinedIfMissing(async () => {
      await this.#assertInside(path.dirname(file));
      await rm(file);
      await this.#removeEmpty(path.dirname(file));
    });
  }

  override async move(from: readonly string[], to: string): Promise<boolean> {
    for (const key of from) if (!(await this.stat(key))) return false;
    const [only] = from;
    if (only === undefined || from.length > 1) {
      await this.put(to, this.concatenate(from));
      for (const key of from) await this.remove(key);
      return true;
    }
    const source = pathOf(this.#root, only);
    const target = pathOf(this.#root, to);
    return withUnavailableError(async () => {
      await this.#moveIntoPlace(source, target);
      await this.#removeEmpty(path.dirname(source));
      return true;
    });
  }

  override readonly writeAt = async (key: string, position: number, bytes: Buffer): Promise<void> => {
    const file = pathOf(this.#root, key);
    await withUnavailableError(async () => {
      if (position === 0) await this.#create(file);
      const handle = await open(file, constants.O_WRONLY | constants.O_NOFOLLOW);
      try {
        await writeChunk(handle, bytes, position);
        await handle.datasync();
      } finally {
        await handle.close();
      }
    });
  };

  /** Files on disk have no URL of their own. */
  override link(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  override async clean(before: Date): Promise<number> {
    return withUnavailableError(async () => {
      const incoming = path.join(this.#root, INCOMING);
      let removed = 0;
      for (const name of (await undefinedIfMissing(() => readdir(incoming))) ?? []) {
        const file = path.join(incoming, name);
        const stats = await undefinedIfMissing(() => lstat(file));
        if (!stats || stats.mtime >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    });
  }

  override async check(): Promise<void> {
    await withUnavailableError(async () => {
      const file = path.join(this.#root, INCOMING, randomUUID());
      await mkdir(path.dirname(file), FOLDER);
      await (await open(file, 'wx')).close();
      await rm(file);
    });
  }

  async #moveIntoPlace(source: string, target: string): Promise<void> {
    await this.#syncParents(target, await this.#inFolder(path.dirname(target), () => rename(source, target)));
  }

  async #create(file: string): Promise<void> {
    const created = await this.#inFolder(path.dirname(file), async () => {
      await (await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, FILE_MODE)).close();
    });
    await this.#syncParents(file, created);
  }

  /** Makes a new file name durable by syncing its directory. A new directory is durable only after its parent is synced as well. */
  async #syncParents(file: string, created: string | undefined): Promise<void> {
    const directory = path.dirname(file);
    await syncDirectory(directory);
    if (created)
      for (let ancestor = directory; ancestor !== this.#root; ancestor = path.dirname(ancestor))
        await syncDirectory(path.dirname(ancestor));
  }

  /**
   * Works in a folder that is created if needed. Removing the last file of a folder also removes the folder, so other work can remove it
   * at any time, and this may take more than one attempt. Returns the first folder created.
   */
  async #inFolder(folder: string, work: () => Promise<void>): Promise<string | undefined> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const created = await mkdir(folder, FOLDER);
        await this.#assertInside(folder);
        await work();
        return created;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempts === FOLDER_ATTEMPTS) throw error;
        await sleep(Math.random() * Math.min(attempts, MAX_WAIT_MS));
      }
    }
  }

  async #handle(key: string): Promise<FileHandle | undefined> {
    const file = pathOf(this.#root, key);
    return undefinedIfMissing(async () => {
      await this.#assertInside(path.dirname(file));
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      return undefined;
    });
  }

  /** Throws `ENOENT` if a symbolic link points outside of the store. */
  async #assertInside(directory: string): Promise<void> {
    const [root, real] = await Promise.all([realpath(this.#root), realpath(directory)]);
    if (real === root || real.startsWith(root + path.sep)) return;
    throw Object.assign(new Error('Outside of the store'), { code: 'ENOENT' });
  }

  async #removeEmpty(from: string): Promise<void> {
    for (let ancestor = from; ancestor !== this.#root; ancestor = path.dirname(ancestor)) {
      const stats = await undefinedIfMissing(() => lstat(ancestor));
      if (stats?.isSymbolicLink()) return;
      try {
        await rmdir(ancestor);
      } catch (error) {
        if (NOT_EMPTY.has(String(codeOf(error)))) return;
        if (!isMissingFile(error)) throw error;
      }
    }
  }
}

/** Writes a whole chunk. When a disk becomes full, a write may be partial; the next write then throws the reason. */
async function writeChunk(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.length - offset, position + offset);
    offset += bytesWritten;
  }
}

async function writeComplete(file: string, body: Body): Promise<WriteResult> {
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', FILE_MODE);
  try {
    let size = 0;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        writeChunk(handle, chunk, size).then(() => {
          size += chunk.length;
          done();
        }, done);
      },
    });
    await pipeline(
      body instanceof Uint8Array ? Readable.from([Buffer.from(body.buffer, body.byteOffset, body.byteLength)]) : body,
      sink,
    );
    await handle.sync();
    return { size, sha256: hash.digest() };
  } finally {
    await handle.close();
  }
}
