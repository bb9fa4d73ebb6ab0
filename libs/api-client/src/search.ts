import type { OperationQuery, searchOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Operations = typeof searchOperations;
export type SearchParams = OperationQuery<Operations['all']>;

const searchAll = endpoint<Operations['all']>('GET', '/api/search');
const overview = endpoint<Operations['overview']>('GET', '/api/search/overview');
const suggestions = endpoint<Operations['suggestions']>('GET', '/api/search/suggestions');

/** A page of results: `{items, total}`. */
export const searchQuery = (params: SearchParams) =>
  queryOptions({
    queryKey: [...keys.search, 'results', params],
    queryFn: ({ signal }) => requestPage(searchAll, { query: params, signal }),
  });

/** Counts by kind and by filter, and a correction of the query. */
export const searchOverviewQuery = (params: OperationQuery<Operations['overview']>) =>
  queryOptions({
    queryKey: [...keys.search, 'overview', params],
    queryFn: ({ signal }) => request(overview, { query: params, signal }),
  });

/** Suggestions for a query that is being typed. */
export const searchSuggestionsQuery = (params: OperationQuery<Operations['suggestions']>) =>
  queryOptions({
    queryKey: [...keys.search, 'suggestions', params],
    queryFn: ({ signal }) => request(suggestions, { query: params, signal }),
  });
