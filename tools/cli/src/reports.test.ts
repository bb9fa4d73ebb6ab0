import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearReports, readReports } from './reports.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reports-test-'));
  for (const folder of ['apps', 'libs', 'tools']) mkdirSync(join(root, folder));
  put('apps/shell/test-results/jest.json', { numPassedTests: 10, numFailedTests: 1, numRuntimeErrorTestSuites: 0 });
  put('libs/ui/test-results/jest.json', { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 2 });
  put('e2e/test-results/playwright-all.json', {
    stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 0 },
    errors: [],
  });
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, report: object): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(report));
}

test('sums all projects and the end-to-end tests; a suite that fails to load is a failure', () => {
  expect(readReports(root)).toEqual({ passed: 20, failed: 5 });
});

test('end-to-end tests that could not start are a failure', () => {
  put('e2e/test-results/playwright-all.json', {
    stats: { expected: 0, flaky: 0, unexpected: 0 },
    errors: [{ message: 'no such spec' }],
  });
  expect(readReports(root)).toEqual({ passed: 15, failed: 4 });
});

test('reports of an earlier run are not counted', () => {
  clearReports(root);
  expect(readReports(root)).toEqual({ passed: 0, failed: 0 });
});
