import type { Location } from '@archive/router';

/** The list page from which a voyage was opened, passed from voyage to voyage in the history state. */
export interface Origin {
  /** Query string of the list, such as "?q=Trudeau", or empty. */
  search: string;
  /** History entries back to the list: 1 for a voyage opened directly from it. */
  steps: number;
}

export function originOf({ state }: Location): Origin | undefined {
  if (typeof state !== 'object' || state === null || !('search' in state) || !('steps' in state)) return undefined;
  const { search, steps } = state as Record<string, unknown>;
  return typeof search === 'string' && typeof steps === 'number' ? { search, steps } : undefined;
}

/** The origin for the next history entry, with one more step back. */
export const nextOrigin = (origin: Origin | undefined): Origin | undefined =>
  origin && { ...origin, steps: origin.steps + 1 };

/** Where the voyage list scrolls to, stored in the history state: a voyage that was just saved, one to expand, or an administration. */
type ScrollTarget = { saved: string } | { expanded: string } | { administration: string };

export const scrollTargetState = (target: ScrollTarget) => ({ show: target });

/** Reads the scroll target from a history state. */
export function scrollTargetOf(state: unknown): Partial<Record<'saved' | 'expanded' | 'administration', string>> {
  if (typeof state !== 'object' || state === null || !('show' in state)) return {};
  const { show } = state;
  if (typeof show !== 'object' || show === null) return {};
  return Object.fromEntries(Object.entries(show).filter(([, slug]) => typeof slug === 'string'));
}
