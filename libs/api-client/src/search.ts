import type {
  OperationBody,
  OperationQuery,
  TaggedRevision,
  homeOperations,
  searchOperations,
  tagOperations,
} from '@archive/contracts';
import { type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type SearchOperations = typeof searchOperations;
export type SearchParams = OperationQuery<SearchOperations['all']>;

const searchAll = endpoint<SearchOperations['all']>('GET', '/api/search');
const overview = endpoint<SearchOperations['overview']>('GET', '/api/search/overview');
const suggestions = endpoint<SearchOperations['suggestions']>('GET', '/api/search/suggestions');

/** A page of results: `{items, total}`. */
export const searchQuery = (params: SearchParams) =>
  queryOptions({
    queryKey: [...keys.search, 'results', params],
    queryFn: ({ signal }) => requestPage(searchAll, { query: params, signal }),
  });

/** Counts by kind and by filter, and a correction of the query. */
export const searchOverviewQuery = (params: OperationQuery<SearchOperations['overview']>) =>
  queryOptions({
    queryKey: [...keys.search, 'overview', params],
    queryFn: ({ signal }) => request(overview, { query: params, signal }),
  });

/** Suggestions for a query that is being typed. */
export const searchSuggestionsQuery = (params: OperationQuery<SearchOperations['suggestions']>) =>
  queryOptions({
    queryKey: [...keys.search, 'suggestions', params],
    queryFn: ({ signal }) => request(suggestions, { query: params, signal }),
  });

const get = endpoint<(typeof homeOperations)['get']>('GET', '/api/home');

/** Data for the cards on Home. `day` is today's date in the user's time zone, `MM-DD`. */
export const homeQuery = (day: string) =>
  queryOptions({
    queryKey: [...keys.home, day],
    queryFn: ({ signal }) => request(get, { query: { day }, signal }),
  });

type TagOperations = typeof tagOperations;

const list = endpoint<TagOperations['list']>('GET', '/api/tags');
const rename = endpoint<TagOperations['rename']>('POST', '/api/curator/tags/rename');
const undo = endpoint<TagOperations['undo']>('POST', '/api/curator/tags/undo');

/** The tags of media and people, with the number of records that have each tag. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: [...keys.search, 'tags'],
    queryFn: ({ signal }) => request(list, { signal }),
  });

/** Renames a tag, or merges tags into one. */
export const renameTagsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<TagOperations['rename']>) => request(rename, { body }),
    onSuccess: () => invalidateRecords(client),
  });

/** Undoes a rename of tags. */
export const undoTagsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (revisions: TaggedRevision[]) => request(undo, { body: { changed: revisions } }),
    onSuccess: () => invalidateRecords(client),
  });
