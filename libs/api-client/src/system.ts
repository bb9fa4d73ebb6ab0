import type { OperationParams, OperationQuery, systemOperations } from '@archive/contracts';
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof systemOperations;

const status = endpoint<Operations['status']>('GET', '/api/system');
const control = endpoint<Operations['controlQueue']>('POST', '/api/system/queues/{name}/{action}');
const readTexts = endpoint<Operations['readTexts']>('POST', '/api/system/texts/read');
const rebuildPreviews = endpoint<Operations['rebuildPreviews']>('POST', '/api/system/previews/rebuild');
const releaseFile = endpoint<Operations['releaseFile']>('POST', '/api/system/quarantine/{sha256}/release');
const securityEvents = endpoint<Operations['securityEvents']>('GET', '/api/system/security-events');
const runbook = endpoint<Operations['runbook']>('GET', '/api/system/runbook');

const REFRESH_MS = 5000;

/** The state of the archive, polled every five seconds while the page is visible. */
export const systemStatusQuery = () =>
  queryOptions({
    queryKey: [...keys.system, 'status'],
    queryFn: ({ signal }) => request(status, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  });

export const runbookQuery = () =>
  queryOptions({ queryKey: [...keys.system, 'runbook'], queryFn: ({ signal }) => request(runbook, { signal }) });

export type SecurityEventFilters = OperationQuery<Operations['securityEvents']>;

export const securityEventsQuery = (query: SecurityEventFilters) =>
  queryOptions({
    queryKey: [...keys.system, 'security-events', query],
    queryFn: ({ signal }) => request(securityEvents, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const refresh = (client: QueryClient) => () => client.invalidateQueries({ queryKey: systemStatusQuery().queryKey });

/** Pauses or resumes a queue, or retries its failed jobs. */
export const controlQueueMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: OperationParams<Operations['controlQueue']>) => request(control, { params }),
    onSettled: refresh(client),
  });

export const readAllTextsMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request(readTexts, {}), onSettled: refresh(client) });

export const rebuildAllPreviewsMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => request(rebuildPreviews, {}), onSettled: refresh(client) });

/** Tries a quarantined file again. */
export const releaseFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (sha256: string) => request(releaseFile, { params: { sha256 } }),
    onSettled: refresh(client),
  });
