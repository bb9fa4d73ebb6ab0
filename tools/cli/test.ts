import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './src/browser.ts';
import { runCommand, type Interrupts } from './src/command.ts';
import { runE2eTests } from './src/e2e-tests.ts';
import { failedTaskOutput, runNx } from './src/nx.ts';
import { requireFreePort } from './src/ports.ts';
import { clearReports, readReports } from './src/reports.ts';
import { useMemoryForTempFiles } from './src/temp-files.ts';
import { readSettings, ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const steps = new Steps();
const logs = join(ROOT, 'test-results');
/** Steps that failed without a failing test: each counts as one. */
let failedSteps = 0;

await runCommand(
  async (interrupts) => {
    const started = performance.now();
    mkdirSync(logs, { recursive: true });
    clearReports(ROOT);
    useMemoryForTempFiles();
    const { host, port } = readSettings({ ...process.env, NODE_ENV: 'test' });
    if (process.env.PORT) await requireFreePort(host, port);
    const browser = await steps.run(
      'Browser',
      () => findBrowser(process.env, ROOT),
      (found) => found ?? 'none found',
    );
    await nx('Lint, format', 'lint,check,check-commits', interrupts);
    await nx('Types', 'typecheck', interrupts);
    await nx('Tests', 'test', interrupts);
    await e2eTests(browser, interrupts);
    const { passed, failed } = readReports(ROOT);
    steps.print(`\n${((performance.now() - started) / 1000).toFixed(0)} s in total.`);
    steps.print(`${passed} passed, ${failed + failedSteps} failed`);
    return failed + failedSteps === 0 ? 0 : 1;
  },
  { interrupted: 130 },
);

async function nx(name: string, target: string, { signal }: Interrupts): Promise<void> {
  const log = join(logs, `${target.replaceAll(',', '-')}.log`);
  await countFailures(log, () =>
    steps.run(name, () => runNx(ROOT, ['run-many', '-t', target, '--nxBail=false'], log, signal), failedNote),
  );
}

async function e2eTests(browser: string | undefined, interrupts: Interrupts): Promise<void> {
  if (!browser) {
    const allowed = process.env.ALLOW_NO_BROWSER === '1';
    steps.print(
      '  End-to-end tests skipped: no Chromium. Install it, set CHROMIUM_PATH, or allow this with ALLOW_NO_BROWSER=1.',
    );
    if (!allowed) failedSteps++;
    return;
  }
  const log = join(logs, 'e2e.log');
  await countFailures(log, async () => {
    const output = openSync(log, 'w');
    try {
      return await runE2eTests({ root: ROOT, browser, steps, interrupts, output });
    } finally {
      closeSync(output);
    }
  });
}

/** Runs a step; prints its log when it failed, and counts it when no test reports the failure. */
async function countFailures(log: string, work: () => Promise<boolean>): Promise<void> {
  const before = readReports(ROOT).failed;
  try {
    if (await work()) return;
    console.error(failedTaskOutput(readFileSync(log, 'utf8')).trim());
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    console.error((error as Error).message);
  }
  if (readReports(ROOT).failed === before) failedSteps++;
}

function failedNote(passed: boolean): string {
  return passed ? '' : 'FAILED';
}
