import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { ArchiveSession } from '../archive-session.ts';
import { RunningArchive } from '../mfe/archive.ts';
import { ROOT } from '../settings.ts';
import { run } from './run.ts';

/** Where people reach the stack, and as whom. */
export interface Access {
  origin: string;
  username: string;
  password: string;
  /** File with the certificates to trust. */
  certificates: string | undefined;
}

const environment = ({ origin, username, password, certificates }: Access): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ARCHIVE_URL: origin,
  CURATOR_USERNAME: username,
  CURATOR_PASSWORD: password,
  ...(certificates ? { NODE_EXTRA_CA_CERTS: certificates } : {}),
});

/** A curator, signed in. */
export const curatorOf = (access: Access) => new ArchiveSession(undefined, environment(access), 'UPLOAD_TOKEN');

/** The same, who publishes micro-frontends. */
export const publisherOf = (access: Access) => new RunningArchive(undefined, environment(access));

/** The environment of a program of this project. */
export const programEnvironment = (access: Access): NodeJS.ProcessEnv => ({
  ...environment(access),
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
});

/** Runs a command of `npm run archive --` against the stack. */
export const command = (access: Access, cwd: string, name: string, ...args: string[]) =>
  run(process.execPath, [join(ROOT, 'tools/cli', `${name}.ts`), ...args], {
    cwd,
    env: { ...programEnvironment(access), INIT_CWD: cwd },
  });

/** Reads pages and records all the time, until it is stopped. */
export class Reader {
  readonly failures: string[] = [];
  requests = 0;
  #stopped = false;
  readonly #loops: Promise<void>[];

  constructor(curator: ArchiveSession, paths = ['/api/voyages', '/api/home', '/', '/mfe/registry.json']) {
    this.#loops = paths.map((path) => this.#read(curator, path));
  }

  async #read(curator: ArchiveSession, path: string): Promise<void> {
    while (!this.#stopped) {
      const at = new Date().toISOString().slice(11, 23);
      try {
        const response = await (await curator.client()).get(path);
        await response.arrayBuffer();
        if (!response.ok) this.failures.push(`${at} ${path}: ${response.status}`);
      } catch (error) {
        this.failures.push(`${at} ${path}: ${(error as Error).message}`);
      }
      this.requests += 1;
      await sleep(100);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }
}
