import { UserError } from '@archive/postgres';
import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { startChild } from './child.ts';
import type { Interrupts } from './command.ts';

/** `npm test -- apps/backend/test/home.test.ts -t 'is empty'`: tests of one project, with options for Jest. */
export async function runSingleTests(root: string, args: string[], { signal }: Interrupts): Promise<number> {
  const [first = ''] = args;
  const path = relative(root, resolve(process.env.INIT_CWD ?? root, first)).split(sep);
  const project = join(root, ...path.slice(0, 2));
  if (path[0] === 'e2e') throw new UserError(`Run end-to-end tests with: npm run e2e -- ${path.slice(1).join('/')}`);
  if (first.startsWith('-') || !existsSync(join(project, 'jest.config.mjs')))
    throw new UserError(
      `"${first}" is no test file. Use a path like apps/backend/test/auth.test.ts, or none for all tests.`,
    );
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  const child = startChild(
    process.execPath,
    [...flags, jest, '--forceExit', path.slice(2).join('/'), ...args.slice(1)],
    {
      cwd: project,
      stdio: 'inherit',
    },
  );
  const abort = () => void child.stop(5000);
  signal.addEventListener('abort', abort);
  const status = await child.exited;
  signal.throwIfAborted();
  return status === 0 ? 0 : 1;
}
