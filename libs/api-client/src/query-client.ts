import { QueryClient } from '@archive/query';
import { ApiError, isUnavailable } from './problem.ts';

const MINUTE = 60_000;
const RETRY_DELAY_MS = 1000;
const MAX_RETRY_AFTER_S = 5;

/** Refetch interval of a query that failed because the server is unavailable. */
export const UNAVAILABLE_RETRY_MS = 5000;

/** Retries once, and only errors that may be transient. */
function retry(failures: number, error: Error): boolean {
  return failures < 1 && (!(error instanceof ApiError) || isUnavailable(error) || error.status >= 500);
}

function retryDelay(_failures: number, error: Error): number {
  const retryAfter = error instanceof ApiError ? error.retry_after : undefined;
  return retryAfter === undefined ? RETRY_DELAY_MS : Math.min(retryAfter, MAX_RETRY_AFTER_S) * 1000;
}

/**
 * The page's query client: stale after 5 minutes, garbage-collected after 10, one retry, no refetch on focus. A query that failed because
 * the server is unavailable refetches until it succeeds. It stays in the error state during the refetches, so that the page doesn't flicker
 * between error and loading. Mutations are never retried.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        refetchOnWindowFocus: false,
        // A server on the same machine can be reached without a network.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry,
        retryDelay,
        refetchInterval: (query) => (isUnavailable(query.state.error) ? UNAVAILABLE_RETRY_MS : false),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const lastErrors = new WeakMap<object, Error>();
  client.getQueryCache().subscribe(({ query, ...event }) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'error') lastErrors.set(query, event.action.error as Error);
    const error = lastErrors.get(query);
    if (event.action.type === 'fetch' && error && query.state.data === undefined)
      query.setState({ status: 'error', error });
  });
  return client;
}
