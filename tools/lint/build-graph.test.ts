import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');

/** The projects whose `build`, or another target, runs again after a change of one file. */
async function rebuilt(file: string, target = 'build'): Promise<string[]> {
  const { stdout } = await run(
    process.execPath,
    [nx, 'show', 'projects', '--affected', '--files', file, '--with-target', target, '--json'],
    {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false' },
    },
  );
  return (JSON.parse(stdout) as string[]).map((name) => name.replace('@archive/', '')).toSorted();
}

const FRONT_ENDS = ['media-mfe', 'people-mfe', 'shell', 'stories-mfe', 'voyages-mfe'];

test.each([
  ['libs/ui/src/index.ts', ['backend', ...FRONT_ENDS, 'packages']],
  ['libs/contracts/src/voyages.ts', ['backend', ...FRONT_ENDS, 'packages']],
  ['libs/voyage-document/src/index.ts', ['backend', 'packages']],
  ['apps/people-mfe/src/routes.tsx', ['people-mfe']],
  ['apps/backend/src/main.ts', ['backend']],
  ['README.md', []],
])('a change of %s rebuilds %j', async (file, projects) => {
  expect(await rebuilt(file)).toEqual(projects.toSorted());
});

test('a change of one remote tests only that remote', async () => {
  const tested = await rebuilt('apps/people-mfe/src/routes.tsx', 'test');
  expect(tested).toContain('people-mfe');
  expect(tested.filter((name) => /^(?:shell|backend|(?:voyages|media)-mfe)$/.test(name))).toEqual([]);
});
