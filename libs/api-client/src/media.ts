import type { mediaOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const browse = endpoint<(typeof mediaOperations)['browse']>('GET', '/api/s3/browse');

/** One folder of the library. The empty prefix is the root. */
export const mediaBrowseQuery = (prefix = '') =>
  queryOptions({
    queryKey: [...keys.media, 'browse', prefix],
    queryFn: ({ signal }) => request(browse, { query: { prefix }, signal }),
  });
