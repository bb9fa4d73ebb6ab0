import { Injectable } from '@nestjs/common';
import { notFound, Problem } from '../../common/index.ts';
import { appOf } from './built-front-ends.ts';
import { Checks, gateProblem } from './checks.ts';
import { FrontEnds } from './front-ends.ts';
import { FrontEndRegistry } from './registry.ts';
import { type App, type Apps, type PlainApp, type Revision, Revisions, wayBack } from './revisions.ts';
import { FrontEndVersions, type VersionRow } from './versions.ts';

export interface Promotion {
  version: string;
  /** Per cent of sessions; undefined: all. */
  canary?: number | undefined;
  /** The revision that was looked at. */
  revision?: number | undefined;
}

/** Makes versions live, for all or for some, and goes back. Every change is checked against what is live when it is made. */
@Injectable()
export class Releases {
  readonly #checks: Checks;
  readonly #frontEnds: FrontEnds;
  readonly #registry: FrontEndRegistry;
  readonly #revisions: Revisions;
  readonly #versions: FrontEndVersions;

  constructor(
    checks: Checks,
    frontEnds: FrontEnds,
    registry: FrontEndRegistry,
    revisions: Revisions,
    versions: FrontEndVersions,
  ) {
    this.#checks = checks;
    this.#frontEnds = frontEnds;
    this.#registry = registry;
    this.#revisions = revisions;
    this.#versions = versions;
  }

  async promote(name: string, { version, canary, revision }: Promotion, by: string): Promise<Revision> {
    const row = await this.#versions.find(name, version);
    if (!row) throw notFound(`There is no ${name} ${version}: publish it first.`);
    requireSmoke(row);
    return this.#registry.change(revision, async (live) => {
      const before = live.apps[name];
      if (before?.version === version && !before.canary) return undefined;
      if (before?.version === version && canary !== undefined)
        throw new Problem(409, `${name} ${version} is live for all already.`);
      await this.#pass(name, version, live);
      const app = appOf(name, version, row.contract, row.uses);
      const share = before ? canary : undefined;
      if (share === undefined || !before)
        return { apps: { ...live.apps, [name]: app }, reason: { action: 'promote', by, name, version } };
      const apps = { ...live.apps, [name]: withCanary(before, app, share, live.revision + 1) };
      return { apps, reason: { action: 'canary', by, name, version, note: `${share} % of sessions` } };
    });
  }

  /** Ends a canary, else goes back to the version before. */
  async rollback(name: string, revision: number | undefined, by: string): Promise<Revision> {
    return this.#registry.change(revision, async (live) => {
      const app = live.apps[name];
      if (!app) throw new Problem(409, `Nothing of ${name} is live.`);
      if (app.canary) return withoutCanary(live.apps, name, { by, note: `the canary ${app.canary.version} has ended` });
      const version = wayBack(await this.#revisions.all(), name).at(-2);
      if (version === undefined) throw new Problem(409, `Before ${name} ${app.version} nothing of it was live.`);
      if (!(await this.#frontEnds.hasVersion(name, version)))
        throw new Problem(409, `${name} ${version} was live before, and its files are no longer there.`);
      await this.#pass(name, version, live, true);
      const { contract = app.contract, uses = {} } = (await this.#versions.find(name, version)) ?? {};
      const apps = { ...live.apps, [name]: appOf(name, version, contract, uses) };
      return { apps, reason: { action: 'rollback', by, name, version, note: `from ${app.version}` } };
    });
  }

  /** Takes a canary away that browsers cannot show; nothing happens where it has ended meanwhile. */
  async endCanary(name: string, version: string, note: string): Promise<void> {
    await this.#registry.change(undefined, (live) =>
      Promise.resolve(
        live.apps[name]?.canary?.version === version
          ? withoutCanary(live.apps, name, { by: 'the archive itself', note })
          : undefined,
      ),
    );
  }

  async #pass(name: string, version: string, live: Revision, back = false): Promise<void> {
    const build = await this.#frontEnds.describe(name, version);
    if (!build) throw new Problem(409, `The files of ${name} ${version} are not there, or are no build.`);
    const problems = await this.#checks.problemsOf(build, live, { back });
    if (problems.length > 0) throw gateProblem(409, build, problems);
  }
}

/** What was built where the archive runs comes with it, tested with it; what a team publishes has to be looked at first. */
function requireSmoke({ name, version, digest, smoke }: VersionRow): void {
  if (digest === null || smoke?.passed) return;
  throw new Problem(
    409,
    smoke
      ? `A browser could not show ${name} ${version}: ${smoke.problems.join(' ')}`
      : `No browser has looked at ${name} ${version} yet; "npm run mfe -- promote ${name} ${version}" has one do so.`,
  );
}

/** A canary that only grows or shrinks deals its sessions as before. */
function withCanary(before: App, app: PlainApp, share: number, revision: number): App {
  const { canary, ...live } = before;
  const began = canary?.version === app.version ? canary.revision : revision;
  return { ...live, canary: { ...app, share, revision: began } };
}

function withoutCanary(apps: Apps, name: string, { by, note }: { by: string; note: string }) {
  const app = { ...apps[name] } as App;
  delete app.canary;
  return {
    apps: { ...apps, [name]: app },
    reason: { action: 'rollback' as const, by, name, version: app.version, note },
  };
}
