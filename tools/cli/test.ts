import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './src/browser.ts';
import { runCommand, type Interrupts } from './src/command.ts';
import { runJourneys } from './src/journeys.ts';
import { failingPart, runNx } from './src/nx.ts';
import { requireFreePort } from './src/ports.ts';
import { clearReports, readReports } from './src/reports.ts';
import { keepScratchInMemory } from './src/scratch.ts';
import { readSettings, ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const steps = new Steps();
const logs = join(ROOT, 'test-results');
/** Steps that failed with no failing test to show for it: each counts as one. */
let failedSteps = 0;

await runCommand(
  async (interrupts) => {
    const started = performance.now();
    mkdirSync(logs, { recursive: true });
    clearReports(ROOT);
    keepScratchInMemory();
    const { host, port } = readSettings({ ...process.env, NODE_ENV: 'test' });
    if (process.env.PORT) await requireFreePort(host, port);
    const browser = await steps.run(
      'Browser',
      () => findBrowser(process.env, ROOT),
      (found) => found ?? 'none found',
    );
    await nx('Lint, format, walls', 'lint', interrupts);
    await nx('Types', 'typecheck', interrupts);
    await nx('Tests', 'test', interrupts);
    await journeys(browser, interrupts);
    const { passed, failed } = readReports(ROOT);
    steps.say(`\n${((performance.now() - started) / 1000).toFixed(0)} s in all.`);
    steps.say(`${passed} passed, ${failed + failedSteps} failed`);
    return failed + failedSteps === 0 ? 0 : 1;
  },
  { interrupted: 130 },
);

async function nx(name: string, target: string, { signal }: Interrupts): Promise<void> {
  const log = join(logs, `${target}.log`);
  await counted(log, () =>
    steps.run(name, () => runNx(ROOT, ['run-many', '-t', target, '--nxBail=false'], log, signal), verdict),
  );
}

async function journeys(browser: string | undefined, interrupts: Interrupts): Promise<void> {
  if (!browser) {
    const allowed = process.env.ALLOW_NO_BROWSER === '1';
    steps.say(
      '  Browser journeys are left out: there is no Chromium. Install it, name it with CHROMIUM_PATH, or say ALLOW_NO_BROWSER=1.',
    );
    if (!allowed) failedSteps++;
    return;
  }
  const log = join(logs, 'journeys.log');
  await counted(log, async () => {
    const output = openSync(log, 'w');
    try {
      return await runJourneys({ root: ROOT, browser, steps, interrupts, output });
    } finally {
      closeSync(output);
    }
  });
}

/** Runs a step; shows what it said when it failed, and counts it when no test of it says why. */
async function counted(log: string, work: () => Promise<boolean>): Promise<void> {
  const before = readReports(ROOT).failed;
  try {
    if (await work()) return;
    console.error(failingPart(readFileSync(log, 'utf8')).trim());
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    console.error((error as Error).message);
  }
  if (readReports(ROOT).failed === before) failedSteps++;
}

function verdict(passed: boolean): string {
  return passed ? '' : 'FAILED';
}
