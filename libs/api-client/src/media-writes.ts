import type { CallBody, CallQuery, mediaCalls } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeTerms, endpoint, request, requestPage, requestTagged } from './request.ts';

type Media = typeof mediaCalls;

export type MediaFields = CallBody<Media['update']>;
export type MediaLinkBody = CallBody<Media['link']>;
export type MediaListParams = CallQuery<Media['list']>;

const list = endpoint<Media['list']>('GET', '/api/media');
const get = endpoint<Media['get']>('GET', '/api/media/{slug}');
const search = endpoint<Media['search']>('GET', '/api/curator/media/search');
const usage = endpoint<Media['usage']>('GET', '/api/curator/media/{media_slug}/usage');
const link = endpoint<Media['link']>('POST', '/api/curator/media/link-to-voyage');
const update = endpoint<Media['update']>('PUT', '/api/curator/media/{media_slug}');
const detach = endpoint<Media['detach']>('POST', '/api/curator/media/{media_slug}/detach-from-all-voyages');
const remove = endpoint<Media['remove']>('DELETE', '/api/curator/media/{media_slug}');
const removeFiles = endpoint<Media['removeFiles']>('POST', '/api/curator/media/delete-from-s3');

/** After a change every view asks anew; the one who made it does not wait for that. */
const seenAtOnce = (client: QueryClient) => () => void invalidateRecords(client);

/** Records of the library, newest first, found by words and type: `{items, total}`. */
export const mediaQuery = (params: MediaListParams = {}) =>
  queryOptions({
    queryKey: [...keys.media, 'list', params],
    queryFn: ({ signal }) => requestPage(list, { query: params, signal }),
  });

/** A record as the archive has it now, with the tag to change it by: asked for anew each time somebody begins to edit. */
export const mediaToEditQuery = (slug: string) =>
  queryOptions({
    queryKey: ['media-to-edit', slug],
    queryFn: ({ signal }) => requestTagged(get, { params: { slug }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** The same, at once: what somebody else has made of it meanwhile. */
export const fetchMediaTagged = (slug: string) => requestTagged(get, { params: { slug } });

/** The voyages that show a media item. */
export const mediaUsageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'usage', slug],
    queryFn: ({ signal }) => request(usage, { params: { media_slug: slug }, signal }),
  });

/** Media of the same credit and date in a folder of that name: what an upload may repeat (SPEC section 5). */
export const findDuplicates = (like: { credit: string; date: string; folder: string }) =>
  requestPage(search, { query: { ...like, limit: 1000 } });

/** One record, for a message about it. */
export const fetchMedia = (slug: string) => request(get, { params: { slug } });

/** Attaches media to a voyage. */
export const linkMedia = (body: MediaLinkBody) => request(link, { body });

/** Changes a record; a 412 when it is no longer the one of `ifMatch`. */
export const updateMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, body, ...terms }: { slug: string; body: MediaFields } & Pick<ChangeTerms, 'ifMatch'>) =>
      request(update, { params: { media_slug: slug }, body, ...terms }),
    onSuccess: seenAtOnce(client),
  });

/** Takes media off every voyage; answers how many those were. */
export const detachMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request(detach, { params: { media_slug: slug } }),
    onSuccess: seenAtOnce(client),
  });

/** Deletes a record with its stored file. */
export const removeMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request(remove, { params: { media_slug: slug }, query: { delete_from_s3: 'true' } }),
    onSuccess: seenAtOnce(client),
  });

/** Deletes a record alone; a file that it has stays in storage, without one. */
export const removeRecordMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request(remove, { params: { media_slug: slug } }),
    onSuccess: seenAtOnce(client),
  });

/** Deletes files that no record knows, by their addresses. */
export const removeFilesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (urls: string[]) => request(removeFiles, { body: { urls } }),
    onSuccess: seenAtOnce(client),
  });
