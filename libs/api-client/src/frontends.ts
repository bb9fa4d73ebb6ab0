import type {
  frontendOperations,
  OperationBody,
  Registry,
  RemoteDescriptionInput,
  VersionDetails,
} from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const MINUTE = 60_000;

type Operations = typeof frontendOperations;

const registry = endpoint<Operations['registry']>('GET', '/mfe/registry.json');
const versionDetails = endpoint<Operations['version']>('GET', '/api/frontends/{name}/versions/{version}');
const startPreviewing = endpoint<Operations['startPreview']>('PUT', '/api/frontends/{name}/preview');
const endPreviewing = endpoint<Operations['endPreview']>('DELETE', '/api/frontends/{name}/preview');
const status = endpoint<Operations['status']>('GET', '/api/frontends');
const history = endpoint<Operations['history']>('GET', '/api/frontends/history');
const register = endpoint<Operations['register']>('PUT', '/api/frontends/{name}');
const retire = endpoint<Operations['retire']>('DELETE', '/api/frontends/{name}');
const promote = endpoint<Operations['promote']>('POST', '/api/frontends/{name}/promote');
const rollback = endpoint<Operations['rollback']>('POST', '/api/frontends/{name}/rollback');

/** Fetches the registry for this session. */
export const fetchRegistry = (signal?: AbortSignal): Promise<Registry> => request(registry, signal ? { signal } : {});

/** A published version, with its registry entry. Rejects with a 404 `ApiError` if it isn't published. */
export const publishedVersion = (name: string, version: string): Promise<VersionDetails> =>
  request(versionDetails, { params: { name, version } });

/** Lets this session load a version that is not released, once its user has agreed. */
export const startPreview = (name: string, version: string): Promise<void> =>
  request(startPreviewing, { params: { name }, body: { version } });

export const endPreview = (name: string): Promise<void> => request(endPreviewing, { params: { name } });

/** The registry, starting with the one that the page was loaded with. Polled every 5 minutes, and on focus if older than a minute. */
export const registryQuery = (initialRegistry: Registry) =>
  queryOptions({
    queryKey: keys.registry,
    queryFn: ({ signal }) => request(registry, { signal }),
    initialData: initialRegistry,
    staleTime: MINUTE,
    refetchInterval: 5 * MINUTE,
    refetchOnWindowFocus: true,
    retry: false,
  });

const RELEASES = 'archive-releases';

/**
 * Refetches the registry within seconds of each release. The tabs of a browser share one event stream, because browsers limit the number of
 * open connections to a server. Returns a function that closes the stream.
 */
export function followReleases(client: QueryClient): () => void {
  if (typeof EventSource === 'undefined' || typeof BroadcastChannel === 'undefined' || !('locks' in navigator))
    return () => undefined;
  const stop = new AbortController();
  const tabs = new BroadcastChannel(RELEASES);
  const onRevision = (revision: number) => {
    const cachedRegistry = client.getQueryData<Registry>(keys.registry);
    if (cachedRegistry?.revision !== revision) void client.invalidateQueries({ queryKey: keys.registry });
  };
  tabs.addEventListener('message', ({ data }: MessageEvent<number>) => onRevision(data));
  const follow = () => {
    const events = new EventSource('/api/frontends/events');
    events.addEventListener('revision', ({ data }: MessageEvent<string>) => {
      onRevision(Number(data));
      tabs.postMessage(Number(data));
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    stop.signal.addEventListener('abort', () => {
      events.close();
      resolve();
    });
    return promise;
  };
  // When this tab closes, another tab acquires the lock and opens the stream.
  navigator.locks.request(RELEASES, { signal: stop.signal }, follow).catch(() => undefined);
  return () => {
    stop.abort();
    tabs.close();
  };
}

/** Live versions and their health, polled every 30 seconds. */
export const frontendsQuery = () =>
  queryOptions({
    queryKey: [...keys.frontends, 'status'],
    queryFn: ({ signal }) => request(status, { signal }),
    staleTime: 0,
    refetchInterval: MINUTE / 2,
  });

/** Recent revisions, newest first. */
export const frontendHistoryQuery = () =>
  queryOptions({
    queryKey: [...keys.frontends, 'history'],
    queryFn: ({ signal }) => request(history, { signal }),
    staleTime: 0,
  });

const invalidate = (client: QueryClient) => () =>
  Promise.all([keys.frontends, keys.registry].map((queryKey) => client.invalidateQueries({ queryKey })));

/** Makes a version live. `revision` is the registry revision on screen. Rejects with a 409 `ApiError` if it's no longer current. */
export const promoteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, ...body }: { name: string } & OperationBody<Operations['promote']>) =>
      request(promote, { params: { name }, body }),
    onSettled: invalidate(client),
  });

/** Registers a micro-frontend, or changes its description. */
export const registerMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, description }: { name: string; description: RemoteDescriptionInput }) =>
      request(register, { params: { name }, body: description }),
    onSettled: invalidate(client),
  });

/** Retires a micro-frontend: the archive no longer shows it. Its history is kept. */
export const retireMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (name: string) => request(retire, { params: { name } }),
    onSettled: invalidate(client),
  });

/** Ends a canary, or makes the previous version live again. */
export const rollbackMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, revision }: { name: string; revision: number }) =>
      request(rollback, { params: { name }, body: { revision } }),
    onSettled: invalidate(client),
  });
