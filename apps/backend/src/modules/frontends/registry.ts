import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Registry, registrySchema } from '@archive/contracts';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { AwayError, Database } from '../../database/index.ts';
import { FrontEnds } from './front-ends.ts';

type Apps = Registry['apps'];

/** Where each remote's pages live, and the contract that this server's shell speaks. */
const PATHS: Record<string, string> = { voyages: '/voyages', people: '/people', media: '/media-explorer' };
const CONTRACT = 1;

const LOOK_AGAIN_MS = 15_000;
const STALE_MS = 5000;

interface Revision {
  revision: number;
  apps: Apps;
}

/**
 * What is live: the newest of the revisions in PostgreSQL, to which the builds that this process finds are added when they are
 * new. While the database is away it is the last copy seen, which is kept in a file for the next start.
 */
@Injectable()
export class FrontEndRegistry implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(FrontEndRegistry.name);
  readonly #database: Database;
  readonly #frontEnds: FrontEnds;
  readonly #copy: string;
  #current: Registry = { schema: 1, revision: 0, apps: {} };
  #readAt = 0;
  #looking: NodeJS.Timeout | undefined;

  constructor(database: Database, frontEnds: FrontEnds, @Inject(CONFIG) config: Config) {
    this.#database = database;
    this.#frontEnds = frontEnds;
    this.#copy = path.join(config.dataDirectory, 'frontends', 'registry.json');
  }

  async onApplicationBootstrap(): Promise<void> {
    this.#current = (await this.#lastCopy()) ?? { ...this.#current, apps: await this.#found() };
    void this.#database.reachable().then(() => this.#look());
    this.#looking = setInterval(() => void this.#look(), LOOK_AGAIN_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#looking);
  }

  /** At once: what was last seen. A copy that has grown old is read again behind the caller's back. */
  current(): Registry {
    if (Date.now() - this.#readAt > STALE_MS) void this.fresh();
    return this.#current;
  }

  /** The newest revision, or the last copy while the database is away. */
  async fresh(): Promise<Registry> {
    this.#readAt = Date.now();
    try {
      const newest = await this.#newest();
      if (newest && newest.revision !== this.#current.revision) await this.#keep(newest);
    } catch (error) {
      this.#log.debug(`The registry is read from the last copy: ${(error as Error).message}`);
    }
    return this.#current;
  }

  /** Adds a revision when a build is there that none has named yet, or when what is live is no longer there. */
  async #look(): Promise<void> {
    try {
      for (let tries = 0; tries < 5; tries += 1) {
        const newest = await this.#newest();
        const apps = await this.#wanted(newest?.apps ?? {});
        if (JSON.stringify(apps) === JSON.stringify(newest?.apps ?? {})) break;
        if (await this.#append((newest?.revision ?? 0) + 1, apps)) break;
      }
      await this.fresh();
    } catch (error) {
      // Whether the database answers is told elsewhere, and this is tried again.
      const level = error instanceof AwayError ? 'debug' : 'warn';
      this.#log[level](`The registry of front ends could not be brought up to date: ${(error as Error).message}`);
    }
  }

  async #wanted(live: Apps): Promise<Apps> {
    const apps: Apps = { ...live };
    for (const [name, app] of Object.entries(await this.#found())) {
      const before = live[name];
      if (before?.version === app.version) continue;
      const gone = before === undefined || !(await this.#frontEnds.remotes.get(name)?.hasVersion(before.version));
      if (gone || !(await this.#named(name, app.version))) apps[name] = app;
    }
    return apps;
  }

  /** The newest build of each remote. */
  async #found(): Promise<Apps> {
    const found = await Promise.all(
      [...this.#frontEnds.remotes].map(async ([name, source]) => {
        const version = await source.newestVersion();
        if (version === undefined) return [];
        const manifest = `/mfe/${name}/${version}/mf-manifest.json`;
        return [[name, { version, manifest, path: PATHS[name] ?? `/${name}`, contract: CONTRACT }] as const];
      }),
    );
    return Object.fromEntries(found.flat());
  }

  #newest(): Promise<Revision | undefined> {
    return this.#database.row<Revision>(
      'frontend-newest',
      'select revision, apps from frontend_revision order by revision desc limit 1',
    );
  }

  /** Whether some revision had this version live: then people have chosen to leave it. */
  async #named(name: string, version: string): Promise<boolean> {
    const found = await this.#database.row(
      'frontend-named',
      `select 1 from frontend_revision where apps -> $1 ->> 'version' = $2 limit 1`,
      [name, version],
    );
    return found !== undefined;
  }

  /** False where another process was first. */
  async #append(revision: number, apps: Apps): Promise<boolean> {
    const added = await this.#database.change(
      'frontend-append',
      'insert into frontend_revision (revision, apps, created_by) values ($1, $2, $3) on conflict do nothing',
      [revision, JSON.stringify(apps), 'server start'],
    );
    if (added === 1) {
      const versions = Object.entries(apps).map(([name, app]) => `${name} ${app.version}`);
      this.#log.log(`Front ends, revision ${revision}: ${versions.join(', ')}`);
    }
    return added === 1;
  }

  async #keep({ revision, apps }: Revision): Promise<void> {
    this.#current = { schema: 1, revision, apps };
    const temporary = `${this.#copy}.${process.pid}`;
    try {
      await mkdir(path.dirname(this.#copy), { recursive: true });
      await writeFile(temporary, JSON.stringify(this.#current));
      await rename(temporary, this.#copy);
    } catch (error) {
      this.#log.warn(`The copy of the registry could not be kept: ${(error as Error).message}`);
    }
  }

  async #lastCopy(): Promise<Registry | undefined> {
    const text = await readFile(this.#copy, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return registrySchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}
