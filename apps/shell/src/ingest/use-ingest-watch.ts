import { ingestStatusQuery, invalidateRecords } from '@archive/api-client';
import type { IngestOperation } from '@archive/contracts';
import { useQuery, useQueryClient } from '@archive/query';
import { useCallback, useEffect, useState } from 'react';
import { closeShown, NOTHING_WATCHED, watchOperations } from './ingest-watch.ts';

/** How long the end of an operation is shown (SPEC section 9). */
const SHOWN_MS: Partial<Record<IngestOperation['status'], number>> = { completed: 10_000, failed: 8000 };

/** The operation to show, if any, and the function that closes it. A completed one brings every list up to date. */
export function useIngestWatch(): { shown: IngestOperation | null; close: () => void } {
  const client = useQueryClient();
  const { data, dataUpdatedAt, error } = useQuery(ingestStatusQuery());
  const [state, setState] = useState(NOTHING_WATCHED);
  const [seenAt, setSeenAt] = useState(0);
  const close = useCallback(() => setState(closeShown), []);

  if (data && seenAt !== dataUpdatedAt) {
    setSeenAt(dataUpdatedAt);
    setState(watchOperations(state, data.operations));
  }

  useEffect(() => {
    if (state.completions > 0) invalidateRecords(client).catch(() => undefined);
  }, [client, state.completions]);

  const { operation_id, status } = state.shown ?? {};
  useEffect(() => {
    const shownMs = status && SHOWN_MS[status];
    if (!operation_id || !shownMs) return;
    const timer = setTimeout(close, shownMs);
    return () => clearTimeout(timer);
  }, [operation_id, status, close]);

  useEffect(() => {
    // oxlint-disable-next-line no-console -- logged and nothing else: SPEC section 8
    if (error) console.warn('The status of the ingest could not be read.', error);
  }, [error]);

  return { shown: state.shown, close };
}
