import type { CallAnswer, CallQuery, Settling, storageCalls, StorageFinding } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { messageOf } from './problem.ts';
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
const settleSome = endpoint<Storage['settleSeveral']>('POST', '/api/curator/storage/findings/settle-several');
const undoSome = endpoint<Storage['undoSeveral']>('POST', '/api/curator/storage/findings/undo-several');

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

const PAGE = 1000;
const PER_CALL = 25;

/** All that a way of settling fits, by their path: what is about to be done is done to these and to no others. */
export async function fetchToSettle(by: Settling): Promise<StorageFinding[]> {
  const all: StorageFinding[] = [];
  for (let total = 1; all.length < total;) {
    const next = await requestPage(findings, { query: { settled_by: by, limit: PAGE, offset: all.length } });
    if (next.items.length === 0) break;
    all.push(...next.items);
    total = next.total;
  }
  return all;
}

/** What became of findings, by their ids. */
export interface SettledFindings {
  settled: number[];
  failures: { id: number; reason: string }[];
}

interface SettleInput {
  ids: readonly number[];
  /** Told how many have been tried. */
  onProgress: (tried: number) => void;
}

/** Goes through findings, so many at a time; what fails stops nothing else, and what was left for want of time is asked again. */
async function inCalls(
  { ids, onProgress }: SettleInput,
  call: (some: number[]) => Promise<CallAnswer<Storage['settleSeveral']>>,
): Promise<SettledFindings> {
  const outcome: SettledFindings = { settled: [], failures: [] };
  let left = [...ids];
  while (left.length > 0) {
    const some = left.slice(0, PER_CALL);
    try {
      const { settled, failures } = await call(some);
      outcome.settled.push(...settled);
      outcome.failures.push(...failures.map(({ finding_id: id, reason }) => ({ id, reason })));
      const tried = new Set([...settled, ...failures.map(({ finding_id }) => finding_id)]);
      if (tried.size === 0) throw new Error('The archive has settled none of them.');
      left = left.filter((id) => !tried.has(id));
    } catch (error) {
      outcome.failures.push(...some.map((id) => ({ id, reason: messageOf(error) })));
      left = left.slice(some.length);
    }
    onProgress(ids.length - left.length);
  }
  return outcome;
}

/** Settles findings the same way, as they were after the run `checkId`. */
export const settleSeveralMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ by, checkId, ...input }: SettleInput & { by: Settling; checkId: number }) =>
      inCalls(input, (finding_ids) => request(settleSome, { body: { by, check_id: checkId, finding_ids } })),
    onSettled: allAtOnce(client),
  });

/** Undoes what findings were settled by: adopted, relinked or accepted. */
export const undoSeveralSettlingsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: SettleInput) => inCalls(input, (finding_ids) => request(undoSome, { body: { finding_ids } })),
    onSettled: allAtOnce(client),
  });
