import type { OperationParams, OperationQuery, systemOperations } from '@archive/contracts';
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { request } from './request.ts';

type Operations = typeof systemOperations;

const REFRESH_MS = 5000;

/** The state of the archive, polled every five seconds while the page is visible. */
export const systemStatusQuery = () =>
  queryOptions({
    queryKey: [...keys.system, 'status'],
    queryFn: ({ signal }) => request('system.status', { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  });

export const runbookQuery = () =>
  queryOptions({
    queryKey: [...keys.system, 'runbook'],
    queryFn: ({ signal }) => request('system.runbook', { signal }),
  });

export type SecurityEventFilters = OperationQuery<Operations['securityEvents']>;

export const securityEventsQuery = (query: SecurityEventFilters) =>
  queryOptions({
    queryKey: [...keys.system, 'security-events', query],
    queryFn: ({ signal }) => request('system.securityEvents', { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const refresh = (client: QueryClient) => () => client.invalidateQueries({ queryKey: systemStatusQuery().queryKey });

/** Pauses or resumes a queue, or retries its failed jobs. */
export const controlQueueMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: OperationParams<Operations['controlQueue']>) => request('system.controlQueue', { params }),
    onSettled: refresh(client),
  });

export const readAllTextsMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request('system.readTexts'), onSettled: refresh(client) });

export const rebuildAllPreviewsMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request('system.rebuildPreviews'), onSettled: refresh(client) });

/** Tries a quarantined file again. */
export const releaseFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (sha256: string) => request('system.releaseFile', { params: { sha256 } }),
    onSettled: refresh(client),
  });
