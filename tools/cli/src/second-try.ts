import type { TestEvent } from './test-progress.ts';

/** More failures than this indicate a defect rather than a busy machine. */
const MAX_FILES = 3;

/** A Jest suite whose failed tests passed when it was run again. */
export interface FlakySuite {
  /** Relative to the root of the repository. */
  file: string;
  /** How many of its tests had failed. */
  tests: number;
}

/**
 * Reruns the Jest suites that failed, one at a time: suites that failed because the machine was busy then pass, and
 * are reported as flaky. Playwright tries its own tests again. `run` resolves with whether the suite passed.
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
