import { formatCount } from '@archive/contracts/format';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './src/browser.ts';
import { build } from './src/build.ts';
import { runCommand, type RunOptions } from './src/command.ts';
import { applyOptions, archiveCommand } from './src/options.ts';
import { runSingleTests } from './src/single-tests.ts';
import { failedTaskOutput, failedTasks, finishedTasks, runNx } from './src/nx.ts';
import { requireFreePort, readSettings, ROOT } from './src/settings.ts';
import { followFile } from './src/log-file.ts';
import { clearReports, readFlaky, readReports, readSkips, readSlowest } from './src/reports.ts';
import { useMemoryForTempFiles } from './src/temp-files.ts';
import { readDurations, type TestEvent, TestProgress, type FlakySuite, tryAgain } from './src/test-progress.ts';
import { argumentsOf, labelOfTask, readProjects, runAll, RUNS, type TestRun, WORKERS } from './src/test-queues.ts';
import { Steps } from './src/steps.ts';

const steps = new Steps();
const logs = join(ROOT, 'test-results');
const DURATIONS = join(logs, 'durations.json');
const PROGRESS_INTERVAL_MS = 1000;
const SLOWEST = 10;

/** Steps that failed without a failing test: each counts as one. */
let failedSteps = 0;

const line = archiveCommand('test')
  .argument('[files...]', 'test files, like apps/backend/test/auth.test.ts')
  .option('-t, --testNamePattern <pattern>', 'only tests whose name matches')
  .option('--full', 'also the long suites (*.full.test.ts), and every end-to-end test at phone width')
  .parse();

await runCommand(
  async (interrupts) => {
    const { testNamePattern, full, ...options } = line.opts<{ testNamePattern?: string; full?: true }>();
    applyOptions(options);
    if (full) process.env.TEST_FULL = '1';
    if (line.args.length > 0) return runSingleTests(ROOT, line.args, testNamePattern, interrupts);
    const startedAt = performance.now();
    mkdirSync(logs, { recursive: true });
    clearReports(ROOT);
    useMemoryForTempFiles();
    const { host, port } = readSettings({ ...process.env, NODE_ENV: 'test' });
    if (process.env.PORT) await requireFreePort(host, port);
    const browser = await steps.run(
      'Browser',
      () => findBrowser(process.env),
      (browser) => browser ?? 'none found',
    );
    await checks(interrupts);
    const flakySuites = await tests(browser, interrupts);
    const recovered = flakySuites.reduce((sum, suite) => sum + suite.tests, 0);
    const skips = [...readSkips(ROOT), ...missingBrowser(browser)];
    const { passed, failed, skipped, flaky } = readReports(ROOT);
    const allFailed = failed - recovered + failedSteps;
    const flakyLines = flakySuites.map(({ file }) => `Flaky, passed on the second try: ${file}`);
    for (const line of [...skips, ...readFlaky(ROOT), ...flakyLines]) steps.print(line);
    steps.print('\nThe suites that took longest:');
    for (const { file, seconds } of readSlowest(ROOT, SLOWEST))
      steps.print(`  ${seconds.toFixed(0).padStart(4)} s  ${file}`);
    steps.print(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s in total.`);
    const otherCounts = Object.entries({ skipped, flaky: flaky + recovered }).filter(([, count]) => count > 0);
    steps.print(
      [
        `${passed + recovered} passed, ${allFailed} failed`,
        ...otherCounts.map(([label, count]) => `${count} ${label}`),
      ].join(', '),
    );
    return allFailed === 0 ? 0 : 1;
  },
  { interrupted: 130 },
);

function missingBrowser(browser: string | undefined): string[] {
  if (browser) return [];
  if (process.env.ALLOW_NO_BROWSER !== '1') failedSteps++;
  return [
    'End-to-end tests skipped: no Chromium. Install it, set CHROMIUM_PATH, or allow this with ALLOW_NO_BROWSER=1.',
  ];
}

/** Lint, format, types and builds. */
async function checks({ signal }: RunOptions): Promise<void> {
  const log = join(logs, 'checks.log');
  // One check of all types reads each library once; `typecheck` is for single projects.
  const targets = 'lint,check,spelling,check-commits,check-types,build';
  const args = ['run-many', '-t', targets, '--nxBail=false'];
  const run = async (show: (state: string) => void) => {
    writeFileSync(log, '');
    let finished = 0;
    const follower = followFile(log, (line) => {
      finished += finishedTasks(line).length;
      if (finished > 0) show(formatCount(finished, 'task'));
    });
    try {
      return await runNx(ROOT, args, log, signal);
    } finally {
      follower.stop();
    }
  };
  if (await steps.run('Lint, types, build', run, failedNote))
    // Marks the programs as built, so that no archive of the end-to-end tests asks Nx for them.
    return void (await build(ROOT, join(logs, 'build.log'), signal, { print: (line) => steps.print(line) }));
  const output = readFileSync(log, 'utf8');
  const failed = failedTasks(output);
  failedSteps += Math.max(1, failed.length);
  console.error(failedTaskOutput(output).trim());
  for (const task of failed) console.error(`Run it alone: npx nx run ${task}`);
}

/**
 * Jest and Playwright, as tasks that Nx runs side by side and answers from its cache when nothing they read has changed. Returns the
 * suites that failed and passed when they ran alone.
 */
async function tests(browser: string | undefined, interrupts: RunOptions): Promise<FlakySuite[]> {
  const { signal } = interrupts;
  const eventFile = join(logs, 'events.jsonl');
  const runs = RUNS.filter(({ usesBrowser }) => browser || !usesBrowser).map((item) => ({
    ...item,
    log: join(logs, `${item.log}.log`),
  }));
  const logFiles = runs.map(({ log }) => log);
  for (const file of [eventFile, ...logFiles]) writeFileSync(file, '');
  const projects = readProjects(ROOT);
  const labels = projects
    .flatMap(({ name, targets }) => targets.map((target) => labelOfTask(projects, `${name}:${target}`)))
    .filter((label) => label && (browser || !label.startsWith('e2e ')));
  const progress = new TestProgress({
    durations: readDurations(DURATIONS, labels),
    parallel: WORKERS,
    print: (line) => steps.print(line),
  });
  const followers = [
    followFile(eventFile, (line) => progress.add(JSON.parse(line) as TestEvent)),
    ...logFiles.map((log) =>
      followFile(log, (line) => {
        for (const task of finishedTasks(line)) progress.finish(labelOfTask(projects, task));
      }),
    ),
  ];
  const env = {
    ...process.env,
    TEST_EVENTS: eventFile,
    E2E_RETRIES: '1',
    TEST_PROGRAMS: 'built',
    ...(browser && { CHROMIUM_PATH: browser, CHROMIUM_VERSION: versionOf(browser) }),
  };
  const runTasks = ({ workers, ...run }: TestRun) =>
    runNx(ROOT, argumentsOf(run), run.log, signal, { ...env, TEST_WORKERS: String(workers) });
  const results = await steps.run(
    'Tests',
    async (show) => {
      const timer = setInterval(() => show(progress.describe()), PROGRESS_INTERVAL_MS);
      try {
        return await runAll(runs, runTasks);
      } finally {
        clearInterval(timer);
        for (const follower of followers) follower.stop();
      }
    },
    (all) => failedNote(all.every(({ passed }) => passed)),
  );
  progress.saveDurations(DURATIONS);
  const failedLogs = results.filter(({ passed }) => !passed).map(({ log }) => log);
  reportOtherFailures(failedLogs, (task) => progress.failuresOf(labelOfTask(projects, task)) > 0);
  return tryAgain(progress.failures, (file) =>
    steps.run(
      `Second try of ${file}`,
      async () => (await runSingleTests(ROOT, [join(ROOT, file)], undefined, interrupts)) === 0,
      failedNote,
    ),
  );
}

/** Tasks that failed without a failing test, such as an archive that did not start. */
function reportOtherFailures(logs: string[], hasFailures: (task: string) => boolean): void {
  const reported = new Set<string>();
  for (const output of logs.map((log) => readFileSync(log, 'utf8'))) {
    const tasks = failedTasks(output);
    // More than one run needs the same build.
    const silent = tasks.filter((task) => !hasFailures(task) && !reported.has(task));
    for (const task of silent) {
      reported.add(task);
      console.error(failedTaskOutput(output, [task]).trim());
      console.error(`Run it alone: npx nx run ${task}`);
    }
    if (tasks.length === 0) console.error(output.trim());
    failedSteps += silent.length + (tasks.length === 0 ? 1 : 0);
  }
}

/** Version of the browser. The end-to-end tests run again when it changes. */
function versionOf(browser: string): string {
  try {
    return execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function failedNote(passed: boolean): string {
  return passed ? '' : 'FAILED';
}
