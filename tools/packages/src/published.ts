/** Libraries that are published as packages, by the names of their folders below libs. */
export const LIBRARIES = [
  'contracts',
  'client',
  'router',
  'query',
  'ui',
  'api-client',
  'shell-api',
  'editing',
  'testing',
];

/** Published plain scripts: the package, and its folder below tools. */
export const SCRIPTS = { 'rspack-config': 'rspack', 'jest-config': 'jest' };

/** The folder below tools of the command `archive-mfe`, the package @archive/mfe. */
export const COMMAND = 'cli';

/** The folders of all published packages, relative to the repository. Each has a version and a changelog of its own. */
export const PUBLISHED: readonly string[] = [
  ...LIBRARIES.map((library) => `libs/${library}`),
  ...[...Object.values(SCRIPTS), COMMAND].map((tool) => `tools/${tool}`),
];
