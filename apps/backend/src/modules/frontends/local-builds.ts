import { SHELL } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { Frontends } from './frontends.ts';
import { remoteProblems } from './gates.ts';
import { defaultDescription, type Description, Registrations } from './registrations.ts';
import { type Apps, type AppWithoutCanary, Revisions } from './revisions.ts';
import { FrontendVersions } from './versions.ts';

/** Contract version of builds that don’t declare one. */
const FIRST_CONTRACT = 1;

export const isRemote = (name: string) => name !== SHELL;

/** The registry entry of a version. Pages get the path from the registration; `path` is for servers that predate registrations. */
export function appOf(
  name: string,
  version: string,
  { contract, uses }: { contract: number; uses: Record<string, string> },
  path = `/${name}`,
): AppWithoutCanary {
  const optional = Object.keys(uses).length > 0 ? { optional: uses } : {};
  if (!isRemote(name)) return { version, manifest: '/mf-manifest.json', path: '/', contract, ...optional };
  return { version, manifest: `/mfe/${name}/${version}/mf-manifest.json`, path, contract, ...optional };
}

/** The builds on the server's disk or in containers. A fresh clone starts with them, and replacing a container can add a version. */
@Injectable()
export class LocalBuilds {
  readonly #log = new Logger('Frontends');

  constructor(
    private readonly frontends: Frontends,
    private readonly versions: FrontendVersions,
    private readonly revisions: Revisions,
    private readonly registrations: Registrations,
  ) {}

  /** The latest local version of each micro-frontend, and their descriptions. Doesn't use the database. */
  async all(): Promise<{ apps: Apps; descriptions: ReadonlyMap<string, Description> }> {
    const apps: Apps = {};
    const descriptions = new Map<string, Description>();
    for (const name of await this.frontends.builtNames()) {
      const version = await this.frontends.localSource(name).newestVersion();
      if (version === undefined) continue;
      const description = await this.#descriptionOf(name, version);
      apps[name] = appOf(name, version, { contract: FIRST_CONTRACT, uses: {} }, description.path);
      if (isRemote(name)) descriptions.set(name, description);
    }
    return { apps, descriptions };
  }

  /**
   * Computes the new live versions; undefined if nothing changes. A local build goes live when it first appears, and again only if the
   * files of the live version have disappeared. Directories are read only at startup, unless the live version is missing.
   */
  async nextApps(live: Apps, starting: boolean): Promise<Apps | undefined> {
    const apps: Apps = { ...live };
    let hasChanged = false;
    for (const name of await this.frontends.builtNames()) {
      const liveApp = live[name];
      const source = this.frontends.localSource(name);
      const isMissing = liveApp === undefined || !(await this.frontends.hasVersion(name, liveApp.version));
      if (source.isStatic && !starting && !isMissing) continue;
      const version = await source.newestVersion();
      if (version === undefined || version === liveApp?.version) continue;
      if (!isMissing && (await this.#wasReleased(name, version))) continue;
      const app = await this.#registerBuild(name, version, apps['shell']?.version);
      if (!app) continue;
      apps[name] = app;
      hasChanged = true;
    }
    const isRepaired = starting && (await this.#repair(apps));
    return hasChanged || isRepaired ? apps : undefined;
  }

  /** Replaces a live remote that cannot run in a newly deployed shell with the build that ships with the server. */
  async #repair(apps: Apps): Promise<boolean> {
    let hasChanged = false;
    for (const [name, live] of Object.entries(apps).filter(([name]) => isRemote(name))) {
      const build = await this.frontends.describe(name, live.version);
      const shell = apps['shell'] && (await this.frontends.describe('shell', apps['shell'].version));
      const problems = build && shell ? remoteProblems(build, shell) : [];
      if (problems.length === 0) continue;
      const version = await this.frontends.localSource(name).newestVersion();
      const app =
        version !== undefined && version !== live.version
          ? await this.#registerBuild(name, version, apps['shell']?.version)
          : undefined;
      this.#log.warn(
        `${problems.join(' ')} ${app ? `${name} ${app.version} replaces it.` : 'It stays live because no other version is available.'}`,
      );
      if (!app) continue;
      apps[name] = app;
      hasChanged = true;
    }
    return hasChanged;
  }

  /** Checks a local build by the same rules as a published one, and registers it; undefined if a check fails. */
  async #registerBuild(
    name: string,
    version: string,
    shellVersion: string | undefined,
  ): Promise<AppWithoutCanary | undefined> {
    const build = await this.frontends.describe(name, version);
    const shell = shellVersion === undefined ? undefined : await this.frontends.describe('shell', shellVersion);
    const problems = isRemote(name) && build && shell ? remoteProblems(build, shell) : [];
    if (problems.length > 0) {
      this.#log.warn(`The build of ${name} ${version} was not promoted: ${problems.join(' ')}`);
      return undefined;
    }
    const description = isRemote(name)
      ? await this.registrations.registerBuild(name, await this.#descriptionOf(name, version))
      : undefined;
    if (isRemote(name) && !description) return undefined;
    const { contract = FIRST_CONTRACT, uses = {} } = build ?? {};
    await this.versions.saveLocal(name, version, contract, uses);
    return appOf(name, version, { contract, uses }, description?.path);
  }

  /** The description in the build, with defaults derived from its name. */
  async #descriptionOf(name: string, version: string): Promise<Description> {
    return (await this.frontends.describe(name, version))?.description ?? defaultDescription(name);
  }

  /** Whether the version was live before, or was published by a team. The team then decides when to promote it. */
  async #wasReleased(name: string, version: string): Promise<boolean> {
    if (await this.revisions.hasBeenLive(name, version)) return true;
    return (await this.versions.buildOf(name, version)) !== undefined;
  }
}
