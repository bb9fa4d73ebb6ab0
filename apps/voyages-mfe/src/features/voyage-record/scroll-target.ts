/** Where the voyage list scrolls to, stored in the history state: a voyage that was just saved, one to expand, or an administration. */
export type ScrollTarget = { saved: string } | { expanded: string } | { administration: string };

export const scrollTargetState = (target: ScrollTarget) => ({ show: target });

/** Reads the scroll target from a history state. */
export function scrollTargetOf(state: unknown): Partial<Record<'saved' | 'expanded' | 'administration', string>> {
  if (typeof state !== 'object' || state === null || !('show' in state)) return {};
  const { show } = state;
  if (typeof show !== 'object' || show === null) return {};
  return Object.fromEntries(Object.entries(show).filter(([, slug]) => typeof slug === 'string'));
}
