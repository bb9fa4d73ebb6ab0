import type {
  OperationResponse,
  OperationQuery,
  Resolution,
  storageOperations,
  StorageDiscrepancy,
} from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { messageOf } from './problem.ts';
import { request, requestPage } from './request.ts';

type Storage = typeof storageOperations;
export type DiscrepancyKind = NonNullable<OperationQuery<Storage['discrepancies']>['kind']>;

/** Below the media key, because any change to a media record may resolve a discrepancy. */
const KEY = [...keys.media, 'storage'];
const RUNNING_MS = 1000;

/** Progress of the storage check, polled while it runs. */
export const storageStatusQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'status'],
    queryFn: ({ signal }) => request('storage.status', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.check?.state === 'running' ? RUNNING_MS : false),
  });

/** Unresolved discrepancies: `{items, total}`. `at` is the time of the check they belong to. */
export const discrepanciesQuery = (kind: DiscrepancyKind, limit: number, checkKey: string) =>
  queryOptions({
    queryKey: [...KEY, 'discrepancies', kind, limit, checkKey],
    queryFn: ({ signal }) => requestPage('storage.discrepancies', { query: { kind, limit }, signal }),
    staleTime: 0,
    placeholderData: (previous) => previous,
  });

const refetchStatus = (client: QueryClient) => () => void client.invalidateQueries({ queryKey: KEY });
const refetchRecords = (client: QueryClient) => () => void invalidateRecords(client);

export const startCheckMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request('storage.start'), onSuccess: refetchStatus(client) });

export const cancelCheckMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request('storage.cancel'), onSuccess: refetchStatus(client) });

/** Creates a record for a file without one. */
export const addToLibraryMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, title }: { id: number; title?: string }) =>
      request('storage.addToLibrary', { params: { discrepancy_id: id }, body: { title } }),
    onSuccess: refetchRecords(client),
  });

/** Points a record to the new path of its moved file. */
export const relinkFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, path }: { id: number; path: string }) =>
      request('storage.relink', { params: { discrepancy_id: id }, body: { path } }),
    onSuccess: refetchRecords(client),
  });

/** Accepts a changed file as the current one. */
export const keepChangedFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => request('storage.keepChangedFile', { params: { discrepancy_id: id } }),
    onSuccess: refetchRecords(client),
  });

/** Undoes the resolution of a discrepancy. */
export const undoResolutionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => request('storage.undo', { params: { discrepancy_id: id } }),
    onSuccess: refetchRecords(client),
  });

const PAGE_SIZE = 1000;
const BATCH_SIZE = 25;

/** All discrepancies to which a resolution applies, sorted by path. */
export async function fetchResolvableBy(resolution: Resolution): Promise<StorageDiscrepancy[]> {
  const all: StorageDiscrepancy[] = [];
  for (let total = 1; all.length < total;) {
    const next = await requestPage('storage.discrepancies', {
      query: { resolved_by: resolution, limit: PAGE_SIZE, offset: all.length },
    });
    if (next.items.length === 0) break;
    all.push(...next.items);
    total = next.total;
  }
  return all;
}

/** @deprecated Renamed to `fetchResolvableBy`. The next major version removes it. */
export const fetchUnresolved = fetchResolvableBy;

/** Results of a bulk resolution, by discrepancy id. */
export interface ResolvedDiscrepancies {
  resolved: number[];
  failures: { id: number; reason: string }[];
}

interface BulkInput {
  ids: readonly number[];
  /** Called with the number processed. */
  onProgress: (processed: number) => void;
}

/**
 * Runs a bulk operation in batches. A failed batch doesn't stop the others;
 * items that the server didn't get to within its time limit are sent again.
 */
async function inBatches(
  { ids, onProgress }: BulkInput,
  call: (batch: number[]) => Promise<OperationResponse<Storage['bulkResolve']>>,
): Promise<ResolvedDiscrepancies> {
  const outcome: ResolvedDiscrepancies = { resolved: [], failures: [] };
  let remaining = [...ids];
  while (remaining.length > 0) {
    const batch = remaining.slice(0, BATCH_SIZE);
    try {
      const { resolved, failures } = await call(batch);
      outcome.resolved.push(...resolved);
      outcome.failures.push(...failures.map(({ discrepancy_id: id, reason }) => ({ id, reason })));
      const processed = new Set([...resolved, ...failures.map(({ discrepancy_id }) => discrepancy_id)]);
      if (processed.size === 0) throw new Error('No discrepancies were resolved.');
      remaining = remaining.filter((id) => !processed.has(id));
    } catch (error) {
      outcome.failures.push(...batch.map((id) => ({ id, reason: messageOf(error) })));
      remaining = remaining.slice(batch.length);
    }
    onProgress(ids.length - remaining.length);
  }
  return outcome;
}

/** Resolves discrepancies of the check `checkId` with one resolution. */
export const bulkResolveMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ by, checkId, ...input }: BulkInput & { by: Resolution; checkId: number }) =>
      inBatches(input, (discrepancy_ids) =>
        request('storage.bulkResolve', { body: { by, check_id: checkId, discrepancy_ids } }),
      ),
    onSettled: refetchRecords(client),
  });

/** Undoes the resolution of multiple discrepancies. */
export const bulkUndoResolutionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: BulkInput) =>
      inBatches(input, (discrepancy_ids) => request('storage.bulkUndo', { body: { discrepancy_ids } })),
    onSettled: refetchRecords(client),
  });
