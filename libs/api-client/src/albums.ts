import type { AlbumWithMedia, albumOperations, Collection, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { orderedMedia } from './ordered-media.ts';
import { ApiError, isConflict } from './problem.ts';
import { request, requestWithEtag, type ChangeOptions, type WithEtag, withProposal } from './request.ts';

type Operations = typeof albumOperations;

/** An album with its media, and its ETag. */
export const albumQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.albums, 'detail', slug],
    queryFn: ({ signal }) => requestWithEtag('albums.get', { params: { album_slug: slug }, signal }),
  });

/** The collections, in order. */
export const collectionsQuery = queryOptions({
  queryKey: [...keys.albums, 'collections'],
  queryFn: ({ signal }) => request('albums.collections', { signal }),
});

/** Refetches the queries that list the albums of a media item, and its neighbors in an album. */
const refetchUses = (client: QueryClient) =>
  client.invalidateQueries({
    queryKey: keys.media,
    predicate: ({ queryKey: [, name] }) => name === 'usage' || name === 'neighbors',
  });

/** Albums appear in only a few places, so mutations can wait for the refetch. */
const refetch = (client: QueryClient) => async () => {
  void refetchUses(client);
  await client.invalidateQueries({ queryKey: keys.albums });
};

export const createAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: { body: OperationBody<Operations['create']> } & Pick<ChangeOptions, 'idempotencyKey'>) =>
      request('albums.create', input),
    onSuccess: refetch(client),
  });

/** Updates title and description. Rejects with a 412 `ApiError` if its ETag no longer matches `ifMatch`. */
export const updateAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      album_slug,
      body,
      ...options
    }: { album_slug: string; body: OperationBody<Operations['update']> } & Pick<ChangeOptions, 'ifMatch'>) =>
      request('albums.update', { params: { album_slug }, body, ...options }),
    onSuccess: refetch(client),
  });

/** Moves a collection in the list, optimistically. Moves run one at a time. */
export const moveCollectionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationKey: [...keys.albums, 'move'],
    scope: { id: 'collections/move' },
    mutationFn: ({ album_slug, position }: { album_slug: string; position: number }) =>
      request('albums.update', { params: { album_slug }, body: { sort_order: position } }),
    onMutate: async ({ album_slug, position }) => {
      const { queryKey } = collectionsQuery;
      await client.cancelQueries({ queryKey });
      client.setQueryData<Collection[]>(queryKey, (listed) => {
        const moved = listed?.find((collection) => collection.album_slug === album_slug);
        return listed && moved && listed.filter((collection) => collection !== moved).toSpliced(position, 0, moved);
      });
    },
    onSettled: () => {
      // Only after the last move, because an earlier response lacks the moves that are still pending.
      if (client.isMutating({ mutationKey: [...keys.albums, 'move'] }) === 1) return refetch(client)();
      return undefined;
    },
  });

/** The current version of an album, to merge with after a conflict. */
export const fetchAlbumWithEtag = (slug: string, proposes = false) =>
  withProposal(proposes, { kind: 'album', slug }, requestWithEtag('albums.get', { params: { album_slug: slug } }));

/** Deletes an album, but not its media. */
export const deleteAlbumMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (album_slug: string) => request('albums.remove', { params: { album_slug } }),
    onSuccess: refetch(client),
  });

type Media = AlbumWithMedia['media'];

const slugsOf = (media: Media) => media.map(({ media_slug }) => media_slug);

const storedMedia = ({ value, etag }: WithEtag<AlbumWithMedia>) => ({ media: value.media, etag });

/** Shared by both album-media mutations. */
function albumMedia(client: QueryClient, slug: string) {
  const { queryKey } = albumQuery(slug);
  const ordered = orderedMedia<WithEtag<AlbumWithMedia>>(client, {
    queryKey,
    mutationKey: [...keys.albums, 'media', slug],
    read: storedMedia,
    write: (album, media) => ({ ...album, value: { ...album.value, media } }),
  });
  return {
    ...ordered,
    store: async (stored: WithEtag<AlbumWithMedia>, merge?: (visible: Media) => Media) => {
      await ordered.store(storedMedia(stored), () => client.setQueryData(queryKey, stored), merge);
      // The list of albums shows their numbers of media.
      void client.invalidateQueries({ queryKey: keys.albums, predicate: ({ queryKey: key }) => key[1] !== 'detail' });
      void refetchUses(client);
    },
  };
}

/**
 * Sets an album's media and their order. Takes a function of the media on screen and applies it optimistically. Rejects with a 412
 * `ApiError` if someone else changed the album, and then shows their version. Media that were added since stay.
 */
export function albumMediaMutation(client: QueryClient, slug: string) {
  const { mutationKey, scope, send, applyOptimistically, rollBack, store } = albumMedia(client, slug);
  return mutationOptions({
    mutationKey,
    scope,
    mutationFn: (change: (media: Media) => Media) =>
      send(change, {
        fetch: async () => storedMedia(await fetchAlbumWithEtag(slug)),
        save: (media, ifMatch) =>
          requestWithEtag('albums.setMedia', {
            params: { album_slug: slug },
            body: { media_slugs: slugsOf(media) },
            ifMatch,
          }),
      }),
    onMutate: applyOptimistically,
    onSuccess: (stored) => store(stored),
    onError: () => {
      // Roll back before refetching, because the server may be unreachable.
      rollBack();
      return refetch(client)();
    },
  });
}

/** Adds media to the end of an album, even after the page is closed. Media already in the album keeps its position. */
export function addToAlbum(client: QueryClient, slug: string, media: string): Promise<WithEtag<AlbumWithMedia>> {
  const { mutationKey, scope, store } = albumMedia(client, slug);
  const options = mutationOptions({
    mutationKey,
    scope,
    mutationFn: async (media_slug: string) => {
      try {
        return await requestWithEtag('albums.addMedia', { params: { album_slug: slug }, body: { media_slug } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        return await fetchAlbumWithEtag(slug);
      }
    },
    onSuccess: (stored, media_slug) =>
      store(stored, (visible) => {
        const added = stored.value.media.find((item) => item.media_slug === media_slug);
        return added && !visible.some((item) => item.media_slug === media_slug) ? [...visible, added] : visible;
      }),
  });
  return client.getMutationCache().build(client, options).execute(media);
}

/**
 * Changes the media of an album that isn't on screen, keeping other users'
 * concurrent changes. Resolves to the album's media before and after.
 */
export const editAlbumMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ album_slug, change }: { album_slug: string; change: (slugs: string[]) => string[] }) => {
      for (let attempt = 1; ; attempt += 1) {
        const { etag, value } = await fetchAlbumWithEtag(album_slug);
        const current = slugsOf(value.media);
        const next = change(current);
        try {
          const stored = await requestWithEtag('albums.setMedia', {
            params: { album_slug },
            body: { media_slugs: next },
            ifMatch: etag,
          });
          return { before: current, after: slugsOf(stored.value.media) };
        } catch (error) {
          if (!isConflict(error) || attempt === 5) throw error;
        }
      }
    },
    onSuccess: refetch(client),
  });
