import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

/**
 * Builds the front ends' code as one application whose routes are split off, beside the federated ones: what is more in those is
 * what federation costs. Answers the directory that a server can serve in their place.
 */
export async function buildOneBundle(directory: string): Promise<string> {
  const place = path.join(directory, 'one-bundle');
  rmSync(place, { recursive: true, force: true });
  const log = openSync(path.join(directory, 'one-bundle.log'), 'w');
  const config = path.resolve(import.meta.dirname, '..', 'one-bundle', 'rspack.config.mjs');
  const child = spawn('rspack', ['build', '-c', config], {
    cwd: path.join(ROOT, 'apps', 'shell'),
    env: { ...process.env, NODE_ENV: 'production', FRONTENDS_OUT: place },
    stdio: ['ignore', log, log],
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`The single bundle was not built; see ${path.join(directory, 'one-bundle.log')}`);
  for (const remote of ['voyages', 'people', 'media'])
    symlinkSync(path.join(ROOT, 'dist', 'frontends', remote), path.join(place, remote));
  return place;
}
