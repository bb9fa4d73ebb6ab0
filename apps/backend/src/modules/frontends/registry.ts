import { createHash } from 'node:crypto';
import { type Registration, type Registry, registrationSchema, registrySchema } from '@archive/contracts';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import path from 'node:path';
import { Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database } from '../../database/index.ts';
import { LocalBuilds } from './local-builds.ts';
import { type Description, Registrations } from './registrations.ts';
import { type Apps, type Revision, type RevisionReason, Revisions } from './revisions.ts';
import { FrontendVersions } from './versions.ts';

const CHECK_INTERVAL_MS = 15_000;
/** Maximum age of the copy that pages get, and so the delay until they see a revision from another process. */
const STALE_MS = 2000;
/** How long a page waits for the database. */
const TIMEOUT_MS = 250;
const MAX_ATTEMPTS = 20;

type Placement = Omit<Registration['description'], 'path' | 'pages' | 'budget'>;

/** Computes the new live versions; undefined if nothing changes. */
type Change = (live: Revision) => Promise<{ apps: Apps; reason: RevisionReason } | undefined>;

/**
 * The live versions: the latest revision in PostgreSQL, plus local builds that this process finds. While the database is unavailable,
 * this is the last known revision, which is also saved to a file for the next start.
 */
@Injectable()
export class FrontendRegistry implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(FrontendRegistry.name);
  readonly #backup: RegistryBackup;
  #current: Revision = { revision: 0, apps: {} };
  #descriptions: ReadonlyMap<string, Description> = new Map();
  #readAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #started: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly revisions: Revisions,
    private readonly versions: FrontendVersions,
    private readonly localBuilds: LocalBuilds,
    private readonly registrations: Registrations,
    @Inject(CONFIG) config: Config,
  ) {
    this.#backup = new RegistryBackup(config.dataDirectory);
  }

  async onApplicationBootstrap(): Promise<void> {
    const copy = await this.#backup.read();
    for (const { name, version, ...build } of copy?.builds ?? []) this.versions.cacheBuild(name, version, build);
    const local = copy ? undefined : await this.localBuilds.all();
    this.#current = copy ?? { revision: 0, apps: local?.apps ?? {} };
    this.#descriptions = local?.descriptions ?? new Map(Object.entries(copy?.descriptions ?? {}));
    this.#started = this.database.untilReachable().then(() => this.#checkBuilds(true));
    this.#timer = setInterval(() => void this.#checkBuilds(false), CHECK_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  /** Resolves once local builds are registered, which requires the database. */
  started(): Promise<void> | undefined {
    return this.#started;
  }

  /** Returns the last known revision without waiting. Refreshes an old copy in the background. */
  current(): Revision {
    if (Date.now() - this.#readAt > STALE_MS) void this.fresh();
    return this.#current;
  }

  /** Returns the revision for a page that is being opened. Refreshes an old copy first, but waits at most `TIMEOUT_MS`. */
  async freshOrCached(): Promise<Revision> {
    if (Date.now() - this.#readAt > STALE_MS) {
      const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref());
      await Promise.race([this.fresh(), timeout]);
    }
    return this.#current;
  }

  /** Reads the latest revision; while the database is unavailable, returns the last known one. */
  async fresh(): Promise<Revision> {
    this.#readAt = Date.now();
    try {
      const [newest, registered] = await Promise.all([this.revisions.latest(), this.registrations.all()]);
      const descriptions = new Map(
        [...registered].flatMap(([name, { description }]) => (description ? [[name, description] as const] : [])),
      );
      const isNew = JSON.stringify([...descriptions]) !== JSON.stringify([...this.#descriptions]);
      if (newest && (isNew || newest.revision !== this.#current.revision)) await this.#cache(newest, descriptions);
    } catch (error) {
      this.#log.debug(`Using the last copy of the registry: ${(error as Error).message}`);
    }
    return this.#current;
  }

  /** The registry for one session, including the canaries it is part of; without a session, there are no canaries. */
  forSession(session: string | undefined, { revision, apps: allApps }: Revision = this.current()): Registry {
    const visible = Object.entries(allApps).map(([name, { canary, ...app }]): [string, Registry['apps'][string]] => {
      const placement = this.placementOf(name, app.path);
      if (!canary || !isInCanary(session, canary)) return [name, { ...app, ...placement }];
      const { version, manifest, contract, optional } = canary;
      return [name, { version, manifest, contract, ...placement, ...(optional ? { optional } : {}), canary: true }];
    });
    const { shell, ...apps } = Object.fromEntries(visible);
    if (!shell) return { schema: 1, revision, apps };
    const { version, canary } = shell;
    return { schema: 1, revision, shell: { version, ...(canary ? { canary } : {}) }, apps };
  }

  /** Where pages show a micro-frontend. An unregistered one only has a path. */
  placementOf(name: string, path: string): Pick<Registry['apps'][string], 'path' | keyof Placement> {
    const description = this.#descriptions.get(name);
    if (!description) return { path };
    const { title, record_path, navigation, home_card, slots, search_kinds } = description;
    const records = record_path === undefined ? {} : { record_path };
    return { path: description.path, ...records, title, navigation, home_card, slots, search_kinds };
  }

  /**
   * Appends a revision that `change` computes from the latest one. After a concurrent append, starts over from the new revision, so that no
   * team's change is lost; with `expected`, fails instead.
   * @throws Problem 409 if the latest revision is not the expected one
   */
  async change(expected: number | undefined, change: Change): Promise<Revision> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const newest = (await this.revisions.latest()) ?? { revision: 0, apps: {} };
      if (expected !== undefined && expected !== newest.revision)
        throw new Problem(409, `Revision ${newest.revision} is live now, not ${expected}. Refresh and try again.`);
      const next = await change(newest);
      if (!next) return newest;
      const revision = newest.revision + 1;
      if (!(await this.revisions.append(revision, next.apps, next.reason))) continue;
      const { action, by, name = '', version = '' } = next.reason;
      this.#log.log(
        `Micro-frontends, revision ${revision}: ${action} ${name} ${version} by ${by}`.replaceAll(/ +/g, ' '),
      );
      await this.#cache({ revision, apps: next.apps });
      return { revision, apps: next.apps };
    }
    throw new Problem(409, 'Other releases are in progress. Try again.');
  }

  /** Adds a revision for new local builds and for live versions that have disappeared. */
  async #checkBuilds(starting: boolean): Promise<void> {
    try {
      await this.change(undefined, async ({ apps }) => {
        const nextApps = await this.localBuilds.nextApps(apps, starting);
        return nextApps && { apps: nextApps, reason: { action: 'start', by: 'server start' } };
      });
      await this.fresh();
    } catch (error) {
      // Only logged at debug level: the health check reports database failures, and this check is retried.
      this.#log.debug(`The micro-frontend registry could not be updated: ${(error as Error).message}`);
    }
  }

  async #cache(revision: Revision, descriptions = this.#descriptions): Promise<void> {
    this.#current = { revision: revision.revision, apps: revision.apps };
    this.#descriptions = descriptions;
    try {
      const live = Object.entries(revision.apps).flatMap(([name, { version, canary }]) =>
        [version, ...(canary ? [canary.version] : [])].map((item) => ({ name, version: item })),
      );
      const builds = await Promise.all(
        live.map(async (item) => {
          const build = await this.versions.buildOf(item.name, item.version);
          return build ? [{ ...item, ...build }] : [];
        }),
      );
      await this.#backup.write({
        ...this.#current,
        builds: builds.flat(),
        descriptions: Object.fromEntries(descriptions),
      });
    } catch (error) {
      this.#log.warn(`The copy of the registry could not be saved: ${(error as Error).message}`);
    }
  }
}

interface Share {
  /** Percentage of sessions. */
  share: number;
  /** The revision that started the canary. It seeds the selection of sessions. */
  revision: number;
}

const RANGE = 2 ** 32;

/** Whether a session is in the canary. The result is always the same for a session, and false without a session. */
export function isInCanary(session: string | undefined, { share, revision }: Share): boolean {
  if (session === undefined) return false;
  const position = createHash('sha256').update(`${revision} ${session}`).digest().readUInt32BE() / RANGE;
  return position * 100 < share;
}

const appSchema = registrySchema.shape.apps.valueType.omit({ canary: true });

const copySchema = z.object({
  revision: z.number().int(),
  apps: z.record(
    z.string(),
    appSchema.extend({
      canary: appSchema.extend({ share: z.number(), revision: z.number().int() }).optional(),
    }),
  ),
  /** Storage location of the live builds' files. */
  builds: z
    .array(
      z.object({
        name: z.string(),
        version: z.string(),
        digest: z.string(),
        files: z.record(z.string(), z.string()),
      }),
    )
    .default([]),
  descriptions: z.record(z.string(), registrationSchema.shape.description).default({}),
});
type RegistryCopy = z.output<typeof copySchema>;

/** Saves the last known registry to a file, so that the server can start while the database is unavailable. */
class RegistryBackup {
  readonly #file: string;

  constructor(dataDirectory: string) {
    this.#file = path.join(dataDirectory, 'frontends', 'registry.json');
  }

  async read(): Promise<RegistryCopy | undefined> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return copySchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  async write(copy: RegistryCopy): Promise<void> {
    const temporary = `${this.#file}.${process.pid}`;
    await mkdir(path.dirname(this.#file), { recursive: true });
    await writeFile(temporary, JSON.stringify(copy));
    await rename(temporary, this.#file);
  }
}
