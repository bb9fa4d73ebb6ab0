import { formatList } from '@archive/contracts/format';
import semver from 'semver';
import { type BuildDescription, PAGES } from './build-description.ts';

const titleOf = ({ name, version }: BuildDescription) => `${name} ${version}`;

/** Libraries of this project, as opposed to packages whose versions say what they provide. */
const OWN_LIBRARY = /^@archive\//;

/** Stands for all names of a library, when a namespace import hides which ones are used. */
const ALL_NAMES = '*';

/** The global variable of a remote's container, by which pages find it. Names have single hyphens, so no two remotes share one. */
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

/** Names of shared libraries that a remote uses and a shell lacks, or has only with older types. */
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

/** First gate for new builds: they must list all names they use, because the gates compare these lists. */
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

/** First gate as well: other remotes may use whatever the live version exposes. */
export function removedExposeProblems(remote: BuildDescription, previous: BuildDescription): string[] {
  return previous.exposes
    .filter((path) => !remote.exposes.includes(path))
    .map((path) => `${titleOf(remote)} no longer exposes ${path}, which ${previous.version} does.`);
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
