import { ingestStatusQuery, invalidateRecords, isActive } from '@archive/api-client';
import type { IngestOperation } from '@archive/contracts';
import { useQuery, useQueryClient } from '@archive/query';
import { Banner } from '@archive/ui';
import { useCallback, useEffect, useState } from 'react';

type Appearance = Pick<Parameters<typeof Banner>[0], 'tone' | 'title' | 'step'>;

function appearanceOf({ status, current_step, error_message }: IngestOperation): Appearance {
  if (status === 'completed') {
    return { tone: 'success', title: 'Congratulations!', step: 'Your changes are now reflected on the site!' };
  }
  if (status === 'failed') return { tone: 'failed', title: 'Ingest Failed', step: error_message };
  return { tone: 'running', title: 'Ingesting Voyage Data', step: current_step };
}

function countsOf(operation: IngestOperation) {
  const { voyages_processed, voyages_total, validation_errors, media_warnings } = operation;
  return [
    {
      label: 'Voyages',
      value: voyages_total > 0 ? `${voyages_processed} of ${voyages_total}` : String(voyages_processed),
    },
    ...(validation_errors > 0 ? [{ label: 'Errors', value: String(validation_errors) }] : []),
    ...(media_warnings > 0 ? [{ label: 'Media warnings', value: String(media_warnings) }] : []),
  ];
}

/** Ingest progress (SPEC section 4). Overlays the top of the page, so the content below doesn't shift. */
export function IngestBanner() {
  const { operation, close } = useIngestWatch();
  if (!operation) return null;
  return (
    <aside aria-label="Import status" className="sticky top-0 z-banner h-0">
      <Banner
        {...appearanceOf(operation)}
        className="absolute inset-x-0 top-0"
        counts={countsOf(operation)}
        progress={operation.status === 'completed' ? 100 : operation.progress}
        progressLabel="Import progress"
        onClose={close}
      />
    </aside>
  );
}

/** Display time after an operation ends (SPEC section 9). */
const SHOWN_MS: Partial<Record<IngestOperation['status'], number>> = { completed: 10_000, failed: 8000 };

/** Returns the operation to show and a function to dismiss it. Refetches all lists when an operation completes. */
function useIngestWatch(): { operation: IngestOperation | null; close: () => void } {
  const client = useQueryClient();
  const { data, dataUpdatedAt, error } = useQuery(ingestStatusQuery());
  const [state, setState] = useState(INITIAL_WATCH);
  const [seenAt, setSeenAt] = useState(0);
  const close = useCallback(() => setState(dismissShown), []);

  if (data && seenAt !== dataUpdatedAt) {
    setSeenAt(dataUpdatedAt);
    setState(watchOperations(state, data.operations));
  }

  useEffect(() => {
    if (state.completions > 0) invalidateRecords(client).catch(() => undefined);
  }, [client, state.completions]);

  const { operation_id, status } = state.operation ?? {};
  useEffect(() => {
    const shownMs = status && SHOWN_MS[status];
    if (!operation_id || !shownMs) return;
    const timer = setTimeout(close, shownMs);
    return () => clearTimeout(timer);
  }, [operation_id, status, close]);

  useEffect(() => {
    // oxlint-disable-next-line no-console -- SPEC section 8: only logged
    if (error) console.warn('Can’t load the ingest status.', error);
  }, [error]);

  return { operation: state.operation, close };
}

/** State of the ingest banner. Operations that ended before the page opened are ignored (SPEC section 4). */
interface IngestWatch {
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
