import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

/**
 * Builds the front-end code as one application with lazy routes; comparing it with the federated build gives the cost of
 * federation. Returns a folder that a server can serve in place of the federated build.
 */
export async function buildOneBundle(directory: string): Promise<string> {
  const outputDirectory = path.join(directory, 'one-bundle');
  rmSync(outputDirectory, { recursive: true, force: true });
  const log = openSync(path.join(directory, 'one-bundle.log'), 'w');
  const config = path.resolve(import.meta.dirname, '..', 'one-bundle', 'rspack.config.mjs');
  const child = spawn('rspack', ['build', '-c', config], {
    cwd: path.join(ROOT, 'apps', 'shell'),
    env: { ...process.env, NODE_ENV: 'production', FRONTENDS_OUT: outputDirectory },
    stdio: ['ignore', log, log],
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`The single bundle was not built; see ${path.join(directory, 'one-bundle.log')}`);
  for (const remote of ['voyages', 'people', 'media'])
    symlinkSync(path.join(ROOT, 'dist', 'frontends', remote), path.join(outputDirectory, remote));
  return outputDirectory;
}
