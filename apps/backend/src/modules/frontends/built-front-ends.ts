import { FRONTENDS, PUBLISHED } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { FrontEnds } from './front-ends.ts';
import { remoteProblems } from './gates.ts';
import { type Apps, type PlainApp, Revisions } from './revisions.ts';
import { FrontEndVersions } from './versions.ts';

/** Where each remote's pages live. */
const PATHS: Record<string, string> = { shell: '/', voyages: '/voyages', people: '/people', media: '/media-explorer' };
/** Of a build that declares none. */
const FIRST_CONTRACT = 1;

export const isRemote = (name: string) => FRONTENDS.some((known) => known === name);

/** A version of a front end as the registry names it. */
export function appOf(name: string, version: string, contract: number, uses: Record<string, string>): PlainApp {
  const optional = Object.keys(uses).length > 0 ? { optional: uses } : {};
  const manifest = isRemote(name) ? `/mfe/${name}/${version}/mf-manifest.json` : '/mf-manifest.json';
  return { version, manifest, path: PATHS[name] ?? `/${name}`, contract, ...optional };
}

/** The builds that lie where the archive runs: what a fresh clone starts with, and what a renewed container brings. */
@Injectable()
export class BuiltFrontEnds {
  readonly #log = new Logger('FrontEnd');
  readonly #frontEnds: FrontEnds;
  readonly #versions: FrontEndVersions;
  readonly #revisions: Revisions;

  constructor(frontEnds: FrontEnds, versions: FrontEndVersions, revisions: Revisions) {
    this.#frontEnds = frontEnds;
    this.#versions = versions;
    this.#revisions = revisions;
  }

  /** The newest build of each, without a look at the database. */
  async all(): Promise<Apps> {
    const found = await Promise.all(
      [...this.#frontEnds.built].map(async ([name, source]) => {
        const version = await source.newestVersion();
        if (version === undefined) return [];
        return [[name, appOf(name, version, FIRST_CONTRACT, {})] as const];
      }),
    );
    return Object.fromEntries(found.flat());
  }

  /**
   * What should be live instead of what is; undefined where nothing has to change. A build is taken up once, when it is first seen, and
   * when what is live is gone. In directories builds are looked for at the start only.
   */
  async wanted(live: Apps, starting: boolean): Promise<Apps | undefined> {
    const apps: Apps = { ...live };
    let changed = false;
    for (const name of PUBLISHED) {
      const before = live[name];
      const source = this.#frontEnds.built.get(name);
      const gone = before === undefined || !(await this.#frontEnds.hasVersion(name, before.version));
      if (!source || (source.lasting && !starting && !gone)) continue;
      const version = await source.newestVersion();
      if (version === undefined || version === before?.version) continue;
      if (!gone && (await this.#known(name, version))) continue;
      const app = await this.#taken(name, version, apps['shell']?.version);
      if (!app) continue;
      apps[name] = app;
      changed = true;
    }
    const repaired = starting && (await this.#repair(apps));
    return changed || repaired ? apps : undefined;
  }

  /** A program that comes with another shell may leave a published remote behind: then the one that came with it takes its place. */
  async #repair(apps: Apps): Promise<boolean> {
    let changed = false;
    for (const name of FRONTENDS) {
      const live = apps[name];
      const build = live && (await this.#frontEnds.describe(name, live.version));
      const shell = apps['shell'] && (await this.#frontEnds.describe('shell', apps['shell'].version));
      const problems = build && shell ? remoteProblems(build, shell) : [];
      if (!live || problems.length === 0) continue;
      const version = await this.#frontEnds.built.get(name)?.newestVersion();
      const app =
        version !== undefined && version !== live.version
          ? await this.#taken(name, version, apps['shell']?.version)
          : undefined;
      this.#log.warn(
        `${problems.join(' ')} ${app ? `${name} ${app.version} takes its place.` : 'It stays live, for there is no other.'}`,
      );
      if (!app) continue;
      apps[name] = app;
      changed = true;
    }
    return changed;
  }

  /** A build passes the first gate as a published one does. */
  async #taken(name: string, version: string, shellVersion: string | undefined): Promise<PlainApp | undefined> {
    const build = await this.#frontEnds.describe(name, version);
    const shell = shellVersion === undefined ? undefined : await this.#frontEnds.describe('shell', shellVersion);
    const problems = isRemote(name) && build && shell ? remoteProblems(build, shell) : [];
    if (problems.length > 0) {
      this.#log.warn(`The build of ${name} ${version} is not made live: ${problems.join(' ')}`);
      return undefined;
    }
    const { contract = FIRST_CONTRACT, uses = {} } = build ?? {};
    await this.#versions.note(name, version, contract, uses);
    return appOf(name, version, contract, uses);
  }

  /** Some revision had it live, or a team has published it and decides itself. */
  async #known(name: string, version: string): Promise<boolean> {
    if (await this.#revisions.named(name, version)) return true;
    return (await this.#versions.stored(name, version)) !== undefined;
  }
}
