import type { Registry } from '@archive/contracts';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database } from '../../database/index.ts';
import { BuiltFrontEnds } from './built-front-ends.ts';
import { seesCanary } from './canary.ts';
import { LastCopy } from './last-copy.ts';
import { type Apps, type Reason, type Revision, Revisions } from './revisions.ts';
import { FrontEndVersions } from './versions.ts';

const LOOK_AGAIN_MS = 15_000;
/** Of what another process has made live a page knows after this long. */
const STALE_MS = 2000;
/** No page waits longer for a database that does not answer. */
const PATIENCE_MS = 250;
const TRIES = 20;

/** What a change makes of what is live; undefined where there is nothing to change. */
export type Change = (live: Revision) => Promise<{ apps: Apps; reason: Reason } | undefined>;

/**
 * What is live: the newest of the revisions in PostgreSQL, to which the builds that this process finds are added when they are
 * new. While the database is away it is the last copy seen, which is kept in a file for the next start.
 */
@Injectable()
export class FrontEndRegistry implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(FrontEndRegistry.name);
  readonly #database: Database;
  readonly #revisions: Revisions;
  readonly #versions: FrontEndVersions;
  readonly #built: BuiltFrontEnds;
  readonly #copy: LastCopy;
  #current: Revision = { revision: 0, apps: {} };
  #readAt = 0;
  #looking: NodeJS.Timeout | undefined;
  #started: Promise<void> | undefined;

  constructor(
    database: Database,
    revisions: Revisions,
    versions: FrontEndVersions,
    built: BuiltFrontEnds,
    @Inject(CONFIG) config: Config,
  ) {
    this.#database = database;
    this.#revisions = revisions;
    this.#versions = versions;
    this.#built = built;
    this.#copy = new LastCopy(config.dataDirectory);
  }

  async onApplicationBootstrap(): Promise<void> {
    const copy = await this.#copy.read();
    for (const { name, version, ...build } of copy?.builds ?? []) this.#versions.remember(name, version, build);
    this.#current = copy ?? { revision: 0, apps: await this.#built.all() };
    this.#started = this.#database.reachable().then(() => this.#look(true));
    this.#looking = setInterval(() => void this.#look(false), LOOK_AGAIN_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#looking);
  }

  /** Settles when what was built here has been taken up; not before the database answers. */
  started(): Promise<void> | undefined {
    return this.#started;
  }

  /** At once: what was last seen. A copy that has grown old is read again behind the caller's back. */
  current(): Revision {
    if (Date.now() - this.#readAt > STALE_MS) void this.fresh();
    return this.#current;
  }

  /** What is live for a page that is opened now: read again when the last look is a while ago, unless that takes too long. */
  async soon(): Promise<Revision> {
    if (Date.now() - this.#readAt > STALE_MS) {
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
      await Promise.race([this.fresh(), patience]);
    }
    return this.#current;
  }

  /** The newest revision, or the last copy while the database is away. */
  async fresh(): Promise<Revision> {
    this.#readAt = Date.now();
    try {
      const newest = await this.#revisions.newest();
      if (newest && newest.revision !== this.#current.revision) await this.#keep(newest);
    } catch (error) {
      this.#log.debug(`The registry is read from the last copy: ${(error as Error).message}`);
    }
    return this.#current;
  }

  /** A revision as one session sees it; without a session, as everybody does who is in no canary. */
  seenBy(session: string | undefined, { revision, apps: all }: Revision = this.current()): Registry {
    const seen = Object.entries(all).map(([name, { canary, ...app }]): [string, Registry['apps'][string]] => {
      if (!canary || !seesCanary(session, canary)) return [name, app];
      const { version, manifest, contract, optional } = canary;
      return [name, { version, manifest, contract, path: app.path, ...(optional ? { optional } : {}), canary: true }];
    });
    const { shell, ...apps } = Object.fromEntries(seen);
    if (!shell) return { schema: 1, revision, apps };
    const { version, canary } = shell;
    return { schema: 1, revision, shell: { version, ...(canary ? { canary } : {}) }, apps };
  }

  /**
   * Adds a revision that `change` makes of the newest one. When another is added meanwhile it is made anew of that one, so that of
   * two teams neither loses what it did; `expected` is for who wants to be told instead.
   * @throws the 409 of a revision that is not the expected one
   */
  async change(expected: number | undefined, change: Change): Promise<Revision> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const newest = (await this.#revisions.newest()) ?? { revision: 0, apps: {} };
      if (expected !== undefined && expected !== newest.revision)
        throw new Problem(
          409,
          `What is live has changed meanwhile: it is revision ${newest.revision} now, and you looked at ${expected}. Please look again.`,
        );
      const next = await change(newest);
      if (!next) return newest;
      const revision = newest.revision + 1;
      if (!(await this.#revisions.append(revision, next.apps, next.reason))) continue;
      const { action, by, name = '', version = '' } = next.reason;
      this.#log.log(`Front ends, revision ${revision}: ${action} ${name} ${version} by ${by}`.replaceAll(/ +/g, ' '));
      await this.#keep({ revision, apps: next.apps });
      return { revision, apps: next.apps };
    }
    throw new Problem(409, 'Others are changing what is live at this moment. Please try again.');
  }

  /** Adds a revision when a build is there that none has named yet, or when what is live is no longer there. */
  async #look(starting: boolean): Promise<void> {
    try {
      await this.change(undefined, async ({ apps }) => {
        const wanted = await this.#built.wanted(apps, starting);
        return wanted && { apps: wanted, reason: { action: 'start', by: 'server start' } };
      });
      await this.fresh();
    } catch (error) {
      // Whether the database answers is told elsewhere, and this is tried again.
      this.#log.debug(`The registry of front ends could not be brought up to date: ${(error as Error).message}`);
    }
  }

  async #keep(revision: Revision): Promise<void> {
    this.#current = { revision: revision.revision, apps: revision.apps };
    try {
      const live = Object.entries(revision.apps).flatMap(([name, { version, canary }]) =>
        [version, ...(canary ? [canary.version] : [])].map((one) => ({ name, version: one })),
      );
      const builds = await Promise.all(
        live.map(async (one) => {
          const build = await this.#versions.stored(one.name, one.version);
          return build ? [{ ...one, ...build }] : [];
        }),
      );
      await this.#copy.write({ ...this.#current, builds: builds.flat() });
    } catch (error) {
      this.#log.warn(`The copy of the registry could not be kept: ${(error as Error).message}`);
    }
  }
}
