import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';

const MAX_AGE_MS = 3_600_000;

/** Temporary directories below the data directory. The system's own are often in memory, and scans are large. */
@Injectable()
export class Scratch implements OnApplicationBootstrap {
  readonly #directory: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.#directory = path.join(config.dataDirectory, 'scratch');
  }

  /** Removes directories that a killed process left behind. */
  async onApplicationBootstrap(): Promise<void> {
    const names = await readdir(this.#directory).catch(() => []);
    for (const name of names) {
      const directory = path.join(this.#directory, name);
      const stats = await stat(directory).catch(() => undefined);
      if (stats && stats.mtimeMs < Date.now() - MAX_AGE_MS) await this.close(directory);
    }
  }

  async open(): Promise<string> {
    await mkdir(this.#directory, { recursive: true });
    return mkdtemp(path.join(this.#directory, 'file-'));
  }

  async close(directory: string): Promise<void> {
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}
