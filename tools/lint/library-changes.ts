/** The recorded changes of a published package: its changelog, and changesets that are not applied yet. */

const VERSION_HEADING = /^## (\S+)$/m;
const ENTRY = /^- \S/m;

/** Why a changelog does not fit the version of its package, in one sentence; undefined if it does. */
export function changelogProblem(name: string, version: string, changelog: string | undefined): string | undefined {
  const [, newest, section = ''] = (changelog ?? '').split(VERSION_HEADING);
  if (newest === undefined) return `${name} has no changelog.`;
  if (newest !== version) return `The changelog of ${name} is for ${newest}, and its package.json says ${version}.`;
  return ENTRY.test(section) ? undefined : `The changelog of ${name} does not say what changed in ${version}.`;
}

/** A changeset of Changesets: version changes by package, and what to write into their changelogs. */
export function changeset(bumps: Readonly<Record<string, string>>, summary: string): string {
  const lines = Object.entries(bumps).map(([name, bump]) => `'${name}': ${bump}`);
  return ['---', ...lines, '---', '', summary, ''].join('\n');
}
