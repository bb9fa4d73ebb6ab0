import { Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import type { BuildDescription } from './build-description.ts';
import { isRemote } from './local-builds.ts';
import { Frontends } from './frontends.ts';
import { dependentProblems, removedExposeProblems, remoteProblems, shellProblems } from './gates.ts';
import { type Revision, Revisions, rollbackPath } from './revisions.ts';

/** The error for a build that failed its release checks. */
export const gateProblem = (status: number, { name, version }: { name: string; version: string }, problems: string[]) =>
  new Problem(status, `${name} ${version} failed the release checks. ${problems.join(' ')}`, {
    errors: problems.map((message) => ({ path: 'version', message })),
  });

/** The error for a change that is allowed once the user confirms it. */
export const confirmationProblem = (sentences: readonly string[]) =>
  new Problem(409, `${sentences.join(' ')} Confirm to continue (--confirm).`, {
    errors: sentences.map((message) => ({ path: 'confirm', message })),
  });

/** Checks the compatibility of a build with the live versions. */
@Injectable()
export class Checks {
  constructor(
    private readonly frontends: Frontends,
    private readonly revisions: Revisions,
  ) {}

  /** Reasons why a build cannot go live; empty if it can. A rollback (`back`) may expose fewer modules than the live version. */
  async problemsOf(build: BuildDescription, { apps }: Revision, { back = false } = {}): Promise<string[]> {
    if (!isRemote(build.name)) return shellProblems(build, await this.#remotes(apps));
    const live = apps[build.name];
    const [shells, previousBuilds, otherBuilds] = await Promise.all([
      this.#describeAll('shell', versionsIn(apps['shell'])),
      this.#describeAll(build.name, live && !back ? [live.version] : []),
      Promise.all(
        Object.entries(apps)
          .filter(([name]) => isRemote(name) && name !== build.name)
          .map(([name, app]) => this.#describeAll(name, versionsIn(app))),
      ),
    ]);
    return [
      ...shells.flatMap((shell) => remoteProblems(build, shell)),
      ...previousBuilds.flatMap((description) => removedExposeProblems(build, description)),
      ...dependentProblems(build, otherBuilds.flat()),
    ];
  }

  /** Problems that a remote would have after a rollback of the shell: the previous shell may lack exports that the live one has. */
  async rollbackProblems(build: BuildDescription): Promise<string[]> {
    if (!isRemote(build.name)) return [];
    const target = rollbackPath(await this.revisions.all(), 'shell').at(-2);
    const [shell] = target === undefined ? [] : await this.#describeAll('shell', [target]);
    return shell ? remoteProblems(build, shell) : [];
  }

  /** All live remotes, including canaries, and the versions that a rollback would restore. */
  async #remotes(apps: Revision['apps']): Promise<BuildDescription[]> {
    const revisions = await this.revisions.all();
    const all = await Promise.all(
      Object.entries(apps)
        .filter(([name]) => isRemote(name))
        .map(([name, app]) => {
          const target = rollbackPath(revisions, name).at(-2);
          return this.#describeAll(name, [...versionsIn(app), ...(target === undefined ? [] : [target])]);
        }),
    );
    return all.flat();
  }

  async #describeAll(name: string, versions: readonly string[]): Promise<BuildDescription[]> {
    const builds = await Promise.all(versions.map((version) => this.frontends.describe(name, version)));
    return builds.filter((build) => build !== undefined);
  }
}

const versionsIn = (app: Revision['apps'][string] | undefined) =>
  app ? [app.version, ...(app.canary ? [app.canary.version] : [])] : [];
