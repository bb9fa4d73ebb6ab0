import { formatList } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { notFound, Problem } from '../../common/index.ts';
import { appOf, isRemote } from './local-builds.ts';
import { Registrations } from './registrations.ts';
import type { BuildDescription } from './build-description.ts';
import { Checks, confirmationProblem, gateProblem } from './checks.ts';
import { Frontends } from './frontends.ts';
import { FrontendRegistry } from './registry.ts';
import { type App, type Apps, type AppWithoutCanary, type Revision, Revisions, rollbackPath } from './revisions.ts';
import { Verdicts } from './verdicts.ts';
import { FrontendVersions } from './versions.ts';

export interface Promotion {
  version: string;
  /** Percentage of sessions; undefined for all. */
  canary?: number | undefined;
  /** Whether the user has confirmed the warnings. */
  confirm?: boolean | undefined;
  /** The revision that the user saw. */
  revision?: number | undefined;
}

/** The recorded author of automatic rollbacks. */
export const THE_SERVER = 'the server';

/** Promotes and rolls back versions. Each change is checked against the versions that are live at that moment. */
@Injectable()
export class Releases {
  constructor(
    private readonly checks: Checks,
    private readonly frontends: Frontends,
    private readonly registry: FrontendRegistry,
    private readonly registrations: Registrations,
    private readonly revisions: Revisions,
    private readonly verdicts: Verdicts,
    private readonly versions: FrontendVersions,
  ) {}

  async promote(
    name: string,
    { version, canary, revision, confirm = false }: Promotion,
    username: string,
  ): Promise<Revision> {
    await this.registrations.require(name);
    const row = await this.versions.find(name, version);
    if (!row) throw notFound(`${name} has no version ${version}. Publish it first.`);
    if (row.files_deleted)
      throw new Problem(409, `The files of ${name} ${version} were deleted because of its age. Publish it again.`);
    return this.registry.change(revision, async (live) => {
      // Read here rather than before the change: retiring a micro-frontend removes its registration first and its live version afterwards.
      const description = isRemote(name) ? await this.registrations.find(name) : undefined;
      if (isRemote(name) && !description) throw new Problem(409, `${name} was retired a moment ago.`);
      const liveApp = live.apps[name];
      if (liveApp?.version === version && !liveApp.canary) return undefined;
      if (liveApp?.version === version && canary !== undefined)
        throw new Problem(409, `${name} ${version} is already live for all sessions.`);
      const objection = await this.verdicts.objection(row, live);
      if (objection !== undefined) throw new Problem(409, objection);
      const build = await this.#requireChecks(name, version, live);
      const problems = confirm ? [] : await this.checks.rollbackProblems(build);
      if (problems.length > 0) throw confirmationProblem([...problems, 'Rolling the shell back would be rejected.']);
      const app = appOf(name, version, row, description?.path);
      const share = liveApp ? canary : undefined;
      if (share === undefined || !liveApp)
        return { apps: { ...live.apps, [name]: app }, reason: { action: 'promote', by: username, name, version } };
      const apps = { ...live.apps, [name]: withCanary(liveApp, app, share, live.revision + 1) };
      return { apps, reason: { action: 'canary', by: username, name, version, note: `${share}% of sessions` } };
    });
  }

  /** Ends the canary. If there is no canary, restores the previous version. */
  async rollback(name: string, revision: number | undefined, username: string): Promise<Revision> {
    await this.registrations.require(name);
    return this.registry.change(revision, async (live) => {
      const app = live.apps[name];
      if (!app) throw new Problem(409, `No version of ${name} is live.`);
      if (app.canary)
        return withoutCanary(live.apps, name, { by: username, note: `canary ${app.canary.version} ended` });
      const { app: currentApp, version } = await this.#versionBefore(name, live);
      const apps = { ...live.apps, [name]: currentApp };
      return { apps, reason: { action: 'rollback', by: username, name, version, note: `from ${app.version}` } };
    });
  }

  /**
   * Replaces a failing version that is live for everyone with the previous one. Returns the previous version; undefined if the failing one
   * is no longer live.
   * @throws Problem 409 if there is no previous version, or if it isn't compatible with the other live versions
   */
  async withdraw(name: string, failing: string, note: string): Promise<string | undefined> {
    let liveVersion: string | undefined;
    await this.registry.change(undefined, async (live) => {
      liveVersion = undefined;
      if (live.apps[name]?.version !== failing) return undefined;
      const { app, version } = await this.#versionBefore(name, live);
      liveVersion = version;
      const apps = { ...live.apps, [name]: app };
      return { apps, reason: { action: 'rollback', by: THE_SERVER, name, version, note } };
    });
    return liveVersion;
  }

  /** @throws Problem 409 when a live micro-frontend uses components of this one */
  async requireNoDependents(name: string): Promise<void> {
    const { apps } = await this.registry.fresh();
    const dependents = Object.keys(apps).filter((other) => apps[other]?.optional?.[name] !== undefined);
    if (dependents.length > 0)
      throw new Problem(409, `${formatList(dependents)} uses components of ${name}. Retire or change it first.`);
  }

  /** Removes the live version and its canary. Returns false if nothing is live. */
  async remove(name: string, by: string): Promise<boolean> {
    let wasLive = false;
    await this.registry.change(undefined, ({ apps }) => {
      const { [name]: removed, ...rest } = apps;
      wasLive = removed !== undefined;
      if (!removed) return Promise.resolve(undefined);
      return Promise.resolve({ apps: rest, reason: { action: 'remove', by, name, version: removed.version } });
    });
    return wasLive;
  }

  /** The registry entry of the version that a rollback restores. */
  async #versionBefore(name: string, live: Revision): Promise<{ app: AppWithoutCanary; version: string }> {
    const version = rollbackPath(await this.revisions.all(), name).at(-2);
    if (version === undefined) throw new Problem(409, `There is no version of ${name} to roll back to.`);
    if (!(await this.frontends.hasVersion(name, version)))
      throw new Problem(409, `The files of ${name} ${version} no longer exist.`);
    await this.#requireChecks(name, version, live, true);
    const row = await this.versions.find(name, version);
    const { contract = live.apps[name]?.contract ?? 1, uses = {} } = row ?? {};
    return { app: appOf(name, version, { contract, uses }, live.apps[name]?.path), version };
  }

  /** Ends a failing canary. Returns the version that is live for everyone again; undefined if the canary had already ended. */
  async endCanary(name: string, version: string, note: string): Promise<string | undefined> {
    let liveVersion: string | undefined;
    await this.registry.change(undefined, (live) => {
      const app = live.apps[name];
      const isRunning = app?.canary?.version === version;
      liveVersion = isRunning ? app.version : undefined;
      return Promise.resolve(isRunning ? withoutCanary(live.apps, name, { by: THE_SERVER, note }) : undefined);
    });
    return liveVersion;
  }

  async #requireChecks(name: string, version: string, live: Revision, back = false): Promise<BuildDescription> {
    const build = await this.frontends.describe(name, version);
    if (!build) throw new Problem(409, `The files of ${name} ${version} are missing or are not a valid build.`);
    const problems = await this.checks.problemsOf(build, live, { back });
    if (problems.length > 0) throw gateProblem(409, build, problems);
    return build;
  }
}

/** Keeps the start revision when only the share changes, so that the same sessions stay in the canary. */
function withCanary(currentApp: App, app: AppWithoutCanary, share: number, revision: number): App {
  const { canary, ...live } = currentApp;
  const startRevision = canary?.version === app.version ? canary.revision : revision;
  return { ...live, canary: { ...app, share, revision: startRevision } };
}

function withoutCanary(apps: Apps, name: string, { by, note }: { by: string; note: string }) {
  const app = { ...apps[name] } as App;
  delete app.canary;
  return {
    apps: { ...apps, [name]: app },
    reason: { action: 'rollback' as const, by, name, version: app.version, note },
  };
}
