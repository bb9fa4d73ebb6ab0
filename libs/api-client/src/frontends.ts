import type { CallBody, frontendCalls, Published, Registry, RegistryApp } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const MINUTE = 60_000;

type Calls = typeof frontendCalls;

const registry = endpoint<Calls['registry']>('GET', '/mfe/registry.json');
const version = endpoint<Calls['version']>('GET', '/api/frontends/{name}/versions/{version}');
const status = endpoint<Calls['status']>('GET', '/api/frontends');
const history = endpoint<Calls['history']>('GET', '/api/frontends/history');
const promote = endpoint<Calls['promote']>('POST', '/api/frontends/{name}/promote');
const rollback = endpoint<Calls['rollback']>('POST', '/api/frontends/{name}/rollback');
const tokens = endpoint<Calls['tokens']>('GET', '/api/frontends/tokens');
const makeToken = endpoint<Calls['makeToken']>('POST', '/api/frontends/tokens');
const revokeToken = endpoint<Calls['revokeToken']>('DELETE', '/api/frontends/tokens/{token_id}');

/** What is live now for this session. */
export const fetchRegistry = (signal?: AbortSignal): Promise<Registry> => request(registry, signal ? { signal } : {});

/** A published version as the registry would name it; 404 for one that is not published. */
export const publishedVersion = (name: string, number: string): Promise<RegistryApp> =>
  request(version, { params: { name: name as Published, version: number } });

/**
 * What is live now, beginning with what the page was opened with: asked for every 5 minutes, and on coming back to the page when
 * the last answer is older than a minute.
 */
export const registryQuery = (opened: Registry) =>
  queryOptions({
    queryKey: keys.registry,
    queryFn: ({ signal }) => request(registry, { signal }),
    initialData: opened,
    staleTime: MINUTE,
    refetchInterval: 5 * MINUTE,
    refetchOnWindowFocus: true,
    retry: false,
  });

/** What is live, since when, by whom, and how each version does: asked for every half minute while it is on the screen. */
export const frontendsQuery = () =>
  queryOptions({
    queryKey: [...keys.frontends, 'status'],
    queryFn: ({ signal }) => request(status, { signal }),
    staleTime: 0,
    refetchInterval: MINUTE / 2,
  });

/** The last revisions, newest first. */
export const frontendHistoryQuery = () =>
  queryOptions({
    queryKey: [...keys.frontends, 'history'],
    queryFn: ({ signal }) => request(history, { signal }),
    staleTime: 0,
  });

export const deployTokensQuery = () =>
  queryOptions({
    queryKey: [...keys.frontends, 'tokens'],
    queryFn: ({ signal }) => request(tokens, { signal }),
    staleTime: 0,
  });

const changed = (client: QueryClient) => () =>
  Promise.all([keys.frontends, keys.registry].map((queryKey) => client.invalidateQueries({ queryKey })));

/** `revision` is the one that the person looked at: when another is live by then, nothing is changed (409). */
export const promoteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, ...body }: { name: Published } & CallBody<Calls['promote']>) =>
      request(promote, { params: { name }, body }),
    onSettled: changed(client),
  });

/** Ends a canary, or makes the version before live again. */
export const rollbackMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, revision }: { name: Published; revision: number }) =>
      request(rollback, { params: { name }, body: { revision } }),
    onSettled: changed(client),
  });

/** Answers the token itself, which is shown this once. */
export const makeTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallBody<Calls['makeToken']>) => request(makeToken, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.frontends }),
  });

export const revokeTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (token_id: number) => request(revokeToken, { params: { token_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.frontends }),
  });
