import { UserError } from '@archive/postgres';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { programOf } from '../child.ts';
import { runProgram } from './program.ts';

export interface Build {
  version: string;
  /** The folder with its files. */
  directory: string;
  remove(): void;
}

/**
 * Builds the micro-frontend of a project into a temporary folder, so that it is not visible before it is published. `version`
 * replaces the project's own.
 */
export async function buildOne(
  project: string,
  name: string,
  version: string | undefined,
  signal: AbortSignal,
): Promise<Build> {
  const directory = mkdtempSync(join(tmpdir(), `publish-${name}-`));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const env = { ...process.env, NODE_ENV: 'production', FRONTENDS_OUT: directory, FRONTEND_VERSION: version ?? '' };
    const rspack = programOf('@rspack/cli', 'bin/rspack.js', project);
    const { ok, output: log } = await runProgram([rspack, 'build'], project, signal, env);
    if (!ok) throw new UserError(`${name} could not be built:\n${log}`);
    if (!existsSync(join(directory, name)))
      throw new UserError(`${project} builds ${readdirSync(directory).join()}, not ${name}.`);
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

/** The files of a build in the format of the publishing API. */
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
export const runContractSuite = (project: string, name: string, signal: AbortSignal) =>
  runTests(project, name, signal, ['src/contract.test']);

/** Runs the tests of a micro-frontend: those whose paths match, or all. */
export async function runTests(
  project: string,
  name: string,
  signal: AbortSignal,
  paths: string[] = [],
): Promise<void> {
  const jest = programOf('jest', 'bin/jest.js', project);
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--forceExit', ...paths];
  const { ok, output } = await runProgram(args, project, signal);
  if (!ok) throw new UserError(`${name} fails ${paths.length > 0 ? 'the contract suite' : 'its tests'}:\n${output}`);
}
