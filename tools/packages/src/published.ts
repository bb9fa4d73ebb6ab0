import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './manifest.ts';

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

/** The folders of all published packages, relative to the repository. Each has its own version and changelog. */
export const PUBLISHED: readonly string[] = [
  ...LIBRARIES.map((library) => `libs/${library}`),
  ...[...Object.values(SCRIPTS), COMMAND].map((tool) => `tools/${tool}`),
];

const TEST = /\.(?:test|fixture)\.tsx?$/;

/** All source files of a library. The compiler writes nothing for a file that it first finds through node_modules, so each is a root. */
export function sourceFiles(library: string): string[] {
  const source = path.join(ROOT, 'libs', library, 'src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file))
    .map((file) => path.join(source, file));
}
