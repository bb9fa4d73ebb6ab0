import { Refusal } from '@archive/postgres';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { startChild } from '../child.ts';
import { type Name, PROJECTS } from './arguments.ts';

export interface Build {
  version: string;
  /** Where its files are. */
  directory: string;
  remove(): void;
}

/**
 * Builds one front end beside what the running archive serves, so that nothing of it is seen before it is published. `version` is the
 * project's own unless another is given.
 */
export async function buildOne(
  root: string,
  name: Name,
  version: string | undefined,
  signal: AbortSignal,
): Promise<Build> {
  const place = mkdtempSync(join(tmpdir(), `publish-${name}-`));
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    const env = { ...process.env, NODE_ENV: 'production', FRONTENDS_OUT: place, FRONTEND_VERSION: version ?? '' };
    const rspack = join(root, 'node_modules/@rspack/cli/bin/rspack.js');
    const log = join(place, 'build.log');
    if (!(await runIn(join(root, 'apps', PROJECTS[name]), [rspack, 'build'], env, log, signal)))
      throw new Refusal(`${name} could not be built:\n${readFileSync(log, 'utf8').trim()}`);
    const [directory = ''] = [join(place, name), ...versionsIn(join(place, name))].filter((folder) =>
      existsSync(join(folder, 'archive.json')),
    );
    const declared = JSON.parse(readFileSync(join(directory, 'archive.json'), 'utf8')) as { version: string };
    return { version: declared.version, directory, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const versionsIn = (directory: string) => readdirSync(directory).map((version) => join(directory, version));

/** What only the build itself reads. */
const INTERNAL = /(?:^|\/)mf-stats\.json/;

/** The files of a build as the archive takes them. */
export function filesOf({ directory }: Build): { path: string; content: string }[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(directory, file).split(sep).join('/'),
      content: readFileSync(file, 'base64'),
    }))
    .filter(({ path }) => !INTERNAL.test(path));
}

/** The third gate: the contract suite that each remote runs in its own tests. */
export async function runContractSuite(root: string, name: Name, signal: AbortSignal): Promise<void> {
  const cwd = join(root, 'apps', PROJECTS[name]);
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const place = mkdtempSync(join(tmpdir(), 'contract-'));
  const log = join(place, 'jest.log');
  try {
    const args = ['--experimental-vm-modules', '--no-warnings', jest, '--forceExit', 'src/contract.test'];
    if (await runIn(cwd, args, process.env, log, signal)) return;
    throw new Refusal(`${name} does not keep the contract with the shell:\n${readFileSync(log, 'utf8').trim()}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function runIn(
  cwd: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  log: string,
  signal: AbortSignal,
): Promise<boolean> {
  const out = openSync(log, 'w', 0o600);
  const child = startChild(process.execPath, args, { cwd, env, stdio: ['ignore', out, out] });
  closeSync(out);
  const abort = () => void child.stop(2000);
  signal.addEventListener('abort', abort);
  const status = await child.ended;
  signal.removeEventListener('abort', abort);
  signal.throwIfAborted();
  return status === 0;
}
