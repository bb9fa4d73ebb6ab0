import type { MergedMedia, OperationBody, similarMediaOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof similarMediaOperations;

const similar = endpoint<Operations['similar']>('GET', '/api/media/{slug}/similar');
const merge = endpoint<Operations['merge']>('POST', '/api/curator/media/{media_slug}/merge');
const undoMerge = endpoint<Operations['undoMerge']>('POST', '/api/curator/media/{media_slug}/undo-merge');

/** Media that look like the given item, most similar first. */
export const fetchSimilarMedia = async (slug: string, limit: number) =>
  (await request(similar, { params: { slug }, query: { limit: String(limit) } })).items;

export const similarMediaQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'similar', slug],
    queryFn: async ({ signal }) => (await request(similar, { params: { slug }, query: {}, signal })).items,
  });

/** Merges a media item into another one, and moves it to the trash. Resolves to the input for `undoMergeMedia`. */
export const mergeMedia = (media_slug: string, body: OperationBody<Operations['merge']>) =>
  request(merge, { params: { media_slug }, body });

export const undoMergeMedia = ({ media_slug, ...body }: MergedMedia) =>
  request(undoMerge, { params: { media_slug }, body });
