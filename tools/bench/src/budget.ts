/** Measurements of one scenario. */
export const VARIANTS = 5;
/** How many rounds each server warms up: V8 compiles what has run thousands of times. */
export const WARM_UP_FACTOR = 2;
/** Shorter measurements only measure noise. */
const MIN_SECONDS = 0.1;
const MIN_ROW_SECONDS = VARIANTS * (1 + WARM_UP_FACTOR) * MIN_SECONDS;

/** How a scenario is measured. */
export interface Pace {
  /** Length of one measurement. */
  seconds: number;
  rounds: number;
  /** How long a measurement may take that gets too few responses. */
  longest: number;
}

/** A time limit that is shared by what is left to do, so that more of it takes no longer. */
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
   * Seconds for the next of `tasks`: what others leave unused is shared again.
   * @param reserved for the steps after all of them
   */
  share(tasks: number, reserved = 0): number {
    return Math.max(0, this.remaining - reserved) / Math.max(1, tasks);
  }
}

/** The pace at which a scenario takes no longer than `available`: first shorter, then fewer measurements; undefined if that is not enough. */
export function paceFor(available: number, target: { seconds: number; rounds: number }): Pace | undefined {
  for (let { rounds } = target; rounds >= 1; rounds -= 1) {
    const seconds = Math.min(target.seconds, available / (VARIANTS * (rounds + WARM_UP_FACTOR)));
    if (seconds >= MIN_SECONDS - 1e-9) return { seconds, rounds, longest: available / (VARIANTS * (rounds + 1)) };
  }
  return undefined;
}

export interface Row {
  name: string;
  /** Measures it and returns the result in words. */
  measure(pace: Pace): Promise<string>;
}

export interface Missing {
  name: string;
  reason: string;
}

/** Measures the rows in equal shares of the time. One that fails, or for which no time is left, is returned, and the next one follows. */
export async function measureRows(
  rows: readonly Row[],
  budget: Budget,
  target: { seconds: number; rounds: number },
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): Promise<Missing[]> {
  const missing: Missing[] = [];
  // What rows take beyond their share, such as slow first responses: the next ones leave as much time for it.
  let overrun = 0;
  for (const [index, { name, measure }] of rows.entries()) {
    signal.throwIfAborted();
    try {
      // With too little time for all, the first are measured.
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
