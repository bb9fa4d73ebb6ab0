import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Passed on the second try; included in `passed`. */
  flaky: number;
}

const FOLDERS = ['apps', 'libs', 'tools'];
const JEST = 'test-results/jest.json';
/** One report per run of `npm test`; `all` is the report of Playwright started directly. */
const PLAYWRIGHT = ['all', 'desktop', 'phone', 'releases'].map((run) => `e2e/test-results/playwright-${run}.json`);

/** Deletes the reports of earlier runs. Nx restores those of cached runs. */
export function clearReports(root: string): void {
  for (const file of [...jestReports(root), ...PLAYWRIGHT.map((item) => join(root, item))])
    rmSync(file, { force: true });
}

/** Sums the reports of Jest and Playwright. A suite that failed to load counts as one failure. */
export function readReports(root: string): Counts {
  const all = [...jestReports(root).map(countJest), ...PLAYWRIGHT.map((item) => countPlaywright(join(root, item)))];
  return all.reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
      flaky: sum.flaky + counts.flaky,
    }),
    { passed: 0, failed: 0, skipped: 0, flaky: 0 },
  );
}

/** Skipped tests, counted by reason: the description of a Playwright annotation, or the file. */
export function readSkips(root: string): string[] {
  const inJest = jestReports(root).flatMap((file) =>
    readJson<JestReport>(file).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'pending' || status === 'todo')
        .map(() => `marked as skipped in ${relative(root, name)}`),
    ),
  );
  const inPlaywright = playwrightTests(root)
    .filter(({ status }) => status === 'skipped')
    .map(({ annotations, file }) => {
      const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme');
      return reason ? (reason.description ?? `marked as skipped in ${file}`) : `not run after a failure in ${file}`;
    });
  const reasons = Map.groupBy([...inJest, ...inPlaywright], (reason) => reason);
  return [...reasons].map(([reason, { length }]) => `${length} skipped: ${reason}`);
}

/** End-to-end tests that failed at first and passed on the second try. */
export function readFlaky(root: string): string[] {
  return playwrightTests(root)
    .filter(({ status }) => status === 'flaky')
    .map(
      ({ file, title, projectName }) => `Flaky, passed on the second try (${projectName}): e2e/specs/${file}: ${title}`,
    );
}

export interface SuiteTime {
  /** Relative to the root of the repository. */
  file: string;
  seconds: number;
}

/** The suites that took longest, longest first; end-to-end tests with all their runs. */
export function readSlowest(root: string, count: number): SuiteTime[] {
  const inJest = jestReports(root).flatMap((file) =>
    readJson<JestReport>(file).testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      ms: endTime - startTime,
    })),
  );
  const inPlaywright = playwrightTests(root).map(({ file, results }) => ({
    file: `e2e/specs/${file}`,
    ms: results.reduce((sum, { duration }) => sum + duration, 0),
  }));
  return [...Map.groupBy([...inJest, ...inPlaywright], ({ file }) => file)]
    .map(([file, runs]) => ({ file, seconds: runs.reduce((sum, { ms }) => sum + ms, 0) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

function playwrightTests(root: string) {
  return PLAYWRIGHT.map((file) => join(root, file))
    .filter((file) => existsSync(file))
    .flatMap((file) => testsOf(readJson<PlaywrightReport>(file).suites ?? []));
}

const testsOf = (suites: readonly PlaywrightSuite[]): (PlaywrightTest & { file: string; title: string })[] =>
  suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...testsOf(inner),
    ...specs.flatMap(({ file, title, tests }) => tests.map((test) => ({ ...test, file, title }))),
  ]);

function jestReports(root: string): string[] {
  const projects = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name, JEST)),
  );
  return projects.filter((file) => existsSync(file));
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[];
  numRuntimeErrorTestSuites: number;
}

function countJest(file: string): Counts {
  const report = readJson<JestReport>(file);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { file: string; title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: string;
  projectName: string;
  results: { duration: number }[];
  annotations: { type: string; description?: string }[];
}

function countPlaywright(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  const { stats, errors } = readJson<PlaywrightReport>(file);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: stats.flaky,
  };
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
