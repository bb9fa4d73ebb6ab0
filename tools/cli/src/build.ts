import { Refusal, takeLock } from '@archive/postgres';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runNx } from './nx.ts';

export const PROJECTS = ['backend', 'shell', 'voyages-mfe', 'people-mfe', 'media-mfe'];

/** What a build reads. A test or a fixture that changes builds again for nothing, which Nx's own cache makes short. */
const SOURCES = ['apps', 'libs', 'tools/rspack', 'package-lock.json', 'tsconfig.base.json', 'nx.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test-results', 'coverage']);
const RESULTS = [
  'apps/backend/dist/main.js',
  'apps/backend/dist/worker.js',
  'apps/backend/dist/migrate.js',
  'dist/frontends/shell/index.html',
  'dist/frontends/voyages',
  'dist/frontends/people',
  'dist/frontends/media',
];

/**
 * Builds the backend and the front ends unless they are what the sources say. One build at a time in one clone:
 * whoever comes second waits. Answers whether anything had to be built.
 */
export async function build(root: string, log: string, signal: AbortSignal): Promise<boolean> {
  const stamp = join(root, 'dist', '.built-from');
  mkdirSync(join(root, 'dist'), { recursive: true });
  const lock = await waitForLock(join(root, 'dist', '.building'), signal);
  try {
    const wanted = fingerprint(root);
    const built = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
    if (built && RESULTS.every((file) => existsSync(join(root, file)))) return false;
    const args = ['run-many', '-t', 'build', '-p', PROJECTS.join()];
    if (!(await runNx(root, args, log, signal, { ...process.env, NODE_ENV: 'production' }))) {
      console.error(readFileSync(log, 'utf8').trim());
      throw new Refusal(`The build failed with the messages above, which are also in ${log}.`);
    }
    writeFileSync(stamp, wanted);
    return true;
  } finally {
    lock.release();
  }
}

async function waitForLock(file: string, signal: AbortSignal) {
  for (;;) {
    const lock = takeLock(file);
    if ('release' in lock) return lock;
    await sleep(250, undefined, { signal });
  }
}

/** Names, sizes and times of all sources: tens of milliseconds, where reading them takes seconds. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    const status = statSync(join(root, path), { throwIfNoEntry: false });
    if (!status) return;
    if (!status.isDirectory()) return void hash.update(`${path}\0${status.size}\0${status.mtimeMs}\n`);
    for (const name of readdirSync(join(root, path)).toSorted()) if (!NOT_SOURCES.has(name)) visit(`${path}/${name}`);
  };
  for (const path of SOURCES) visit(path);
  return hash.digest('hex');
}
