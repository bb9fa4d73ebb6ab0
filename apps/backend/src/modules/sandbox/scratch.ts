import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isNativeError } from 'node:util/types';
import { Inject, Injectable } from '@nestjs/common';
import { DiskFullError } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';

const DAY_MS = 24 * 3_600_000;
/** If less than this is free when a process fails, the failure is attributed to the disk. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** @throws DiskFullError instead of the system's error */
export async function orDiskFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isNativeError(error) && 'code' in error && error.code === 'ENOSPC') throw new DiskFullError('worker', error);
    throw error;
  }
}

/** Manages temporary directories below the data directory. The system's temporary directory is often in memory, and scans are large. */
@Injectable()
export class Scratch {
  readonly #directory: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.#directory = path.join(config.dataDirectory, 'scratch');
  }

  /** Removes directories that killed processes left behind. Returns their number. */
  async removeOld(): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#directory).catch(() => [])) {
      const directory = path.join(this.#directory, name);
      const stats = await stat(directory).catch(() => undefined);
      if (!stats || stats.mtimeMs >= Date.now() - DAY_MS) continue;
      await this.remove(directory);
      removed += 1;
    }
    return removed;
  }

  async create(): Promise<string> {
    await orDiskFull(() => mkdir(this.#directory, { recursive: true }));
    return mkdtemp(path.join(this.#directory, 'file-'));
  }

  /**
   * Checks that a failure wasn't caused by a full disk, which isn't the fault of the file.
   * @throws DiskFullError
   */
  async requireRoom(directory: string): Promise<void> {
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize < MIN_FREE_BYTES) throw new DiskFullError('worker');
  }

  async remove(directory: string): Promise<void> {
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}
