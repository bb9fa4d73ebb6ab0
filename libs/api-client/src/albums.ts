import type { albumOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof albumOperations;

const get = endpoint<Operations['get']>('GET', '/api/curator/albums/{album_slug}');
const create = endpoint<Operations['create']>('POST', '/api/curator/albums');
const remove = endpoint<Operations['remove']>('DELETE', '/api/curator/albums/{album_slug}');
const add = endpoint<Operations['addMedia']>('POST', '/api/curator/albums/{album_slug}/media');
const removeMedia = endpoint<Operations['removeMedia']>(
  'DELETE',
  '/api/curator/albums/{album_slug}/media/{media_slug}',
);

/** An album with its media. */
export const albumQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.albums, 'detail', slug],
    queryFn: ({ signal }) => request(get, { params: { album_slug: slug }, signal }),
  });

/** Albums appear in few places, so mutations wait for the refetch. */
const refetch = (client: QueryClient) => () => client.invalidateQueries({ queryKey: keys.albums });

export const createAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['create']>) => request(create, { body }),
    onSuccess: refetch(client),
  });

/** Deletes an album, not its media. */
export const deleteAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (album_slug: string) => request(remove, { params: { album_slug } }),
    onSuccess: refetch(client),
  });

/** Adds media to the end of an album. */
export const addToAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ album_slug, ...body }: { album_slug: string; media_slug: string; sort_order: number }) =>
      request(add, { params: { album_slug }, body }),
    onSuccess: refetch(client),
  });

export const removeFromAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { album_slug: string; media_slug: string }) => request(removeMedia, { params }),
    onSuccess: refetch(client),
  });
