import type { CallQuery, storageCalls } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Storage = typeof storageCalls;
export type FindingKind = NonNullable<CallQuery<Storage['findings']>['kind']>;

const status = endpoint<Storage['status']>('GET', '/api/curator/storage/check');
const begin = endpoint<Storage['begin']>('POST', '/api/curator/storage/check');
const cancel = endpoint<Storage['cancel']>('POST', '/api/curator/storage/check/cancel');
const findings = endpoint<Storage['findings']>('GET', '/api/curator/storage/findings');
const adopt = endpoint<Storage['adopt']>('POST', '/api/curator/storage/findings/{finding_id}/adopt');
const relink = endpoint<Storage['relink']>('POST', '/api/curator/storage/findings/{finding_id}/relink');
const accept = endpoint<Storage['accept']>('POST', '/api/curator/storage/findings/{finding_id}/accept');
const undo = endpoint<Storage['undo']>('POST', '/api/curator/storage/findings/{finding_id}/undo');

/** Below the media: whatever changes a record may settle something. */
const KEY = [...keys.media, 'storage'];
const RUNNING_MS = 1000;

/** How far looking through storage is, asked for again and again while it goes on. */
export const storageStatusQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'status'],
    queryFn: ({ signal }) => request(status, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.check?.state === 'running' ? RUNNING_MS : false),
  });

/** What is to be settled: `{items, total}`. `at` is that of the status it belongs to. */
export const findingsQuery = (kind: FindingKind, limit: number, at: string) =>
  queryOptions({
    queryKey: [...KEY, 'findings', kind, limit, at],
    queryFn: ({ signal }) => requestPage(findings, { query: { kind, limit }, signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });

const statusAtOnce = (client: QueryClient) => () => void client.invalidateQueries({ queryKey: KEY });
const allAtOnce = (client: QueryClient) => () => void invalidateRecords(client);

export const beginCheckMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request(begin, {}), onSuccess: statusAtOnce(client) });

export const cancelCheckMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request(cancel, {}), onSuccess: statusAtOnce(client) });

/** Makes a record of a file that has none. */
export const adoptFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, title }: { id: number; title?: string }) =>
      request(adopt, { params: { finding_id: id }, body: { title } }),
    onSuccess: allAtOnce(client),
  });

/** Gives a record the file at a path, which is what its own was. */
export const relinkFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, path }: { id: number; path: string }) =>
      request(relink, { params: { finding_id: id }, body: { path } }),
    onSuccess: allAtOnce(client),
  });

/** Takes a changed file as the right one. */
export const acceptFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => request(accept, { params: { finding_id: id } }),
    onSuccess: allAtOnce(client),
  });

/** Undoes what a finding was settled by. */
export const undoSettlingMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => request(undo, { params: { finding_id: id } }),
    onSuccess: allAtOnce(client),
  });
