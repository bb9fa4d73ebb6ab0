import { UserError } from '@archive/postgres';
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { startChild } from './child.ts';
import type { RunOptions } from './command.ts';

/** `npm test -- apps/backend/test/home.test.ts -t 'is empty'`: test files of one project. */
export async function runSingleTests(
  root: string,
  files: readonly string[],
  namePattern: string | undefined,
  { signal }: RunOptions,
): Promise<number> {
  const paths = files.map((file) => relative(root, resolve(process.env.INIT_CWD ?? root, file)).split(sep));
  const [[parent = '', name = ''] = []] = paths;
  const project = join(root, parent, name);
  if (parent === 'e2e') throw new UserError(`Run end-to-end tests with: npm run e2e -- ${files.join(' ')}`);
  if (!existsSync(join(project, 'jest.config.mjs')))
    throw new UserError(
      `"${files[0]}" is not a test file. Use a path like apps/backend/test/auth.test.ts, or none for all tests.`,
    );
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--forceExit',
  ];
  const selected = paths.map((path) => path.slice(2).join('/'));
  const child = startChild(
    process.execPath,
    [...args, ...selected, ...(namePattern ? ['--testNamePattern', namePattern] : [])],
    { cwd: project, stdio: 'inherit' },
  );
  const abort = () => void child.stop(5000);
  signal.addEventListener('abort', abort);
  const status = await child.exited;
  signal.throwIfAborted();
  return status === 0 ? 0 : 1;
}
