import type { HistoryKind, historyOperations, OperationQuery } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { request, requestPage } from './request.ts';

type Operations = typeof historyOperations;

export type { HistoryKind } from '@archive/contracts';
export type ChangesParams = OperationQuery<Operations['changes']>;
export type DeletedParams = OperationQuery<Operations['deleted']>;

/** Refetches records in the background, without delaying the mutation. */
const refetchRecords = (client: QueryClient) => () => void invalidateRecords(client);

/** A page of the changes of all records, newest first. Always fetched again, because other users change records too. */
export const changesQuery = (params: ChangesParams = {}) =>
  queryOptions({
    queryKey: [...keys.history, 'all', params],
    queryFn: ({ signal }) => request('history.changes', { query: params, signal }),
    staleTime: 0,
  });

/** The deletion of a record that no longer exists. Rejects with a 404 if the record exists or never existed. */
export const deletedQuery = (params: DeletedParams) =>
  queryOptions({
    queryKey: [...keys.history, 'deleted', params],
    queryFn: ({ signal }) => request('history.deleted', { query: params, signal }),
  });

/** The changes of one record, newest first: `{items, total}`. */
export const historyQuery = (kind: HistoryKind, slug: string, limit = 100) =>
  queryOptions({
    queryKey: [...keys.history, kind, slug, limit],
    queryFn: ({ signal }) => requestPage('history.list', { params: { kind, slug }, query: { limit }, signal }),
  });

/** What a restore of the version before a revision would change. Always fetched again. */
export const restorePreviewQuery = (kind: HistoryKind, slug: string, revision: number) =>
  queryOptions({
    queryKey: [...keys.history, kind, slug, 'preview', revision],
    queryFn: ({ signal }) => request('history.preview', { params: { kind, slug, revision }, signal }),
    staleTime: 0,
  });

/** Restores a record to its state before a revision. */
export const restoreMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ kind, slug, revision }: { kind: HistoryKind; slug: string; revision: number }) =>
      request('history.restore', { params: { kind, slug, revision } }),
    onSuccess: refetchRecords(client),
  });

/** Undoes the deletion of a record and of its relations. */
export const undeleteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ kind, slug }: { kind: HistoryKind; slug: string }) => {
      const { items } = await requestPage('history.list', { params: { kind, slug }, query: { limit: 1 } });
      const [last] = items;
      if (last?.action !== 'delete') throw new Error('There is no deletion to undo.');
      return request('history.restore', { params: { kind, slug, revision: last.revision } });
    },
    onSuccess: refetchRecords(client),
  });
