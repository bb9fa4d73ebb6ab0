import type { albumCalls, CallBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Calls = typeof albumCalls;

const get = endpoint<Calls['get']>('GET', '/api/curator/albums/{album_slug}');
const create = endpoint<Calls['create']>('POST', '/api/curator/albums');
const remove = endpoint<Calls['remove']>('DELETE', '/api/curator/albums/{album_slug}');
const add = endpoint<Calls['addMedia']>('POST', '/api/curator/albums/{album_slug}/media');
const takeOut = endpoint<Calls['removeMedia']>('DELETE', '/api/curator/albums/{album_slug}/media/{media_slug}');

/** An album with its media. */
export const albumQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.albums, 'detail', slug],
    queryFn: ({ signal }) => request(get, { params: { album_slug: slug }, signal }),
  });

/** Albums are shown in few places: what changes one has them asked for anew before it is done. */
const seenAtOnce = (client: QueryClient) => () => client.invalidateQueries({ queryKey: keys.albums });

export const createAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallBody<Calls['create']>) => request(create, { body }),
    onSuccess: seenAtOnce(client),
  });

/** Deletes an album, not its media. */
export const removeAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (album_slug: string) => request(remove, { params: { album_slug } }),
    onSuccess: seenAtOnce(client),
  });

/** Puts media at the end of an album. */
export const addToAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ album_slug, ...body }: { album_slug: string; media_slug: string; sort_order: number }) =>
      request(add, { params: { album_slug }, body }),
    onSuccess: seenAtOnce(client),
  });

export const takeOutOfAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { album_slug: string; media_slug: string }) => request(takeOut, { params }),
    onSuccess: seenAtOnce(client),
  });
