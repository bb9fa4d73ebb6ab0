import type { TestEvent } from './test-progress.ts';

/** More failures than this indicate a defect rather than a busy machine. */
const MAX_FILES = 3;

/** A suite of Jest whose failed tests passed when it ran once more. */
export interface FlakySuite {
  /** From the root. */
  file: string;
  /** How many of its tests had failed. */
  tests: number;
}

/**
 * Runs the suites of Jest that failed beside others once more, one at a time: what fails because the machine is busy passes, and
 * is reported as flaky. Playwright tries its own tests again. `run` resolves with whether the suite passed.
 */
export async function tryAgain(
  failures: readonly TestEvent[],
  run: (file: string) => Promise<boolean>,
): Promise<FlakySuite[]> {
  const suites = Map.groupBy(
    failures.filter(({ file }) => !file.startsWith('e2e/')),
    ({ file }) => file,
  );
  if (suites.size > MAX_FILES) return [];
  const flaky: FlakySuite[] = [];
  for (const [file, { length: tests }] of suites) if (await run(file)) flaky.push({ file, tests });
  return flaky;
}
