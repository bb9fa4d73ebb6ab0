import { Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import type { BuildDescription } from './build-description.ts';
import { isRemote } from './built-front-ends.ts';
import { FrontEnds } from './front-ends.ts';
import { borrowerProblems, goneProblems, remoteProblems, shellProblems } from './gates.ts';
import { type Revision, Revisions, wayBack } from './revisions.ts';

/** The refusal of a build that the gates do not let pass. */
export const gateProblem = (status: number, { name, version }: { name: string; version: string }, problems: string[]) =>
  new Problem(status, `The gates do not let ${name} ${version} pass. ${problems.join(' ')}`, {
    errors: problems.map((message) => ({ path: 'version', message })),
  });

/** The first and the second gate, against what is live. */
@Injectable()
export class Checks {
  readonly #frontEnds: FrontEnds;
  readonly #revisions: Revisions;

  constructor(frontEnds: FrontEnds, revisions: Revisions) {
    this.#frontEnds = frontEnds;
    this.#revisions = revisions;
  }

  /** What keeps a build from going live beside what is; empty where nothing does. `back`: it was live before, and may expose less. */
  async problemsOf(build: BuildDescription, { apps }: Revision, { back = false } = {}): Promise<string[]> {
    if (!isRemote(build.name)) return shellProblems(build, await this.#remotes(apps));
    const live = apps[build.name];
    const [shells, before, others] = await Promise.all([
      this.#described('shell', versionsIn(apps['shell'])),
      this.#described(build.name, live && !back ? [live.version] : []),
      Promise.all(
        Object.entries(apps)
          .filter(([name]) => isRemote(name) && name !== build.name)
          .map(([name, app]) => this.#described(name, versionsIn(app))),
      ),
    ]);
    return [
      ...shells.flatMap((shell) => remoteProblems(build, shell)),
      ...before.flatMap((one) => goneProblems(build, one)),
      ...borrowerProblems(build, others.flat()),
    ];
  }

  /** The remotes that are live, for all or for some, and those that a rollback would bring back. */
  async #remotes(apps: Revision['apps']): Promise<BuildDescription[]> {
    const revisions = await this.#revisions.all();
    const all = await Promise.all(
      Object.entries(apps)
        .filter(([name]) => isRemote(name))
        .map(([name, app]) => {
          const target = wayBack(revisions, name).at(-2);
          return this.#described(name, [...versionsIn(app), ...(target === undefined ? [] : [target])]);
        }),
    );
    return all.flat();
  }

  async #described(name: string, versions: readonly string[]): Promise<BuildDescription[]> {
    const found = await Promise.all(versions.map((version) => this.#frontEnds.describe(name, version)));
    return found.filter((build) => build !== undefined);
  }
}

const versionsIn = (app: Revision['apps'][string] | undefined) =>
  app ? [app.version, ...(app.canary ? [app.canary.version] : [])] : [];
