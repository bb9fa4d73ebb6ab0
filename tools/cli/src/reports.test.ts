import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearReports, readFlaky, readReports, readSkips, readSlowest } from './reports.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reports-test-'));
  for (const folder of ['apps', 'libs', 'tools']) mkdirSync(join(root, folder));
  put('apps/shell/test-results/jest.json', aReport(10, 1, 0, 2));
  put('libs/ui/test-results/jest.json', aReport(5, 0, 2, 0));
  put('e2e/test-results/playwright-all.json', {
    stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 },
    errors: [],
    suites: [{ suites: [{ specs: [aSkipped([{ type: 'skip', description: 'needs sound' }]), aSkipped([]), FLAKY] }] }],
  });
});
afterEach(() => rmSync(root, { recursive: true }));

const aReport = (passed: number, failed: number, notLoaded: number, skipped: number) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numRuntimeErrorTestSuites: notLoaded,
  numPendingTests: skipped,
  numTodoTests: 0,
  testResults: [
    {
      name: join(root, 'libs/ui/a.test.ts'),
      startTime: 1000,
      endTime: 1000 + passed * 100,
      assertionResults: Array(skipped).fill({ status: 'pending' }),
    },
  ],
});

const FLAKY = {
  file: 'people.spec.ts',
  title: 'one record per person',
  tests: [{ status: 'flaky', projectName: 'phone', annotations: [], results: [{ duration: 900 }, { duration: 300 }] }],
};

const aSkipped = (annotations: object[]) => ({
  file: 'a.spec.ts',
  tests: [{ status: 'skipped', annotations, results: [] }],
});

function put(path: string, report: object): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(report));
}

test('sums all projects and the end-to-end tests; a suite that fails to load is a failure', () => {
  expect(readReports(root)).toEqual({ passed: 20, failed: 5, skipped: 5, flaky: 1 });
});

test('end-to-end tests that could not start are a failure', () => {
  put('e2e/test-results/playwright-all.json', {
    stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 0 },
    errors: [{ message: 'no such spec' }],
  });
  expect(readReports(root)).toEqual({ passed: 15, failed: 4, skipped: 2, flaky: 0 });
});

test('the suites that took longest are named, with the time of all their runs', () => {
  expect(readSlowest(root, 2)).toEqual([
    { file: 'libs/ui/a.test.ts', seconds: 1.5 },
    { file: 'e2e/specs/people.spec.ts', seconds: 1.2 },
  ]);
});

test('tests that passed only on the second try are named', () => {
  expect(readFlaky(root)).toEqual([
    'Flaky, passed on the second try (phone): e2e/specs/people.spec.ts: one record per person',
  ]);
});

test('reports of an earlier run are not counted', () => {
  clearReports(root);
  expect(readReports(root)).toEqual({ passed: 0, failed: 0, skipped: 0, flaky: 0 });
});

test('skipped tests are listed with their reason', () => {
  expect(readSkips(root)).toEqual([
    '2 skipped: marked as skipped in libs/ui/a.test.ts',
    '1 skipped: needs sound',
    '1 skipped: not run after a failure in a.spec.ts',
  ]);
});
