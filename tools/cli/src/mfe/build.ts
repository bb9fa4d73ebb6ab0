import { UserError } from '@archive/postgres';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { startChild } from '../child.ts';
import { type Name, PROJECTS } from './arguments.ts';

export interface Build {
  version: string;
  /** The folder with its files. */
  directory: string;
  remove(): void;
}

/**
 * Builds one micro-frontend into a temporary folder, so that it is not visible before it is published. `version`
 * replaces the project's own.
 */
export async function buildOne(
  root: string,
  name: Name,
  version: string | undefined,
  signal: AbortSignal,
): Promise<Build> {
  const directory = mkdtempSync(join(tmpdir(), `publish-${name}-`));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const env = { ...process.env, NODE_ENV: 'production', FRONTENDS_OUT: directory, FRONTEND_VERSION: version ?? '' };
    const rspack = join(root, 'node_modules/@rspack/cli/bin/rspack.js');
    const log = join(directory, 'build.log');
    if (!(await runIn(join(root, 'apps', PROJECTS[name]), [rspack, 'build'], env, log, signal)))
      throw new UserError(`${name} could not be built:\n${readFileSync(log, 'utf8').trim()}`);
    const [output = ''] = [join(directory, name), ...versionsIn(join(directory, name))].filter((folder) =>
      existsSync(join(folder, 'archive.json')),
    );
    const declaration = JSON.parse(readFileSync(join(output, 'archive.json'), 'utf8')) as { version: string };
    return { version: declaration.version, directory: output, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const versionsIn = (directory: string) => readdirSync(directory).map((version) => join(directory, version));

/** Read only by the build itself. */
const INTERNAL = /(?:^|\/)mf-stats\.json/;

/** The files of a build in the form of the publishing API. */
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

/** The third gate: the contract suite of the remote's own tests. */
export async function runContractSuite(root: string, name: Name, signal: AbortSignal): Promise<void> {
  const cwd = join(root, 'apps', PROJECTS[name]);
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const directory = mkdtempSync(join(tmpdir(), 'contract-'));
  const log = join(directory, 'jest.log');
  try {
    const args = ['--experimental-vm-modules', '--no-warnings', jest, '--forceExit', 'src/contract.test'];
    if (await runIn(cwd, args, process.env, log, signal)) return;
    throw new UserError(`${name} fails the contract suite:\n${readFileSync(log, 'utf8').trim()}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runIn(
  cwd: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  log: string,
  signal: AbortSignal,
): Promise<boolean> {
  const logFile = openSync(log, 'w', 0o600);
  const child = startChild(process.execPath, args, { cwd, env, stdio: ['ignore', logFile, logFile] });
  closeSync(logFile);
  const abort = () => void child.stop(2000);
  signal.addEventListener('abort', abort);
  const status = await child.exited;
  signal.removeEventListener('abort', abort);
  signal.throwIfAborted();
  return status === 0;
}
