import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

/**
 * Builds the frontend code as one application with lazy routes; comparing it with the federated build gives the cost of
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
  for (const name of ['voyages', 'people', 'media']) describeRemote(name, outputDirectory);
  return outputDirectory;
}

/** Copies what the archive reads of a remote, without the files that a page would load of it. */
function describeRemote(name: string, outputDirectory: string): void {
  const [version = ''] = readdirSync(path.join(ROOT, 'dist', 'frontends', name));
  const build = path.join(ROOT, 'dist', 'frontends', name, version);
  const copy = path.join(outputDirectory, name, version);
  mkdirSync(copy, { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(build, 'mf-manifest.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(path.join(copy, 'mf-manifest.json'), JSON.stringify({ ...manifest, metaData: undefined }));
  cpSync(path.join(build, 'archive.json'), path.join(copy, 'archive.json'));
}
