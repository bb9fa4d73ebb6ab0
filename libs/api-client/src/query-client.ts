import { QueryClient } from '@archive/query';
import { ApiError, isAway } from './problem.ts';

const MINUTE = 60_000;
const TRY_AGAIN_MS = 1000;
const LONGEST_WAIT_S = 5;

/** How long a view that shows an absent server waits before it asks again by itself. */
export const AWAY_INTERVAL_MS = 5000;

/** One retry, and only of what may end otherwise: a refusal stays a refusal. */
function retry(failures: number, error: Error): boolean {
  return failures < 1 && (!(error instanceof ApiError) || isAway(error) || error.status >= 500);
}

function retryDelay(_failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retry_after : undefined;
  return asked === undefined ? TRY_AGAIN_MS : Math.min(asked, LONGEST_WAIT_S) * 1000;
}

/**
 * The cache of the whole page, with the rules of 01-decisions: stale after 5 minutes, collected after 10, one retry, no refetch on
 * focus. What failed because the server is away is asked for again by itself until it comes back, and stays failed in sight until
 * there is an answer: the page does not go blank and back with each try. Changes are never repeated.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        refetchOnWindowFocus: false,
        retry,
        retryDelay,
        refetchInterval: (query) => (isAway(query.state.error) ? AWAY_INTERVAL_MS : false),
      },
      mutations: { retry: false },
    },
  });
  const failed = new WeakMap<object, Error>();
  client.getQueryCache().subscribe(({ query, ...event }) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'error') failed.set(query, event.action.error as Error);
    const error = failed.get(query);
    if (event.action.type === 'fetch' && error && query.state.data === undefined)
      query.setState({ status: 'error', error });
  });
  return client;
}
