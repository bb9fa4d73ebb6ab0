import { formatCount, formatNumber } from '@archive/contracts/format';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One finished test, as the reporters of Jest and Playwright write it. */
export interface TestEvent {
  /** `apps/backend`, or `e2e phone`. */
  project: string;
  /** Relative to the root of the repository. */
  file: string;
  /** Empty for a suite that did not load. */
  name: string;
  /** Flaky: failed at first and passed when tried again. */
  status: 'passed' | 'failed' | 'skipped' | 'flaky';
  message?: string;
}

/** How long each project took in an earlier run, and how many tests it had. */
export type Durations = Record<string, { tests: number; seconds: number }>;

/** Rough durations on two processors, for the first run in a clone. */
const TYPICAL_DURATIONS = join(import.meta.dirname, 'typical-durations.json');

function durationsIn(file: string): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Durations;
  } catch {
    return {};
  }
}

/** Durations of the last run, or else typical ones, for the projects in this run only. */
export function readDurations(file: string, projects: readonly (string | undefined)[]): Durations {
  const all = Object.entries({ ...durationsIn(TYPICAL_DURATIONS), ...durationsIn(file) });
  return Object.fromEntries(all.filter(([project]) => projects.includes(project)));
}

interface RunningSuite {
  tests: number;
  started: number;
  endedAt: number;
}

interface Options {
  durations: Durations;
  /** How many projects run at the same time. */
  parallel: number;
  print: (line: string) => void;
  /** The current time in milliseconds. */
  now?: () => number;
}

/** Counts finished tests, prints failures and flaky tests immediately, and estimates the time left. */
export class TestProgress {
  readonly #options: Required<Options>;
  readonly #running = new Map<string, RunningSuite>();
  readonly #finished = new Set<string>();
  /** All failed tests, and suites that did not load. */
  readonly failures: TestEvent[] = [];
  #done = 0;

  constructor(options: Options) {
    this.#options = { now: () => performance.now(), ...options };
  }

  add(event: TestEvent): void {
    const now = this.#options.now();
    const project = this.#running.get(event.project) ?? { tests: 0, started: now, endedAt: now };
    this.#running.set(event.project, { ...project, tests: project.tests + 1, endedAt: now });
    this.#done += 1;
    if (event.status === 'failed') this.failures.push(event);
    if (event.status === 'failed' || event.status === 'flaky') this.#options.print(describeFailure(event));
  }

  /** A project ended, or its results came from the cache. `project` is undefined for a task without tests. */
  finish(project: string | undefined): void {
    if (project === undefined) return;
    const duration = this.#options.durations[project];
    if (!this.#running.has(project) && !this.#finished.has(project)) this.#done += duration?.tests ?? 0;
    this.#finished.add(project);
  }

  failuresOf(project: string | undefined): number {
    return this.failures.filter((event) => event.project === project).length;
  }

  /** `1,204 of 3,310 tests, 1 failed, about 5 min left` */
  describe(): string {
    const { durations } = this.#options;
    const total = Object.entries(durations).reduce(
      (sum, [project, { tests }]) =>
        sum + (this.#finished.has(project) ? (this.#running.get(project)?.tests ?? tests) : tests),
      0,
    );
    const failed = this.failures.length;
    const remaining = this.secondsLeft();
    return [
      total > this.#done
        ? `${formatNumber(this.#done)} of ${formatNumber(total)} tests`
        : formatCount(this.#done, 'test'),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(remaining === undefined ? [] : [timeLeft(remaining)]),
    ].join(', ');
  }

  /** Estimated seconds left; undefined without durations. */
  secondsLeft(): number | undefined {
    const { durations, parallel } = this.#options;
    if (Object.keys(durations).length === 0) return undefined;
    const remaining = Object.entries(durations)
      .filter(([project]) => !this.#finished.has(project))
      .map(([project, { tests, seconds }]) => {
        const done = this.#running.get(project)?.tests ?? 0;
        return seconds * Math.max(0, 1 - done / Math.max(1, tests));
      });
    return Math.max(0, ...remaining, remaining.reduce((sum, item) => sum + item, 0) / parallel);
  }

  /** Saves durations for the next run: those of this run, and earlier ones of projects whose results came from the cache. */
  saveDurations(file: string): void {
    const measured = [...this.#running].map(([project, { tests, started, endedAt }]) => [
      project,
      { tests, seconds: Math.round((endedAt - started) / 1000) },
    ]);
    writeFileSync(file, JSON.stringify({ ...this.#options.durations, ...Object.fromEntries(measured) }, null, 2));
  }
}

const timeLeft = (seconds: number) =>
  seconds < 60 ? 'less than a minute left' : `about ${Math.ceil(seconds / 60)} min left`;

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const escapePattern = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** The command that runs this test alone. */
export function commandFor({ file, name }: Pick<TestEvent, 'file' | 'name'>): string {
  const isE2e = file.startsWith('e2e/');
  const testOption = name ? ` ${isE2e ? '-g' : '-t'} ${quote(escapePattern(name))}` : '';
  return isE2e ? `npm run e2e -- ${file.slice('e2e/'.length)}${testOption}` : `npm test -- ${file}${testOption}`;
}

function describeFailure(event: TestEvent): string {
  const lines = (event.message ?? '').trim().split('\n');
  const message = lines
    .filter((line) => !/^\s*at .*node_modules/.test(line))
    .slice(0, 30)
    .join('\n    ');
  const title = event.name || 'does not load';
  const label = event.status === 'flaky' ? 'FLAKY ' : 'FAILED';
  return `\n  ${label}  ${event.project}: ${event.file}\n    ${title}\n    ${message}\n    Run it alone: ${commandFor(event)}\n`;
}

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
