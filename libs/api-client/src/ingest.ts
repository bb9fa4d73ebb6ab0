import type { CallQuery, ingestCalls, IngestOperation, IngestReport, IngestStatus } from '@archive/contracts';
import { type QueryClient, queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Calls = typeof ingestCalls;

/** Polling of the ingest, SPEC section 9. */
export const POLL_ACTIVE_MS = 2000;
export const POLL_IDLE_MS = 60_000;

export type IngestPlanParams = CallQuery<Calls['plan']>;

const status = endpoint<Calls['status']>('GET', '/api/curator/ingest-status');
const get = endpoint<Calls['get']>('GET', '/api/curator/ingest/{operation_id}');
const plan = endpoint<Calls['plan']>('GET', '/api/curator/ingest/{operation_id}/plan');
const document = endpoint<Calls['document']>('GET', '/api/curator/ingest/{operation_id}/document');

const addressOf = (path: Calls['events' | 'report']['path'], id: string) =>
  path.replace('{operation_id}', encodeURIComponent(id));

export const isActive = (operation: Pick<IngestOperation, 'status'>): boolean =>
  operation.status === 'initializing' || operation.status === 'running';

/** Being taken in, or taken back. */
const isAtWork = (operation: IngestOperation): boolean => isActive(operation) || operation.undoing !== null;

export const hasActive = (answer: IngestStatus | undefined): boolean => answer?.operations.some(isAtWork) ?? false;

/** The operations, newest first: asked for every 2 s while one is active, else every 60 s, in a hidden page too. */
export const ingestStatusQuery = () =>
  queryOptions({
    queryKey: [...keys.ingest, 'status'],
    queryFn: ({ signal }) => request(status, { signal }),
    staleTime: 0,
    refetchInterval: (query) => (hasActive(query.state.data) ? POLL_ACTIVE_MS : POLL_IDLE_MS),
    refetchIntervalInBackground: true,
  });

/** One operation with its problems: asked for again and again while it is active, for when `followIngest` hears nothing. */
export const ingestReportQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'report'],
    queryFn: ({ signal }) => request(get, { params: { operation_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_ACTIVE_MS : false),
  });

/** What becomes of each voyage of its document: `{items, total}`. */
export const ingestPlanQuery = (id: string, query: IngestPlanParams = {}) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'plan', query],
    queryFn: ({ signal }) => requestPage(plan, { params: { operation_id: id }, query, signal }),
  });

/** The text whose lines plan and problems count; an `ApiError` 409 until it has been read. It never changes. */
export const ingestDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'document'],
    queryFn: ({ signal }) => request(document, { params: { operation_id: id }, signal }),
    staleTime: Infinity,
  });

/** Address of the report as CSV, for a link that downloads it. */
export const ingestReportAddress = (id: string) => addressOf('/api/curator/ingest/{operation_id}/report.csv', id);

/**
 * Listens to an operation that is at work: each change goes into the cache of `ingestReportQuery` as it happens. The answer stops
 * listening, and has all that is known of the operation asked for anew: it is called when the work is over, however that was heard, by
 * events or by the query's own asking where the browser hears none.
 */
export function followIngest(client: QueryClient, id: string): () => void {
  const askAnew = () => void client.invalidateQueries({ queryKey: keys.ingest });
  if (typeof EventSource === 'undefined') return askAnew;
  const events = new EventSource(addressOf('/api/curator/ingest/{operation_id}/events', id));
  events.addEventListener('operation', ({ data }: MessageEvent<string>) => {
    const operation = JSON.parse(data) as IngestOperation;
    client.setQueryData<IngestReport>(
      ingestReportQuery(id).queryKey,
      (report) => report && { ...report, ...operation },
    );
    if (!isAtWork(operation)) events.close();
  });
  return () => {
    events.close();
    askAnew();
  };
}
