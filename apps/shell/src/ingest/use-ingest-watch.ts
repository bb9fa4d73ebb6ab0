import { ingestStatusQuery, invalidateRecords } from '@archive/api-client';
import type { IngestOperation } from '@archive/contracts';
import { useQuery, useQueryClient } from '@archive/query';
import { useCallback, useEffect, useState } from 'react';
import { dismissShown, INITIAL_WATCH, watchOperations } from './ingest-watch.ts';

/** Display time after an operation ends (SPEC section 9). */
const SHOWN_MS: Partial<Record<IngestOperation['status'], number>> = { completed: 10_000, failed: 8000 };

/** Returns the operation to show and a function to dismiss it. Refetches all lists when an operation completes. */
export function useIngestWatch(): { operation: IngestOperation | null; close: () => void } {
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
