import { UserError } from '@archive/postgres';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { exitOf, startChild } from './child.ts';
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
  const report = join(project, 'test-results', 'single.json');
  mkdirSync(dirname(report), { recursive: true });
  const selected = paths.map((path) => path.slice(2).join('/'));
  const child = startChild(
    process.execPath,
    [
      ...args,
      '--json',
      `--outputFile=${report}`,
      ...selected,
      ...(namePattern ? ['--testNamePattern', namePattern] : []),
    ],
    // With --json, the results also go to standard output.
    { cwd: project, stdio: ['inherit', 'ignore', 'inherit'], env: { ...process.env, TEST_FULL: '1' } },
  );
  if ((await exitOf(child, signal, 5000)) !== 0) return 1;
  const { numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number };
  if (numPassedTests === 0 && namePattern)
    throw new UserError(`No test of these files has a name like “${namePattern}”.`);
  return 0;
}
