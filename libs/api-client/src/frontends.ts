import type {
  frontendOperations,
  OperationBody,
  Registry,
  RemoteDescriptionInput,
  VersionDetails,
} from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { request } from './request.ts';

const MINUTE = 60_000;

type Operations = typeof frontendOperations;

/** Fetches the registry for this session. */
export const fetchRegistry = (signal?: AbortSignal): Promise<Registry> =>
  request('frontends.registry', signal ? { signal } : {});

/** A published version, with its registry entry. Rejects with a 404 `ApiError` if it isn't published. */
export const publishedVersion = (name: string, version: string): Promise<VersionDetails> =>
  request('frontends.version', { params: { name, version } });

/** Lets this session load a version that is not released, once its user has agreed. */
export const startPreview = (name: string, version: string): Promise<void> =>
  request('frontends.startPreview', { params: { name }, body: { version } });

export const endPreview = (name: string): Promise<void> => request('frontends.endPreview', { params: { name } });

/** The registry, starting with the one that the page was loaded with. Polled every 5 minutes, and on focus if older than a minute. */
export const registryQuery = (initialRegistry: Registry) =>
  queryOptions({
    queryKey: keys.registry,
    queryFn: ({ signal }) => request('frontends.registry', { signal }),
    initialData: initialRegistry,
    staleTime: MINUTE,
    refetchInterval: 5 * MINUTE,
    refetchOnWindowFocus: true,
    retry: false,
  });

const RELEASES = 'archive-releases';

/**
 * Refetches the registry within seconds of each release, and the session when the server ends the stream, as it does when the session or
 * its account ends. The tabs of a browser share one event stream, because browsers limit the number of
 * open connections to a server. Returns a function that closes the stream.
 */
export function followReleases(client: QueryClient): () => void {
  if (typeof EventSource === 'undefined' || typeof BroadcastChannel === 'undefined' || !('locks' in navigator))
    return () => undefined;
  const stop = new AbortController();
  const tabs = new BroadcastChannel(RELEASES);
  const onRevision = (revision: number | null) => {
    if (revision === null) {
      void client.invalidateQueries({ queryKey: keys.session });
      return;
    }
    const cachedRegistry = client.getQueryData<Registry>(keys.registry);
    if (cachedRegistry?.revision !== revision) void client.invalidateQueries({ queryKey: keys.registry });
  };
  tabs.addEventListener('message', ({ data }: MessageEvent<number | null>) => onRevision(data));
  const follow = () => {
    const events = new EventSource('/api/frontends/events');
    events.addEventListener('revision', ({ data }: MessageEvent<string>) => {
      onRevision(Number(data));
      tabs.postMessage(Number(data));
    });
    events.addEventListener('error', () => {
      onRevision(null);
      tabs.postMessage(null);
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
    queryFn: ({ signal }) => request('frontends.status', { signal }),
    staleTime: 0,
    refetchInterval: MINUTE / 2,
  });

/** Recent revisions, newest first. */
export const frontendHistoryQuery = () =>
  queryOptions({
    queryKey: [...keys.frontends, 'history'],
    queryFn: ({ signal }) => request('frontends.history', { signal }),
    staleTime: 0,
  });

const invalidate = (client: QueryClient) => () =>
  Promise.all([keys.frontends, keys.registry].map((queryKey) => client.invalidateQueries({ queryKey })));

/** Makes a version live. `revision` is the registry revision on screen. Rejects with a 409 `ApiError` if it's no longer current. */
export const promoteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, ...body }: { name: string } & OperationBody<Operations['promote']>) =>
      request('frontends.promote', { params: { name }, body }),
    onSettled: invalidate(client),
  });

/** Registers a micro-frontend, or changes its description. */
export const registerMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, description }: { name: string; description: RemoteDescriptionInput }) =>
      request('frontends.register', { params: { name }, body: description }),
    onSettled: invalidate(client),
  });

/** Retires a micro-frontend: the archive no longer shows it. Its history is kept. */
export const retireMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (name: string) => request('frontends.retire', { params: { name } }),
    onSettled: invalidate(client),
  });

/** Ends a canary, or makes the previous version live again. */
export const rollbackMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, revision }: { name: string; revision: number }) =>
      request('frontends.rollback', { params: { name }, body: { revision } }),
    onSettled: invalidate(client),
  });
