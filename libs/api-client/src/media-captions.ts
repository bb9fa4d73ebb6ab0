import type { mediaCaptionOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof mediaCaptionOperations;

const transcript = endpoint<Operations['transcript']>('GET', '/api/media/{media_slug}/transcripts/{language}');
const set = endpoint<Operations['set']>('PUT', '/api/curator/media/{media_slug}/captions/{language}');
const remove = endpoint<Operations['remove']>('DELETE', '/api/curator/media/{media_slug}/captions/{language}');

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
    mutationFn: ({ slug, language, ...body }: CaptionKey & OperationBody<Operations['set']>) =>
      request(set, { params: { media_slug: slug, language }, body }),
    onSuccess: () => invalidateRecords(client),
  });

/** Removes the captions in a language. */
export const removeCaptionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, language }: CaptionKey) => request(remove, { params: { media_slug: slug, language } }),
    onSuccess: () => invalidateRecords(client),
  });
