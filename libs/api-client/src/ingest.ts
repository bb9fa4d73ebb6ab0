import type {
  OperationBody,
  OperationQuery,
  ingestOperations,
  IngestOperation,
  IngestReport,
  IngestStatus,
  IngestColumn,
} from '@archive/contracts';
import { keepPreviousData, type QueryClient, queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Operations = typeof ingestOperations;

/** Polling intervals (SPEC section 9). */
export const POLL_ACTIVE_MS = 2000;
export const POLL_IDLE_MS = 60_000;

export type IngestPlanParams = OperationQuery<Operations['plan']>;

const status = endpoint<Operations['status']>('GET', '/api/curator/ingest-status');
const get = endpoint<Operations['get']>('GET', '/api/curator/ingest/{operation_id}');
const plan = endpoint<Operations['plan']>('GET', '/api/curator/ingest/{operation_id}/plan');
const names = endpoint<Operations['names']>('GET', '/api/curator/ingest/{operation_id}/names');
const rows = endpoint<Operations['rows']>('POST', '/api/curator/ingest/{operation_id}/rows');
const document = endpoint<Operations['document']>('GET', '/api/curator/ingest/{operation_id}/document');

const urlOf = (path: Operations['events' | 'report']['path'], id: string) =>
  path.replace('{operation_id}', encodeURIComponent(id));

export const isActive = (operation: Pick<IngestOperation, 'status'>): boolean =>
  operation.status === 'initializing' || operation.status === 'running';

/** Importing or undoing. */
const isBusy = (operation: IngestOperation): boolean => isActive(operation) || operation.undoing !== null;

export const hasActive = (response: IngestStatus | undefined): boolean => response?.operations.some(isBusy) ?? false;

/** Operations, newest first. Polled every 2 s while one is active, otherwise every 60 s, even if the page is hidden. */
export const ingestStatusQuery = () =>
  queryOptions({
    queryKey: [...keys.ingest, 'status'],
    queryFn: ({ signal }) => request(status, { signal }),
    staleTime: 0,
    refetchInterval: (query) => (hasActive(query.state.data) ? POLL_ACTIVE_MS : POLL_IDLE_MS),
    refetchIntervalInBackground: true,
  });

/** One operation with its problems. Polled while active, in case `followIngest` gets no events. */
export const ingestReportQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'report'],
    queryFn: ({ signal }) => request(get, { params: { operation_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_ACTIVE_MS : false),
  });

/** The planned change for each voyage of the document: `{items, total}`. */
export const ingestPlanQuery = (id: string, query: IngestPlanParams = {}) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'plan', query],
    queryFn: ({ signal }) => requestPage(plan, { params: { operation_id: id }, query, signal }),
  });

export type IngestNamesParams = OperationQuery<Operations['names']>;

/** The names of people and owners in a preview: `{items, total}`. */
export const ingestNamesQuery = (id: string, query: IngestNamesParams = {}) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'names', query],
    queryFn: ({ signal }) => requestPage(names, { params: { operation_id: id }, query, signal }),
  });

/**
 * The first rows of a table as the voyages that they would become with these columns. Their cells are those of `table`, so that nothing but
 * them makes the result stale.
 */
export const ingestRowsQuery = (id: string, table: readonly IngestColumn[], body: OperationBody<Operations['rows']>) =>
  queryOptions({
    queryKey: ['ingest-rows', id, table, body],
    queryFn: ({ signal }) => request(rows, { params: { operation_id: id }, body, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** The document's text, which line numbers in plan and problems refer to. Rejects with a 409 `ApiError` until it is parsed. */
export const ingestDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'document'],
    queryFn: ({ signal }) => request(document, { params: { operation_id: id }, signal }),
    staleTime: Infinity,
  });

/** URL of the CSV report, for a download link. */
export const ingestReportUrl = (id: string) => urlOf('/api/curator/ingest/{operation_id}/report.csv', id);

/**
 * Streams the changes of an active operation into the cache of `ingestReportQuery`. Returns a function that closes the stream and refetches
 * everything about the operation; call it once the operation has ended.
 */
export function followIngest(client: QueryClient, id: string): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: keys.ingest });
  if (typeof EventSource === 'undefined') return refetch;
  const events = new EventSource(urlOf('/api/curator/ingest/{operation_id}/events', id));
  events.addEventListener('operation', ({ data }: MessageEvent<string>) => {
    const operation = JSON.parse(data) as IngestOperation;
    client.setQueryData<IngestReport>(
      ingestReportQuery(id).queryKey,
      (report) => report && { ...report, ...operation },
    );
    if (!isBusy(operation)) events.close();
  });
  return () => {
    events.close();
    refetch();
  };
}
