import { createHash, randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { AwayError } from '../../database/index.ts';
import { pathOf } from './disk-paths.ts';
import { listDirectory } from './disk-listing.ts';
import {
  type Body,
  type ByteRange,
  type Listing,
  type ListOptions,
  Storage,
  type Stored,
  type StoredObject,
} from './storage.ts';

const INCOMING = '.incoming';

const codeOf = (error: unknown) => (isNativeError(error) && 'code' in error ? error.code : undefined);

const isAbsence = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENAMETOOLONG'].includes(String(codeOf(error)));

const TROUBLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE']);

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw TROUBLE.has(String(codeOf(error))) ? new AwayError('file storage', error) : error;
  }
}

async function orAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await orAway(work);
  } catch (error) {
    if (isAbsence(error)) return undefined;
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

/** Objects as files below one directory. Names from outside are encoded, and no symbolic link is followed out of it. */
export class DiskStorage extends Storage {
  readonly #root: string;

  constructor(root: string) {
    super();
    this.#root = root;
  }

  override async put(key: string, body: Body): Promise<Stored> {
    const target = pathOf(this.#root, key);
    return orAway(async () => {
      const incoming = path.join(this.#root, INCOMING);
      await mkdir(incoming, { recursive: true });
      const temporary = path.join(incoming, randomUUID());
      try {
        const stored = await writeWhole(temporary, body);
        await this.#place(temporary, target);
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
    return orAway(() => listDirectory(this.#root, prefix, options, describe));
  }

  override async remove(key: string): Promise<void> {
    const file = pathOf(this.#root, key);
    await orAbsent(async () => {
      await this.#inside(path.dirname(file));
      await rm(file);
      await this.#removeEmpty(path.dirname(file));
    });
  }

  override async check(): Promise<void> {
    await orAway(async () => {
      const file = path.join(this.#root, INCOMING, randomUUID());
      await mkdir(path.dirname(file), { recursive: true });
      await (await open(file, 'wx')).close();
      await rm(file);
    });
  }

  async #place(temporary: string, target: string): Promise<void> {
    const directory = path.dirname(target);
    const made = await mkdir(directory, { recursive: true });
    await this.#inside(directory);
    await rename(temporary, target);
    await syncDirectory(directory);
    // A new directory is lasting only when the one that names it has been written too.
    if (made) for (let at = directory; at !== this.#root; at = path.dirname(at)) await syncDirectory(path.dirname(at));
  }

  async #handle(key: string): Promise<FileHandle | undefined> {
    const file = pathOf(this.#root, key);
    return orAbsent(async () => {
      await this.#inside(path.dirname(file));
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      return undefined;
    });
  }

  /** Throws as if absent when a symbolic link leads out of the store. */
  async #inside(directory: string): Promise<void> {
    const [root, real] = await Promise.all([realpath(this.#root), realpath(directory)]);
    if (real === root || real.startsWith(root + path.sep)) return;
    throw Object.assign(new Error('Outside of the store'), { code: 'ENOENT' });
  }

  async #removeEmpty(from: string): Promise<void> {
    for (let at = from; at !== this.#root; at = path.dirname(at)) {
      if ((await readdir(at)).length > 0 || (await lstat(at)).isSymbolicLink()) return;
      await rmdir(at);
    }
  }
}

async function writeWhole(file: string, body: Body): Promise<Stored> {
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o640);
  try {
    let size = 0;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        handle.write(chunk, 0, chunk.length, size).then(({ bytesWritten }) => {
          size += bytesWritten;
          done(bytesWritten === chunk.length ? null : new Error('The file could not be written whole'));
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
