import type { ingestCalls, IngestOperation, IngestStatus } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

/** Polling of the ingest, SPEC section 9. */
export const POLL_ACTIVE_MS = 2000;
export const POLL_IDLE_MS = 60_000;

const status = endpoint<(typeof ingestCalls)['status']>('GET', '/api/curator/ingest-status');

export const isActive = (operation: Pick<IngestOperation, 'status'>): boolean =>
  operation.status === 'initializing' || operation.status === 'running';

export const hasActive = (answer: IngestStatus | undefined): boolean => answer?.operations.some(isActive) ?? false;

/** The operations, newest first: asked for every 2 s while one is active, else every 60 s, in a hidden page too. */
export const ingestStatusQuery = () =>
  queryOptions({
    queryKey: [...keys.ingest, 'status'],
    queryFn: ({ signal }) => request(status, { signal }),
    staleTime: 0,
    refetchInterval: (query) => (hasActive(query.state.data) ? POLL_ACTIVE_MS : POLL_IDLE_MS),
    refetchIntervalInBackground: true,
  });
