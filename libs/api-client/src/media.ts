import type {
  MergedMedia,
  OperationBody,
  intakeOperations,
  mediaCaptionOperations,
  mediaOperations,
  mediaPeopleOperations,
  mediaViewOperations,
  similarMediaOperations,
} from '@archive/contracts';
import { type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, endpoint, request, requestPage, requestWithEtag } from './request.ts';

const browse = endpoint<(typeof mediaOperations)['browse']>('GET', '/api/s3/browse');

/** One folder of the library. The empty prefix is the root. */
export const mediaBrowseQuery = (prefix = '') =>
  queryOptions({
    queryKey: [...keys.media, 'browse', prefix],
    queryFn: ({ signal }) => request(browse, { query: { prefix }, signal }),
  });

type MediaViewOperations = typeof mediaViewOperations;

const get = endpoint<MediaViewOperations['get']>('GET', '/api/media/{media_slug}/view');
const rebuild = endpoint<MediaViewOperations['rebuild']>('POST', '/api/curator/media/{media_slug}/previews');

/** Polling interval while the worker generates previews, tiles or pages. */
const POLL_MS = 3000;

/** The pictures of a file that the viewer shows: preview, tiles or pages. */
export const mediaViewQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'view', slug],
    queryFn: ({ signal }) => request(get, { params: { media_slug: slug }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  });

/** Regenerates the previews of a file, with its tiles or pages. */
export const rebuildPreviewsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request(rebuild, { params: { media_slug: slug } }),
    onSuccess: () => invalidateRecords(client),
  });

type IntakeOperations = typeof intakeOperations;

const attach = endpoint<IntakeOperations['attach']>('POST', '/api/curator/media/{media_slug}/attach');

/** Attaches a media item to a voyage, an album and people. What it is already attached to stays. */
export const attachMedia = (media_slug: string, body: OperationBody<IntakeOperations['attach']>) =>
  request(attach, { params: { media_slug }, body });

type MediaPeopleOperations = typeof mediaPeopleOperations;

const getMediaPeople = endpoint<MediaPeopleOperations['get']>('GET', '/api/media/{media_slug}/people');
const set = endpoint<MediaPeopleOperations['set']>('PUT', '/api/curator/media/{media_slug}/people');
const pictures = endpoint<MediaPeopleOperations['pictures']>('GET', '/api/people/{slug}/pictures');

/** Who is in a picture, and its ETag. */
export const mediaPeopleQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'people', slug],
    queryFn: ({ signal }) => requestWithEtag(getMediaPeople, { params: { media_slug: slug }, signal }),
  });

/** Sets who is in a picture. Rejects with a 412 `ApiError` if its ETag no longer matches `ifMatch`. */
export const setMediaPeopleMutation = (client: QueryClient, slug: string) =>
  mutationOptions({
    mutationFn: ({
      people,
      ...options
    }: OperationBody<MediaPeopleOperations['set']> & Pick<ChangeOptions, 'ifMatch'>) =>
      requestWithEtag(set, { params: { media_slug: slug }, body: { people }, ...options }),
    onSuccess: (stored) => {
      client.setQueryData(mediaPeopleQuery(slug).queryKey, stored);
      void invalidateRecords(client);
    },
  });

/** Media in which a person is marked: `{items, total}`. */
export const personPicturesQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'pictures', slug, limit],
    queryFn: ({ signal }) => requestPage(pictures, { params: { slug }, query: { limit }, signal }),
  });

type MediaCaptionOperations = typeof mediaCaptionOperations;

const transcript = endpoint<MediaCaptionOperations['transcript']>(
  'GET',
  '/api/media/{media_slug}/transcripts/{language}',
);
const setMediaCaptions = endpoint<MediaCaptionOperations['set']>(
  'PUT',
  '/api/curator/media/{media_slug}/captions/{language}',
);
const remove = endpoint<MediaCaptionOperations['remove']>(
  'DELETE',
  '/api/curator/media/{media_slug}/captions/{language}',
);

interface CaptionKey {
  slug: string;
  language: string;
}

/** The transcript of a video or recording. */
export const transcriptQuery = ({ slug, language }: CaptionKey) =>
  queryOptions({
    queryKey: [...keys.media, 'transcript', slug, language],
    queryFn: ({ signal }) => request(transcript, { params: { media_slug: slug, language }, signal }),
  });

/** Adds or replaces the captions in a language. */
export const setCaptionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, language, ...body }: CaptionKey & OperationBody<MediaCaptionOperations['set']>) =>
      request(setMediaCaptions, { params: { media_slug: slug, language }, body }),
    onSuccess: () => invalidateRecords(client),
  });

/** Removes the captions in a language. */
export const removeCaptionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, language }: CaptionKey) => request(remove, { params: { media_slug: slug, language } }),
    onSuccess: () => invalidateRecords(client),
  });

type SimilarMediaOperations = typeof similarMediaOperations;

const similar = endpoint<SimilarMediaOperations['similar']>('GET', '/api/media/{slug}/similar');
const merge = endpoint<SimilarMediaOperations['merge']>('POST', '/api/curator/media/{media_slug}/merge');
const undoMerge = endpoint<SimilarMediaOperations['undoMerge']>('POST', '/api/curator/media/{media_slug}/undo-merge');

/** Media that look like the given item, most similar first. */
export const fetchSimilarMedia = async (slug: string, limit: number) =>
  (await request(similar, { params: { slug }, query: { limit: String(limit) } })).items;

export const similarMediaQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'similar', slug],
    queryFn: async ({ signal }) => (await request(similar, { params: { slug }, query: {}, signal })).items,
  });

/** Merges a media item into another one, and moves it to the trash. Resolves to the input for `undoMergeMedia`. */
export const mergeMedia = (media_slug: string, body: OperationBody<SimilarMediaOperations['merge']>) =>
  request(merge, { params: { media_slug }, body });

export const undoMergeMedia = ({ media_slug, ...body }: MergedMedia) =>
  request(undoMerge, { params: { media_slug }, body });
