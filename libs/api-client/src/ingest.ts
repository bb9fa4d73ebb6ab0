import type {
  IngestColumn,
  IngestOperation,
  IngestReport,
  IngestStatus,
  OperationBody,
  OperationQuery,
  UndoBlockers,
  ingestOperations,
} from '@archive/contracts';
import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { ApiError } from './problem.ts';
import { request, requestPage } from './request.ts';

type Operations = typeof ingestOperations;

/** Polling intervals (SPEC section 9). */
export const POLL_ACTIVE_MS = 2000;
export const POLL_IDLE_MS = 60_000;

export type IngestPlanParams = OperationQuery<Operations['plan']>;

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
    queryFn: ({ signal }) => request('ingest.status', { signal }),
    staleTime: 0,
    refetchInterval: (query) => (hasActive(query.state.data) ? POLL_ACTIVE_MS : POLL_IDLE_MS),
    refetchIntervalInBackground: true,
  });

/** One operation with its problems. Polled while active, in case `followIngest` gets no events. */
export const ingestReportQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'report'],
    queryFn: ({ signal }) => request('ingest.get', { params: { operation_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_ACTIVE_MS : false),
  });

/** The planned change for each voyage of the document: `{items, total}`. */
export const ingestPlanQuery = (id: string, query: IngestPlanParams = {}) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'plan', query],
    queryFn: ({ signal }) => requestPage('ingest.plan', { params: { operation_id: id }, query, signal }),
  });

export type IngestNamesParams = OperationQuery<Operations['names']>;

/** The names of people and owners in a preview: `{items, total}`. */
export const ingestNamesQuery = (id: string, query: IngestNamesParams = {}) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'names', query],
    queryFn: ({ signal }) => requestPage('ingest.names', { params: { operation_id: id }, query, signal }),
  });

/**
 * The first rows of a table as the voyages that they would become with these columns. Their cells are those of `table`, so that nothing but
 * them makes the result stale.
 */
export const ingestRowsQuery = (id: string, table: readonly IngestColumn[], body: OperationBody<Operations['rows']>) =>
  queryOptions({
    queryKey: ['ingest-rows', id, table, body],
    queryFn: ({ signal }) => request('ingest.rows', { params: { operation_id: id }, body, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** Where the voyages of a text begin, and what its passages would become. */
export const ingestMarksQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'marks'],
    queryFn: ({ signal }) => request('ingest.marks', { params: { operation_id: id }, signal }),
    // The editor itself changes them: it would lose what isn't saved yet, and the server refuses to read them while it works on the import.
    // Invalidation doesn't refetch them either. The next editor loads them again.
    staleTime: 'static',
    gcTime: 0,
  });

/** The document's text, which line numbers in plan and problems refer to. Rejects with a 409 `ApiError` until it is parsed. */
export const ingestDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.ingest, id, 'document'],
    queryFn: ({ signal }) => request('ingest.document', { params: { operation_id: id }, signal }),
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

/** Longer than for other requests, because documents can be large and connections slow. */
const DOCUMENT_TIMEOUT_MS = 120_000;

export interface DocumentInput {
  file: File;
  dryRun: boolean;
  /** Whether empty fields of the document clear the archive's values. */
  clearEmpty?: boolean;
  /** Whether a preview waits until someone has checked the columns of a table. */
  askColumns?: boolean;
  /** `Idempotency-Key`: the same document with the same key is imported once. */
  idempotencyKey: string;
}

/** Uploads a document and resolves to its operation. */
const sendDocument = ({ file, dryRun, clearEmpty = false, askColumns = false, idempotencyKey }: DocumentInput) =>
  request('ingest.start', {
    query: { dry_run: flag(dryRun), clear_empty: flag(clearEmpty), ask_columns: flag(askColumns) },
    file,
    idempotencyKey,
    timeoutMs: DOCUMENT_TIMEOUT_MS,
  });

const flag = (isSet: boolean) => (isSet ? '1' : '0');

const invalidateIngests = (client: QueryClient) => () => void client.invalidateQueries({ queryKey: keys.ingest });
const invalidateAll = (client: QueryClient) => () => {
  invalidateIngests(client)();
  void invalidateRecords(client);
};

export const startIngestMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: sendDocument, onSuccess: invalidateIngests(client) });

/** Resolves conflicts between curators' values and the document's. If the import has finished, the voyages change immediately. */
export const resolveConflictsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string } & OperationBody<Operations['resolve']>) =>
      request('ingest.resolve', { params: { operation_id: id }, body }),
    onSuccess: invalidateAll(client),
  });

/** Sends decisions about who is meant by the names in a preview. The server then recomputes the preview. */
export const decideNamesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string } & OperationBody<Operations['decide']>) =>
      request('ingest.decide', { params: { operation_id: id }, body }),
    onSuccess: (started, { id }) => {
      // Once the cached operation is active, the page follows its progress.
      client.setQueryData(ingestReportQuery(id).queryKey, (report) => report && { ...report, ...started });
      invalidateIngests(client)();
    },
  });

/** Chooses the field into which each column of a table is imported. The server then recomputes the preview. */
export const mapColumnsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string } & OperationBody<Operations['mapColumns']>) =>
      request('ingest.mapColumns', { params: { operation_id: id }, body }),
    onSuccess: (started, { id }) => {
      client.setQueryData(ingestReportQuery(id).queryKey, (report) => report && { ...report, ...started });
      invalidateIngests(client)();
    },
  });

/** Saves where the voyages of a text begin, and what the parts of its passages are. */
export const markIngestMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string } & OperationBody<Operations['mark']>) =>
      request('ingest.mark', { params: { operation_id: id }, body }),
    onSuccess: (_, { id }) => void client.invalidateQueries({ queryKey: ingestReportQuery(id).queryKey }),
  });

const change = <A, I = string>(client: QueryClient, send: (input: I) => Promise<A>) =>
  mutationOptions({ mutationFn: send, onSuccess: invalidateAll(client) });

export const cancelIngestMutation = (client: QueryClient) =>
  change(client, (id: string) => request('ingest.cancel', { params: { operation_id: id } }));

/** Resumes a failed or canceled operation. */
export const retryIngestMutation = (client: QueryClient) =>
  change(client, (id: string) => request('ingest.retry', { params: { operation_id: id } }));

interface ApplyInput {
  id: string;
  /** Confirms the `removals` of the dry run. */
  confirmRemovals: boolean;
  /** Confirms new voyages on days that already have one. */
  confirmSameDay: boolean;
  /** Confirms that names which need review are imported as the dry run says. */
  confirmNames: boolean;
}

/**
 * Applies a dry run and resolves to the new operation. Voyages that have changed since are skipped as conflicts. Rejects with a 422
 * `ApiError` if the import would remove something and `confirmRemovals` is not set.
 */
export const applyIngestMutation = (client: QueryClient) =>
  change(client, ({ id, confirmRemovals, confirmSameDay, confirmNames }: ApplyInput) =>
    request('ingest.apply', {
      params: { operation_id: id },
      query: {
        ...(confirmRemovals ? { confirm_removals: '1' as const } : {}),
        ...(confirmSameDay ? { confirm_same_day: '1' as const } : {}),
        ...(confirmNames ? { confirm_names: '1' as const } : {}),
      },
    }),
  );

export const approveIngestMutation = (client: QueryClient) =>
  change(client, ({ operation_id, updated_at }: IngestReport) =>
    request('ingest.approve', { params: { operation_id }, body: { updated_at } }),
  );

/** Previews the same document again, or a corrected text of it, and resolves to the new operation. */
export const refreshIngestMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string } & OperationBody<Operations['refresh']>) =>
      request('ingest.refresh', { params: { operation_id: id }, body }),
    onSuccess: invalidateAll(client),
  });

/** Starts undoing an import; `undoing` shows its progress. Rejects with a 409 `ApiError` that lists blockers (`undoBlockersOf`). */
export const undoIngestMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => request('ingest.undo', { params: { operation_id: id } }),
    onSuccess: (started, id) => {
      // Updates the cache before refetching, so that the start shows even if the undo ends immediately.
      client.setQueryData(ingestReportQuery(id).queryKey, (report) => report && { ...report, ...started });
      invalidateAll(client)();
    },
  });

/** The blockers listed in a 409 error of an undo; empty for any other error. */
export function undoBlockersOf(error: unknown): UndoBlockers['blockers'] {
  const blockers = error instanceof ApiError ? error.members['blockers'] : undefined;
  return Array.isArray(blockers) ? (blockers as UndoBlockers['blockers']) : [];
}
