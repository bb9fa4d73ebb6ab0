import type { OperationBody, OperationQuery, mediaOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, request, requestPage, requestWithEtag, withProposal } from './request.ts';

type Media = typeof mediaOperations;

export type MediaFields = OperationBody<Media['update']>;
export type MediaLinkBody = OperationBody<Media['link']>;
export type MediaListParams = OperationQuery<Media['list']>;
export type MediaFilterParams = OperationQuery<Media['matches']>;

/** Refetches records in the background, without delaying the mutation. */
const refetchRecords = (client: QueryClient) => () => void invalidateRecords(client);

/** A page of the matching media: `{items, total}`. */
export const mediaQuery = (params: MediaListParams = {}) =>
  queryOptions({
    queryKey: [...keys.media, 'list', params],
    queryFn: ({ signal }) => requestPage('media.list', { query: params, signal }),
  });

/** Slugs and titles of all matching media, for a bulk change. */
export const fetchMatchingMedia = (filters: MediaFilterParams) => request('media.matches', { query: filters });

/** One media record. */
export const mediaItemQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'item', slug],
    queryFn: ({ signal }) => request('media.get', { params: { slug }, signal }),
  });

/** The media items before and after a media item, in an album or in its folder. */
export const mediaNeighborsQuery = (slug: string, album: string | undefined) =>
  queryOptions({
    queryKey: [...keys.media, 'neighbors', slug, album],
    queryFn: ({ signal }) =>
      request('media.neighbors', { params: { slug }, query: album === undefined ? {} : { album }, signal }),
  });

/** Checksum and events of a file. Always fetched again, because storage checks and previews add events without changing the record. */
export const mediaPreservationQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'preservation', slug],
    queryFn: ({ signal }) => request('media.preservation', { params: { slug }, signal }),
    staleTime: 0,
  });

/** A record with its ETag, fetched each time editing starts. */
export const mediaToEditQuery = (slug: string, proposes = false) =>
  queryOptions({
    queryKey: ['media-to-edit', slug, proposes],
    queryFn: () => fetchMediaWithEtag(slug, proposes),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** The current version, to merge with after a conflict. */
export const fetchMediaWithEtag = (slug: string, proposes = false) =>
  withProposal(proposes, { kind: 'media', slug }, requestWithEtag('media.get', { params: { slug } }));

/** Voyages that use a media item. */
export const mediaUsageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'usage', slug],
    queryFn: ({ signal }) => request('media.usage', { params: { media_slug: slug }, signal }),
  });

/** Possible duplicates of an upload: media with the same credit, date and folder (SPEC section 5). */
export const findDuplicates = (like: { credit: string; date: string; folder: string }) =>
  requestPage('media.search', { query: { ...like, limit: 1000 } });

/** One media record. */
export const fetchMedia = (slug: string) => request('media.get', { params: { slug } });

/** Attaches media to a voyage. */
export const linkMedia = (body: MediaLinkBody) => request('media.link', { body });

/** Updates a record. Rejects with a 412 `ApiError` if its ETag no longer matches `ifMatch`. */
export const updateMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, body, ...options }: { slug: string; body: MediaFields } & Pick<ChangeOptions, 'ifMatch'>) =>
      request('media.update', { params: { media_slug: slug }, body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** Detaches a media item from all voyages. Resolves to their number. */
export const detachMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('media.detach', { params: { media_slug: slug } }),
    onSuccess: refetchRecords(client),
  });

/** Deletes a record with its stored file. */
export const removeMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) =>
      request('media.remove', { params: { media_slug: slug }, query: { delete_from_s3: 'true' } }),
    onSuccess: refetchRecords(client),
  });

/** Moves a record to the trash, with its file. */
export const removeRecordMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('media.remove', { params: { media_slug: slug } }),
    onSuccess: refetchRecords(client),
  });

/** Deletes stored files without a record, by URL. */
export const removeFilesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (urls: string[]) => request('media.removeFiles', { body: { urls } }),
    onSuccess: refetchRecords(client),
  });
