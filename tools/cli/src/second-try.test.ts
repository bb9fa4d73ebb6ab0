import { expect, test } from '@jest/globals';
import { tryAgain } from './test-progress.ts';

const failedTest = (file: string, name = 'a test') => ({
  project: 'apps/backend',
  file,
  name,
  status: 'failed' as const,
});

test('a suite that passes alone is flaky, with the number of its failed tests', async () => {
  const tried: string[] = [];
  const flaky = await tryAgain(
    [failedTest('libs/ui/a.test.ts', 'one'), failedTest('libs/ui/b.test.ts'), failedTest('libs/ui/a.test.ts', 'two')],
    async (file) => {
      tried.push(file);
      return file !== 'libs/ui/b.test.ts';
    },
  );
  expect(tried).toEqual(['libs/ui/a.test.ts', 'libs/ui/b.test.ts']);
  expect(flaky).toEqual([{ file: 'libs/ui/a.test.ts', tests: 2 }]);
});

test('end-to-end tests and large numbers of failed suites are not retried', async () => {
  const never = () => Promise.reject(new Error('tried'));
  expect(await tryAgain([failedTest('e2e/specs/a.spec.ts')], never)).toEqual([]);
  expect(
    await tryAgain(
      ['a', 'b', 'c', 'd'].map((name) => failedTest(`libs/ui/${name}.test.ts`)),
      never,
    ),
  ).toEqual([]);
});
