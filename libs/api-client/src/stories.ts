import type { OperationBody, OperationQuery, storyOperations } from '@archive/contracts';
import { keepPreviousData, type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, request, requestPage, requestWithEtag, withProposal } from './request.ts';

type Operations = typeof storyOperations;
export type StoryFields = OperationBody<Operations['create']>;

/** A page of the published stories: `{items, total}`. */
export const storiesQuery = (params: OperationQuery<Operations['list']> = {}) =>
  queryOptions({
    queryKey: [...keys.stories, 'list', params],
    queryFn: ({ signal }) => requestPage('stories.list', { query: params, signal }),
  });

/** A page of all stories, drafts first: `{items, total}`. */
export const allStoriesQuery = (params: OperationQuery<Operations['listAll']> = {}) =>
  queryOptions({
    queryKey: [...keys.stories, 'all', params],
    queryFn: ({ signal }) => requestPage('stories.listAll', { query: params, signal }),
  });

/** A story; `drafts` for those who may also open drafts. */
export const storyQuery = (slug: string, { drafts }: { drafts: boolean }) =>
  queryOptions({
    queryKey: [...keys.stories, 'detail', slug, drafts],
    queryFn: ({ signal }) =>
      drafts
        ? request('stories.open', { params: { story_slug: slug }, signal })
        : request('stories.get', { params: { slug }, signal }),
  });

/** What a story shows of records, for a text that is being written. */
export const storyRecordsQuery = (addresses: readonly string[]) =>
  queryOptions({
    queryKey: [...keys.stories, 'records', addresses],
    queryFn: ({ signal }) =>
      addresses.length === 0 ? [] : request('stories.records', { query: { address: [...addresses] }, signal }),
    placeholderData: keepPreviousData,
  });

/** A story with its ETag, fetched each time editing starts. */
export const storyToEditQuery = (slug: string, proposes = false) =>
  queryOptions({
    queryKey: ['story-to-edit', slug, proposes],
    queryFn: () => fetchStoryWithEtag(slug, proposes),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** The current version, to merge with after a conflict. */
export const fetchStoryWithEtag = (slug: string, proposes = false) =>
  withProposal(proposes, { kind: 'story', slug }, requestWithEtag('stories.open', { params: { story_slug: slug } }));

const refetchRecords = (client: QueryClient) => () => void invalidateRecords(client);

export const createStoryMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...options }: { body: StoryFields } & Pick<ChangeOptions, 'idempotencyKey'>) =>
      request('stories.create', { body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** Updates a story. Rejects with a 412 `ApiError` if the ETag no longer matches `ifMatch`. */
export const updateStoryMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      slug,
      body,
      ...options
    }: { slug: string; body: OperationBody<Operations['update']> } & Pick<ChangeOptions, 'ifMatch'>) =>
      request('stories.update', { params: { story_slug: slug }, body, ...options }),
    onSuccess: refetchRecords(client),
  });

export const removeStoryMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('stories.remove', { params: { story_slug: slug } }),
    onSuccess: refetchRecords(client),
  });
