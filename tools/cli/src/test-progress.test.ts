import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFor, readDurations, TestProgress, type TestEvent } from './test-progress.ts';

const anEvent = (overrides: Partial<TestEvent> = {}): TestEvent => ({
  project: 'apps/backend',
  file: 'apps/backend/test/home.test.ts',
  name: 'Home is empty',
  status: 'passed',
  ...overrides,
});

function aProgress(parallel = 2) {
  const lines: string[] = [];
  const durations = { 'apps/backend': { tests: 10, seconds: 300 }, 'e2e phone': { tests: 5, seconds: 120 } };
  return { progress: new TestProgress({ durations, parallel, print: (line) => lines.push(line) }), lines };
}

test('compares the number of tests with the last run, and shows the time left', () => {
  const { progress } = aProgress();
  expect(progress.describe()).toBe('0 of 15 tests, about 5 min left');
  for (let count = 0; count < 5; count += 1) progress.add(anEvent());
  expect(progress.describe()).toBe('5 of 15 tests, about 3 min left');
  progress.finish('apps/backend');
  expect(progress.describe()).toBe('5 of 10 tests, about 2 min left');
});

test('a project from the cache counts as done', () => {
  const { progress } = aProgress();
  progress.finish('apps/backend');
  progress.finish('apps/backend');
  expect(progress.describe()).toBe('10 of 15 tests, about 2 min left');
});

test('builds that tests need are not counted as projects', () => {
  const { progress } = aProgress();
  progress.finish(undefined);
  expect(progress.describe()).toBe('0 of 15 tests, about 5 min left');
});

test('the next run uses the durations of this one, without those of removed projects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'test-progress-'));
  const file = join(folder, 'durations.json');
  try {
    const typical = { 'apps/backend': { tests: expect.any(Number), seconds: expect.any(Number) } };
    expect(readDurations(file, ['apps/backend', 'libs/new'])).toEqual(typical);
    const { progress } = aProgress();
    progress.add(anEvent());
    progress.saveDurations(file);
    expect(readDurations(file, ['apps/backend'])).toEqual({ 'apps/backend': { tests: 1, seconds: 0 } });
    writeFileSync(file, 'cut off');
    expect(readDurations(file, ['apps/backend'])).toEqual(typical);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('makes no estimate without durations', () => {
  const progress = new TestProgress({ durations: {}, parallel: 2, print: () => undefined });
  progress.add(anEvent());
  expect(progress.describe()).toBe('1 test');
});

test('prints a failure immediately, with the command that runs only this test', () => {
  const { progress, lines } = aProgress();
  progress.add(anEvent({ status: 'failed', message: 'Error: expected 1' }));
  expect(lines).toEqual([
    expect.stringMatching(
      /FAILED {2}apps\/backend: .*home\.test\.ts\n.*Home is empty\n.*expected 1\n.*npm test -- apps\/backend\/test\/home\.test\.ts -t 'Home is empty'/,
    ),
  ]);
  expect(progress.describe()).toContain('1 failed');
  expect(progress.failuresOf('apps/backend')).toBe(1);
});

test('prints a flaky test with its first failure, and counts it as passed', () => {
  const { progress, lines } = aProgress();
  progress.add(anEvent({ status: 'flaky', message: 'Error: expected 1' }));
  expect(lines).toEqual([expect.stringMatching(/FLAKY .*home\.test\.ts\n.*Home is empty\n.*expected 1\n/)]);
  expect(progress.describe()).not.toContain('failed');
  expect(progress.failuresOf('apps/backend')).toBe(0);
});

test.each([
  [{ file: 'e2e/specs/people.spec.ts', name: 'finds' }, "npm run e2e -- specs/people.spec.ts -g 'finds'"],
  [{ file: 'libs/ui/src/a.test.tsx', name: '' }, 'npm test -- libs/ui/src/a.test.tsx'],
  [
    { file: 'libs/ui/src/a.test.tsx', name: "isn't (yet) $1" },
    String.raw`npm test -- libs/ui/src/a.test.tsx -t 'isn'\''t \(yet\) \$1'`,
  ],
])('%j is repeated with %s', (event, command) => {
  expect(commandFor(event)).toBe(command);
});
