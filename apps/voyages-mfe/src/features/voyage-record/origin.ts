import type { Location } from '@archive/router';

/** Which page of the log a voyage was opened from, carried in the history entry from voyage to voyage. */
export interface Origin {
  /** The log's address after `/voyages`: "?q=Trudeau" or nothing. */
  log: string;
  /** How many history entries lie between: 1 for a voyage opened right from the log. */
  steps: number;
}

export function originOf({ state }: Location): Origin | undefined {
  if (typeof state !== 'object' || state === null || !('log' in state) || !('steps' in state)) return undefined;
  const { log, steps } = state as Record<string, unknown>;
  return typeof log === 'string' && typeof steps === 'number' ? { log, steps } : undefined;
}

/** The origin as the next voyage sees it. */
export const oneFurther = (origin: Origin | undefined): Origin | undefined =>
  origin && { ...origin, steps: origin.steps + 1 };
