import type { mediaCalls } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const browse = endpoint<(typeof mediaCalls)['browse']>('GET', '/api/s3/browse');

/** One folder of the library; the empty prefix is its root. */
export const mediaBrowseQuery = (prefix = '') =>
  queryOptions({
    queryKey: [...keys.media, 'browse', prefix],
    queryFn: ({ signal }) => request(browse, { query: { prefix }, signal }),
  });
