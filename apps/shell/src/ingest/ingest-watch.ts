import { isActive } from '@archive/api-client';
import type { IngestOperation } from '@archive/contracts';

/** State of the ingest banner. Operations that ended before the page opened are ignored (SPEC section 4). */
export interface IngestWatch {
  /** Operations last seen active. */
  watched: readonly string[];
  /** Operations whose banner was dismissed. */
  dismissed: readonly string[];
  operation: IngestOperation | null;
  /** Operations completed since the page opened. When it grows, cached lists are stale. */
  completions: number;
}

export const INITIAL_WATCH: IngestWatch = { watched: [], dismissed: [], operation: null, completions: 0 };

/** Computes the next state from the server's operations, newest first. Dry runs change nothing and are skipped. */
export function watchOperations(state: IngestWatch, operations: readonly IngestOperation[]): IngestWatch {
  const imports = operations.filter((operation) => !operation.dry_run);
  const active = imports.filter(isActive);
  const endedImports = imports.filter(
    (operation) => !isActive(operation) && state.watched.includes(operation.operation_id),
  );
  const current = active.find(({ status }) => status === 'running') ?? active[0];
  // An active operation takes precedence over the latest ended one.
  const shownImport =
    current ?? endedImports[0] ?? (state.operation && isActive(state.operation) ? null : state.operation);
  return {
    watched: active.map(({ operation_id }) => operation_id),
    dismissed: state.dismissed,
    operation: shownImport && state.dismissed.includes(shownImport.operation_id) ? null : shownImport,
    completions: state.completions + endedImports.filter(({ status }) => status === 'completed').length,
  };
}

/** Hides the banner, on request or after its display time. */
export function dismissShown(state: IngestWatch): IngestWatch {
  if (!state.operation) return state;
  return { ...state, dismissed: [...state.dismissed, state.operation.operation_id], operation: null };
}
