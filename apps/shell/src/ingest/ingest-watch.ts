import { isActive } from '@archive/api-client';
import type { IngestOperation } from '@archive/contracts';

/**
 * What the banner knows: which operations this page has seen at work, and what it shows of them. Operations that had ended before
 * the page was opened are none of its business (SPEC section 4).
 */
export interface IngestWatch {
  /** Operations seen active and not yet seen to end. */
  watched: readonly string[];
  /** Operations that the person has closed the banner of. */
  closed: readonly string[];
  shown: IngestOperation | null;
  /** How many operations this page has seen complete: when it grows, the lists are out of date. */
  completions: number;
}

export const NOTHING_WATCHED: IngestWatch = { watched: [], closed: [], shown: null, completions: 0 };

/** The next state, from the operations as the server names them, newest first. Trial runs change nothing and are left out. */
export function watchOperations(state: IngestWatch, operations: readonly IngestOperation[]): IngestWatch {
  const real = operations.filter((operation) => !operation.dry_run);
  const active = real.filter(isActive);
  const ended = real.filter((operation) => !isActive(operation) && state.watched.includes(operation.operation_id));
  const working = active.find(({ status }) => status === 'running') ?? active[0];
  // An operation that is at work comes before one that has ended; of those that have ended, the latest.
  const shown = working ?? ended[0] ?? (state.shown && isActive(state.shown) ? null : state.shown);
  return {
    watched: active.map(({ operation_id }) => operation_id),
    closed: state.closed,
    shown: shown && state.closed.includes(shown.operation_id) ? null : shown,
    completions: state.completions + ended.filter(({ status }) => status === 'completed').length,
  };
}

/** The person has closed the banner, or its time is over. */
export function closeShown(state: IngestWatch): IngestWatch {
  if (!state.shown) return state;
  return { ...state, closed: [...state.closed, state.shown.operation_id], shown: null };
}
