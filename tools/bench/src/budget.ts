/** Number of measurements in each round of a scenario. */
export const VARIANTS = 5;
/** Length of the warm-up, in measurements: V8 optimizes only code that has run thousands of times. */
export const WARM_UP_FACTOR = 2;
/** Minimum length of a measurement; shorter ones are mostly noise. */
const MIN_SECONDS = 0.1;
const MIN_ROW_SECONDS = VARIANTS * (1 + WARM_UP_FACTOR) * MIN_SECONDS;

/** How a scenario is measured. */
export interface Pace {
  /** Length of one measurement. */
  seconds: number;
  rounds: number;
  /** Maximum length of a measurement with too few responses. */
  longest: number;
}

/** A time limit shared by the remaining tasks, so that more tasks don't take longer in total. */
export class Budget {
  readonly #now: () => number;
  readonly #endsAt: number;

  /** @param now seconds */
  constructor(seconds: number, now = () => performance.now() / 1000) {
    this.#now = now;
    this.#endsAt = now() + seconds;
  }

  get remaining(): number {
    return Math.max(0, this.#endsAt - this.#now());
  }

  /**
   * Seconds for the next of `tasks`; unused time of earlier ones is shared among the rest.
   * @param reserved for the steps after all of them
   */
  share(tasks: number, reserved = 0): number {
    return Math.max(0, this.remaining - reserved) / Math.max(1, tasks);
  }
}

/** The pace at which a scenario fits into `available`: first with shorter, then with fewer measurements; undefined if it can't fit. */
export function paceFor(available: number, target: { seconds: number; rounds: number }): Pace | undefined {
  for (let { rounds } = target; rounds >= 1; rounds -= 1) {
    const seconds = Math.min(target.seconds, available / (VARIANTS * (rounds + WARM_UP_FACTOR)));
    if (seconds >= MIN_SECONDS - 1e-9) return { seconds, rounds, longest: available / (VARIANTS * (rounds + 1)) };
  }
  return undefined;
}

export interface Row {
  name: string;
  /** Measures the row and returns the result in words. */
  measure(pace: Pace): Promise<string>;
}

export interface Missing {
  name: string;
  reason: string;
}

/** Measures the rows in equal shares of the time. Rows that fail, or for which no time is left, are skipped and returned. */
export async function measureRows(
  rows: readonly Row[],
  budget: Budget,
  target: { seconds: number; rounds: number },
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): Promise<Missing[]> {
  const missing: Missing[] = [];
  // Time that rows take beyond their share, for example for slow first responses. The next rows reserve the same amount.
  let overrun = 0;
  for (const [index, { name, measure }] of rows.entries()) {
    signal.throwIfAborted();
    try {
      // If there isn't enough time for all rows, the first ones are measured.
      const share = Math.max(budget.share(rows.length - index) - overrun, Math.min(MIN_ROW_SECONDS, budget.remaining));
      const pace = paceFor(share, target);
      if (!pace) throw new Error('No time was left. Give it more with --minutes.');
      const before = budget.remaining;
      print(`  ${index + 1}/${rows.length} ${await measure(pace)}`);
      overrun = Math.max(0, before - budget.remaining - share);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      missing.push({ name, reason });
      print(`  ${index + 1}/${rows.length} ${name}: not measured. ${reason}`);
    }
  }
  return missing;
}
