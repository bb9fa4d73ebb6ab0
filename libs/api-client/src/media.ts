import type {
  MergedMedia,
  OperationBody,
  intakeOperations,
  mediaCaptionOperations,
  mediaPeopleOperations,
  similarMediaOperations,
} from '@archive/contracts';
import { type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, request, requestPage, requestWithEtag } from './request.ts';

/** One folder of the library. The empty prefix is the root. */
export const mediaBrowseQuery = (prefix = '') =>
  queryOptions({
    queryKey: [...keys.media, 'browse', prefix],
    queryFn: ({ signal }) => request('media.browse', { query: { prefix }, signal }),
  });

/** Polling interval while the worker generates previews, tiles or pages. */
const POLL_MS = 3000;

/** The pictures of a file that the viewer shows: preview, tiles or pages. */
export const mediaViewQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'view', slug],
    queryFn: ({ signal }) => request('media.view', { params: { media_slug: slug }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  });

/** Regenerates the previews of a file, with its tiles or pages. */
export const rebuildPreviewsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('media.rebuildPreviews', { params: { media_slug: slug } }),
    onSuccess: () => invalidateRecords(client),
  });

type IntakeOperations = typeof intakeOperations;

/** Attaches a media item to a voyage, an album and people. What it is already attached to stays. */
export const attachMedia = (media_slug: string, body: OperationBody<IntakeOperations['attach']>) =>
  request('media.attach', { params: { media_slug }, body });

type MediaPeopleOperations = typeof mediaPeopleOperations;

/** Who is in a picture, and its ETag. */
export const mediaPeopleQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'people', slug],
    queryFn: ({ signal }) => requestWithEtag('media.people', { params: { media_slug: slug }, signal }),
  });

/** Sets who is in a picture. Rejects with a 412 `ApiError` if its ETag no longer matches `ifMatch`. */
export const setMediaPeopleMutation = (client: QueryClient, slug: string) =>
  mutationOptions({
    mutationFn: ({
      people,
      ...options
    }: OperationBody<MediaPeopleOperations['set']> & Pick<ChangeOptions, 'ifMatch'>) =>
      requestWithEtag('media.setPeople', { params: { media_slug: slug }, body: { people }, ...options }),
    onSuccess: (stored) => {
      client.setQueryData(mediaPeopleQuery(slug).queryKey, stored);
      void invalidateRecords(client);
    },
  });

/** Media in which a person is marked: `{items, total}`. */
export const personPicturesQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'pictures', slug, limit],
    queryFn: ({ signal }) => requestPage('people.pictures', { params: { slug }, query: { limit }, signal }),
  });

type MediaCaptionOperations = typeof mediaCaptionOperations;

interface CaptionKey {
  slug: string;
  language: string;
}

/** The transcript of a video or recording. */
export const transcriptQuery = ({ slug, language }: CaptionKey) =>
  queryOptions({
    queryKey: [...keys.media, 'transcript', slug, language],
    queryFn: ({ signal }) => request('media.transcript', { params: { media_slug: slug, language }, signal }),
  });

/** Adds or replaces the captions in a language. */
export const setCaptionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, language, ...body }: CaptionKey & OperationBody<MediaCaptionOperations['set']>) =>
      request('media.setCaptions', { params: { media_slug: slug, language }, body }),
    onSuccess: () => invalidateRecords(client),
  });

/** Removes the captions in a language. */
export const removeCaptionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, language }: CaptionKey) =>
      request('media.removeCaptions', { params: { media_slug: slug, language } }),
    onSuccess: () => invalidateRecords(client),
  });

type SimilarMediaOperations = typeof similarMediaOperations;

/** Media that look like the given item, most similar first. */
export const fetchSimilarMedia = async (slug: string, limit: number) =>
  (await request('media.similar', { params: { slug }, query: { limit: String(limit) } })).items;

export const similarMediaQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'similar', slug],
    queryFn: async ({ signal }) => (await request('media.similar', { params: { slug }, query: {}, signal })).items,
  });

/** Merges a media item into another one, and moves it to the trash. Resolves to the input for `undoMergeMedia`. */
export const mergeMedia = (media_slug: string, body: OperationBody<SimilarMediaOperations['merge']>) =>
  request('media.merge', { params: { media_slug }, body });

export const undoMergeMedia = ({ media_slug, ...body }: MergedMedia) =>
  request('media.undoMerge', { params: { media_slug }, body });
