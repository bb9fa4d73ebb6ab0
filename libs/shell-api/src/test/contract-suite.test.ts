import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

const project = fileURLToPath(new URL('../..', import.meta.url));
const jest = fileURLToPath(new URL('../../../../node_modules/jest/bin/jest.js', import.meta.url));

/** Runs the suite as a remote does, on one that is broken in each way. */
function runOn(fixture: string): Promise<Record<string, string>> {
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--json', '--testMatch', `**/fixtures/${fixture}`];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: project, maxBuffer: 1e8 }, (_, stdout) => {
      const [result] = (JSON.parse(stdout) as Report).testResults;
      resolve(Object.fromEntries(result!.assertionResults.map(({ title, status }) => [title, status])));
    });
  });
}

test('the contract suite finds a page that throws, that is not there, that has nothing to say, a fill that throws, and another contract', async () => {
  expect(await runOn('broken.fixture.tsx')).toEqual({
    'is of the number that the shell speaks': 'failed',
    'has a page at /broken': 'passed',
    'has a page at /broken/throws': 'passed',
    'has a page at /broken/silent': 'passed',
    'has a page at /broken/missing': 'failed',
    'shows something at /broken while nothing is answered': 'passed',
    'shows something at /broken/throws while nothing is answered': 'failed',
    'shows something at /broken/silent while nothing is answered': 'failed',
    'shows something at /broken/missing while nothing is answered': 'passed',
    'stands at /broken when the archive is away': 'passed',
    'stands at /broken/throws when the archive is away': 'failed',
    'stands at /broken/silent when the archive is away': 'failed',
    'stands at /broken/missing when the archive is away': 'passed',
    'while nothing is answered': 'failed',
    'when the archive is away': 'failed',
  });
});
