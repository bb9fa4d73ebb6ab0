import type { frontendCalls, Registry } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const MINUTE = 60_000;

const registry = endpoint<(typeof frontendCalls)['registry']>('GET', '/mfe/registry.json');

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
