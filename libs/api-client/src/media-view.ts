import type { mediaViewOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof mediaViewOperations;

const get = endpoint<Operations['get']>('GET', '/api/media/{media_slug}/view');
const rebuild = endpoint<Operations['rebuild']>('POST', '/api/curator/media/{media_slug}/previews');

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
