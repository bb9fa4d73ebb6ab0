import semver from 'semver';
import type { BuildDescription } from './build-description.ts';

const titleOf = ({ name, version }: BuildDescription) => `${name} ${version}`;

/** What every remote has to expose: its pages. */
const PAGES = './routes';

/** The first gate: what keeps a remote from running in a shell, a sentence each. */
export function remoteProblems(remote: BuildDescription, shell: BuildDescription): string[] {
  const problems: string[] = [];
  if (remote.contract !== shell.contract)
    problems.push(
      `${titleOf(remote)} speaks contract ${remote.contract}, and ${titleOf(shell)} contract ${shell.contract}.`,
    );
  for (const [module, range] of remote.shared) {
    const given = shell.shared.get(module);
    if (given === undefined)
      problems.push(`${titleOf(remote)} needs ${module}, which ${titleOf(shell)} does not give.`);
    else if (!semver.satisfies(given, range))
      problems.push(`${titleOf(remote)} needs ${module} ${range}, and ${titleOf(shell)} gives ${given}.`);
  }
  if (!remote.exposes.includes(PAGES)) problems.push(`${titleOf(remote)} exposes no ${PAGES}.`);
  return problems;
}

/** Of the first gate too: what others may rely on since it has been live must still be exposed. */
export function goneProblems(remote: BuildDescription, before: BuildDescription): string[] {
  return before.exposes
    .filter((path) => !remote.exposes.includes(path))
    .map((path) => `${titleOf(remote)} no longer exposes ${path}, which ${before.version} does.`);
}

/** Live remotes that borrow from one say in which range; a version outside of it would take the component away from them. */
export function borrowerProblems(remote: BuildDescription, live: readonly BuildDescription[]): string[] {
  return live.flatMap((borrower) => {
    const range = borrower.uses[remote.name];
    return range === undefined || semver.satisfies(remote.version, range)
      ? []
      : [`${titleOf(borrower)} borrows from ${remote.name} ${range}, and ${remote.version} is outside of it.`];
  });
}

/** The second gate: what a shell would break of the remotes that are live or that may have to come back. */
export function shellProblems(shell: BuildDescription, remotes: readonly BuildDescription[]): string[] {
  return remotes.flatMap((remote) => remoteProblems(remote, shell));
}
