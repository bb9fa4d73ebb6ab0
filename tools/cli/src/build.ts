import { UserError, acquireLock } from '@archive/postgres';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installedTree } from '../installed.mjs';
import { repository } from './mfe/workspace.ts';
import { runNx } from './nx.ts';

/** The shell and the micro-frontends of this repository: their names, and the names of their projects. */
const frontendsIn = (root: string) => {
  const { names, projectOf } = repository(root);
  return names.map((name) => ({ name, project: basename(projectOf(name) ?? name) }));
};

/** The projects that an archive runs. */
const projectsIn = (root: string) => ['backend', ...frontendsIn(root).map(({ project }) => project)];

/** What a build reads. A changed test causes a build too, which Nx takes from its cache. */
const SOURCES = ['apps', 'libs', 'docs/guide', 'tools/rspack', 'package-lock.json', 'tsconfig.base.json', 'nx.json'];
const IGNORED_DIRS = new Set(['node_modules', 'dist', '.development', 'test-results', 'coverage']);
const outputsIn = (root: string) => [
  'apps/backend/dist/main.js',
  'apps/backend/dist/worker.js',
  'apps/backend/dist/migrate.js',
  'dist/frontends/shell/index.html',
  ...frontendsIn(root).map(({ name }) => `dist/frontends/${name}`),
];

/**
 * Builds the backend and the micro-frontends unless they match the sources. One build at a time per clone; the next
 * one prints which process it waits for. `fresh` ignores what is built and cached. Returns whether anything was built.
 */
export async function build(
  root: string,
  log: string,
  signal: AbortSignal,
  { print, fresh = false }: { print(line: string): void; fresh?: boolean },
): Promise<boolean> {
  const stamp = stampOf(root);
  mkdirSync(join(root, 'dist'), { recursive: true });
  const lock = await waitForLock(join(root, 'dist', '.building'), signal, print);
  try {
    const current = fingerprint(root);
    if (!fresh && isBuilt(root, current)) return false;
    const args = ['run-many', '-t', 'build', '-p', projectsIn(root).join(), ...(fresh ? ['--skip-nx-cache'] : [])];
    if (!(await runNx(root, args, log, signal, { ...process.env, NODE_ENV: 'production' }))) {
      console.error(readFileSync(log, 'utf8').trim());
      throw new UserError(`The build failed. The messages above are also in ${log}.`);
    }
    writeFileSync(stamp, current + outputsOf(root));
    return true;
  } finally {
    lock.release();
  }
}

/** Whether the build matches the sources. */
export function isBuilt(root: string, current = fingerprint(root)): boolean {
  const stamp = stampOf(root);
  const upToDate = existsSync(stamp) && readFileSync(stamp, 'utf8') === current + outputsOf(root);
  return upToDate && outputsIn(root).every((file) => existsSync(join(root, file)));
}

const stampOf = (root: string) => join(root, 'dist', '.built-from');

async function waitForLock(file: string, signal: AbortSignal, print: (line: string) => void) {
  for (let isWaiting = false; ; isWaiting = true) {
    const lock = acquireLock(file);
    if ('release' in lock) return lock;
    if (!isWaiting) print(`Waiting for process ${lock.heldBy}, which is building the archive.`);
    await sleep(250, undefined, { signal });
  }
}

/** Names and sizes of all built files: a damaged build is built again. */
function outputsOf(root: string): string {
  const hash = createHash('sha256');
  for (const folder of ['apps/backend/dist', 'dist/frontends']) {
    if (!existsSync(join(root, folder))) continue;
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      hash.update(`${name}\0${statSync(join(root, folder, name)).size}\n`);
  }
  return `\n${hash.digest('hex')}`;
}

/** Names, sizes and times of all sources, which takes milliseconds, and the installed packages. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256').update(installedTree(root).digest);
  const visit = (path: string) => {
    const status = statSync(join(root, path), { throwIfNoEntry: false });
    if (!status) return;
    if (!status.isDirectory()) return void hash.update(`${path}\0${status.size}\0${status.mtimeMs}\n`);
    for (const name of readdirSync(join(root, path)).toSorted()) if (!IGNORED_DIRS.has(name)) visit(`${path}/${name}`);
  };
  for (const path of SOURCES) visit(path);
  return hash.digest('hex');
}
