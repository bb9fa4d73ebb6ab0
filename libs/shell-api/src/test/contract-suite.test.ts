import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

const project = fileURLToPath(new URL('../..', import.meta.url));
const jest = fileURLToPath(new URL('../../../../node_modules/jest/bin/jest.js', import.meta.url));

/** Runs the suite as a remote would, on a fixture. The broken fixture violates each rule. */
function runOn(fixture: string): Promise<Record<string, string>> {
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--json', '--testMatch', `**/fixtures/${fixture}`];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: project, maxBuffer: 1e8 }, (_, stdout) => {
      const [result] = (JSON.parse(stdout) as Report).testResults;
      resolve(Object.fromEntries(result!.assertionResults.map(({ title, status }) => [title, status])));
    });
  });
}

test('the contract suite finds throwing, missing and empty pages, a throwing slot and a wrong contract version', async () => {
  expect(await runOn('broken.fixture.tsx')).toEqual({
    'has the contract version of the shell': 'failed',
    'has a page at /broken': 'passed',
    'has a page at /broken/throws': 'passed',
    'has a page at /broken/silent': 'passed',
    'has a page at /broken/missing': 'failed',
    'renders /broken while requests are pending': 'passed',
    'renders /broken/throws while requests are pending': 'failed',
    'renders /broken/silent while requests are pending': 'failed',
    'renders /broken/missing while requests are pending': 'passed',
    'renders /broken when the server is unavailable': 'passed',
    'renders /broken/throws when the server is unavailable': 'failed',
    'renders /broken/silent when the server is unavailable': 'failed',
    'renders /broken/missing when the server is unavailable': 'passed',
    'renders while requests are pending': 'failed',
    'renders when the server is unavailable': 'failed',
  });
});
