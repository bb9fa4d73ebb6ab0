import type {
  OperationBody,
  OperationQuery,
  TaggedRevision,
  searchOperations,
  tagOperations,
} from '@archive/contracts';
import { type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { request, requestPage } from './request.ts';

type SearchOperations = typeof searchOperations;
export type SearchParams = OperationQuery<SearchOperations['all']>;

/** A page of results: `{items, total}`. */
export const searchQuery = (params: SearchParams) =>
  queryOptions({
    queryKey: [...keys.search, 'results', params],
    queryFn: ({ signal }) => requestPage('search.all', { query: params, signal }),
  });

/** Counts by kind and by filter, and a correction of the query. */
export const searchOverviewQuery = (params: OperationQuery<SearchOperations['overview']>) =>
  queryOptions({
    queryKey: [...keys.search, 'overview', params],
    queryFn: ({ signal }) => request('search.overview', { query: params, signal }),
  });

/** Suggestions for a query that is being typed. */
export const searchSuggestionsQuery = (params: OperationQuery<SearchOperations['suggestions']>) =>
  queryOptions({
    queryKey: [...keys.search, 'suggestions', params],
    queryFn: ({ signal }) => request('search.suggestions', { query: params, signal }),
  });

/** Data for the cards on Home. `day` is today's date in the user's time zone, `MM-DD`. */
export const homeQuery = (day: string) =>
  queryOptions({
    queryKey: [...keys.home, day],
    queryFn: ({ signal }) => request('home.get', { query: { day }, signal }),
  });

type TagOperations = typeof tagOperations;

/** The tags of media and people, with the number of records that have each tag. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: [...keys.search, 'tags'],
    queryFn: ({ signal }) => request('tags.list', { signal }),
  });

/** Renames a tag, or merges tags into one. */
export const renameTagsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<TagOperations['rename']>) => request('tags.rename', { body }),
    onSuccess: () => invalidateRecords(client),
  });

/** Undoes a rename of tags. */
export const undoTagsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (revisions: TaggedRevision[]) => request('tags.undo', { body: { changed: revisions } }),
    onSuccess: () => invalidateRecords(client),
  });
