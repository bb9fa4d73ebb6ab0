import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/index.ts';

/** The directories of this machine, followed by the process that uses it, so that those of killed processes can be recognized. */
const PREFIX = `package-${hostname()}-`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Temporary directories for packages. */
@Injectable()
export class PackageDirectories implements OnApplicationBootstrap {
  readonly #scratch: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.#scratch = path.join(config.dataDirectory, 'scratch');
  }

  /** Removes what processes that were killed during an import or export left behind. */
  async onApplicationBootstrap(): Promise<void> {
    for (const name of await readdir(this.#scratch).catch(() => [])) {
      if (!name.startsWith(PREFIX)) continue;
      const pid = Number.parseInt(name.slice(PREFIX.length), 10);
      if (pid !== process.pid && isAlive(pid)) continue;
      await rm(path.join(this.#scratch, name), { recursive: true, force: true });
    }
  }

  async create(): Promise<string> {
    await mkdir(this.#scratch, { recursive: true });
    return mkdtemp(path.join(this.#scratch, `${PREFIX}${process.pid}-`));
  }
}
