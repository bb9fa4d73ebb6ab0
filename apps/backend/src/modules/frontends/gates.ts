import semver from 'semver';
import type { BuildDescription } from './build-description.ts';

const titleOf = ({ name, version }: BuildDescription) => `${name} ${version}`;

/** The module that every remote must expose: its pages. */
const PAGES = './routes';

/** First gate: why a remote cannot run in a shell, one sentence per problem. */
export function remoteProblems(remote: BuildDescription, shell: BuildDescription): string[] {
  const problems: string[] = [];
  if (remote.contract !== shell.contract)
    problems.push(
      `${titleOf(remote)} uses contract ${remote.contract}, but ${titleOf(shell)} uses contract ${shell.contract}.`,
    );
  for (const [module, range] of remote.shared) {
    const provided = shell.shared.get(module);
    if (provided === undefined)
      problems.push(`${titleOf(remote)} needs ${module}, which ${titleOf(shell)} does not provide.`);
    else if (!semver.satisfies(provided, range))
      problems.push(`${titleOf(remote)} needs ${module} ${range}, but ${titleOf(shell)} provides ${provided}.`);
  }
  if (!remote.exposes.includes(PAGES)) problems.push(`${titleOf(remote)} does not expose ${PAGES}.`);
  return problems;
}

/** First gate as well: other remotes may use whatever the live version exposes. */
export function removedExposeProblems(remote: BuildDescription, before: BuildDescription): string[] {
  return before.exposes
    .filter((path) => !remote.exposes.includes(path))
    .map((path) => `${titleOf(remote)} no longer exposes ${path}, which ${before.version} does.`);
}

/** Live remotes that use components of this remote must accept its version. */
export function dependentProblems(remote: BuildDescription, live: readonly BuildDescription[]): string[] {
  return live.flatMap((dependent) => {
    const range = dependent.uses[remote.name];
    return range === undefined || semver.satisfies(remote.version, range)
      ? []
      : [`${titleOf(dependent)} requires ${remote.name} ${range}, which excludes ${remote.version}.`];
  });
}

/** Second gate: problems that a new shell causes in live remotes and rollback targets. */
export function shellProblems(shell: BuildDescription, remotes: readonly BuildDescription[]): string[] {
  return remotes.flatMap((remote) => remoteProblems(remote, shell));
}
