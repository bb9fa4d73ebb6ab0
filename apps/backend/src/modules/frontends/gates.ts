import { formatList } from '@archive/contracts/format';
import semver from 'semver';
import { type BuildDescription, PAGES } from './build-description.ts';

const titleOf = ({ name, version }: BuildDescription) => `${name} ${version}`;

/** Libraries of this project. For other packages, the version range is a sufficient check. */
const OWN_LIBRARY = /^@archive\//;

/** Means all exports of a library: a namespace import hides which ones are used. */
const ALL_NAMES = '*';

/** The global variable where pages find a remote's container. It is unique, because names contain no underscores. */
const containerVariable = (name: string) => `archive_${name.replaceAll('-', '_')}`;

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
  const variable = containerVariable(remote.name);
  if (remote.entry && remote.entry.variable !== variable)
    problems.push(
      `${titleOf(remote)} is in the global variable ${remote.entry.variable}, but must be in ${variable}: others have their own.`,
    );
  if (!remote.exposes.includes(PAGES)) problems.push(`${titleOf(remote)} does not expose ${PAGES}.`);
  return [...problems, ...nameProblems(remote, shell)];
}

/** Problems with exports of shared libraries that a remote uses and that a shell lacks or has only with older types. */
function nameProblems(remote: BuildDescription, shell: BuildDescription): string[] {
  const problems: string[] = [];
  for (const [library, usedNames] of remote.names ?? []) {
    const provided = shell.names?.get(library);
    if (!provided) continue;
    const names = [...usedNames.keys()].filter((name) => name !== ALL_NAMES);
    const missing = names.filter((name) => !provided.has(name));
    if (missing.length > 0)
      problems.push(
        `${titleOf(remote)} uses ${formatList(missing)} of ${library}, which ${library} ${shell.shared.get(library) ?? ''} of ${titleOf(shell)} does not have.`,
      );
    for (const name of names) {
      const [requiredSince, providedSince] = [usedNames.get(name) ?? '', provided.get(name)];
      if (
        providedSince !== undefined &&
        semver.valid(requiredSince) &&
        semver.valid(providedSince) &&
        semver.gt(requiredSince, providedSince)
      )
        problems.push(
          `${titleOf(remote)} needs ${name} of ${library} ${requiredSince}, but ${titleOf(shell)} provides the one of ${providedSince}.`,
        );
    }
  }
  return problems;
}

/** First gate for new builds: a build must list all exports that it uses, because the gates compare these lists. */
export function nameListProblems(build: BuildDescription): string[] {
  const libraries = [...build.shared.keys()].filter((module) => OWN_LIBRARY.test(module));
  const unlisted = libraries.filter((library) => !build.names?.has(library));
  const importedWhole = libraries.filter((library) => build.names?.get(library)?.has(ALL_NAMES));
  return [
    ...(unlisted.length > 0
      ? [`${titleOf(build)} does not list the names of ${formatList(unlisted)}. Build it with the current tools.`]
      : []),
    ...importedWhole.map(
      (library) => `${titleOf(build)} uses ${library} as a whole. Import the names that it needs in import statements.`,
    ),
  ];
}

/** Also first gate: a build must expose everything that the live version does, because other remotes may use it. */
export function removedExposeProblems(remote: BuildDescription, previous: BuildDescription): string[] {
  return previous.exposes
    .filter((path) => !remote.exposes.includes(path))
    .map((path) => `${titleOf(remote)} no longer exposes ${path}, which ${previous.version} does.`);
}

/** Also first gate: live remotes that use components of this remote must accept its version. */
export function dependentProblems(remote: BuildDescription, live: readonly BuildDescription[]): string[] {
  return live.flatMap((dependent) => {
    const range = dependent.uses[remote.name];
    return range === undefined || semver.satisfies(remote.version, range)
      ? []
      : [`${titleOf(dependent)} requires ${remote.name} ${range}, which excludes ${remote.version}.`];
  });
}

/** Second gate: problems that a new shell causes with live remotes and rollback targets. */
export function shellProblems(shell: BuildDescription, remotes: readonly BuildDescription[]): string[] {
  return remotes.flatMap((remote) => remoteProblems(remote, shell));
}
