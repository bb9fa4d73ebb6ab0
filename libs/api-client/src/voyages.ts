import type {
  MediaItem,
  OperationBody,
  OperationQuery,
  Voyage,
  peopleOperations,
  voyageOperations,
} from '@archive/contracts';
import { type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { linkMedia } from './media-mutations.ts';
import { orderedMedia } from './ordered-media.ts';
import { currentEtag, request, requestPage, requestWithEtag, withProposal } from './request.ts';

type Operations = typeof voyageOperations;
export type VoyagesParams = OperationQuery<Operations['list']>;
export type VoyageFilters = OperationQuery<Operations['administrations']>;

/** A page of the list of voyages: `{items, total}`. */
export const voyagesQuery = (params: VoyagesParams = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'list', params],
    queryFn: ({ signal }) => requestPage('voyages.list', { query: params, signal }),
  });

/** Administrations with voyages that match the filters, earliest first. */
export const administrationsQuery = (filters: VoyageFilters = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'administrations', filters],
    queryFn: ({ signal }) => request('voyages.administrations', { query: filters, signal }),
  });

/** Number of matching voyages before a given voyage, or before the first voyage of an administration. */
export const voyagePositionQuery = (params: OperationQuery<Operations['position']>) =>
  queryOptions({
    queryKey: [...keys.voyages, 'place', params],
    queryFn: ({ signal }) => request('voyages.position', { query: params, signal }),
    staleTime: 0,
  });

/** One voyage with its people and media. */
export const voyageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.voyages, 'detail', slug],
    queryFn: ({ signal }) => request('voyages.get', { params: { slug }, signal }),
  });

/** The lines of the document that a voyage was last imported from. */
export const voyagePassageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.voyages, 'passage', slug],
    queryFn: ({ signal }) => request('voyages.passage', { params: { slug }, signal }),
  });

/** The previous and next voyage. */
export const adjacentQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.voyages, 'adjacent', slug],
    queryFn: ({ signal }) => request('voyages.adjacent', { params: { slug }, signal }),
  });

/** The albums of a voyage, in order. */
export const albumsQuery = (voyageSlug: string) =>
  queryOptions({
    queryKey: [...keys.albums, 'list', voyageSlug],
    queryFn: ({ signal }) => request('albums.byVoyage', { params: { voyage_slug: voyageSlug }, signal }),
  });

type People = typeof peopleOperations;

/** A new voyage. */
export type VoyageBody = OperationBody<Operations['create']>;

/** The changed fields of a voyage: absent fields stay unchanged, null clears them. */
export type VoyageChanges = OperationBody<Operations['update']>;
export type PassengerBody = OperationBody<People['link']>;

/** A voyage with its ETag, fetched each time editing starts. */
export const voyageToEditQuery = (slug: string, proposes = false) =>
  queryOptions({
    queryKey: ['voyage-to-edit', slug, proposes],
    queryFn: ({ signal }) =>
      withProposal(proposes, { kind: 'voyage', slug }, requestWithEtag('voyages.get', { params: { slug }, signal })),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** Creates a voyage. Repeating the request with the same `idempotencyKey` and body creates only one voyage. */
export const createVoyage = (body: VoyageBody, idempotencyKey: string) =>
  requestWithEtag('voyages.create', { body, idempotencyKey });

/**
 * Updates a voyage. With `ifMatch`, rejects with a 412 `ApiError` if someone else has changed it since. Repeating the request with the same
 * `idempotencyKey` and body changes the voyage only once.
 */
export const changeVoyage = (slug: string, body: VoyageChanges, ifMatch: string | undefined, idempotencyKey: string) =>
  requestWithEtag('voyages.update', {
    params: { voyage_slug: slug },
    body,
    ifMatch: currentEtag(ifMatch),
    idempotencyKey,
  });

/** Deletes a voyage with its albums and detaches its people and media. It can be restored from its history. */
export const deleteVoyage = (slug: string) => request('voyages.remove', { params: { voyage_slug: slug } });

/** People whose name matches the query. */
export const peopleSearchQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.people, 'search', q],
    queryFn: ({ signal }) => request('people.search', { query: { q }, signal }),
    staleTime: 30_000,
  });

/** The parts of a new person's typed name, and existing people who may be the same. */
export const personCandidatesQuery = (full_name: string, wikipedia_url: string) =>
  queryOptions({
    queryKey: [...keys.people, 'candidates', full_name, wikipedia_url],
    queryFn: ({ signal }) =>
      request('people.candidates', { query: { full_name, ...(wikipedia_url ? { wikipedia_url } : {}) }, signal }),
    staleTime: 30_000,
  });

/** Adds a person to a voyage. */
export const linkPerson = (body: PassengerBody) => request('people.link', { body });

/** Updates a passenger; absent fields and the position stay unchanged. */
export const relinkPerson = (body: OperationBody<People['relink']>) => request('people.relink', { body });

/** Removes a person from a voyage. `person_deleted` in the response is true if it was their only voyage, which deletes the person too. */
export const unlinkPerson = (voyage_slug: string, person_slug: string) =>
  request('people.unlink', { query: { voyage_slug, person_slug } });

/** Moves a passenger up or down. Resolves to the passengers in their new order. */
export const reorderPassenger = (voyage_slug: string, person_slug: string, direction: 'up' | 'down') =>
  request('people.reorder', { query: { voyage_slug, person_slug, direction } });

/** Sets the order of everyone aboard. Rejects with a 409 `ApiError` if someone has been added or removed since. */
export const orderPassengers = (voyage_slug: string, person_slugs: string[]) =>
  request('people.setOrder', { body: { voyage_slug, person_slugs } });

interface MediaOfVoyage {
  media_slug: string;
  voyage_slug: string;
}

/** Attaches media to a voyage as its last source. */
export const attachMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (link: MediaOfVoyage) => linkMedia({ ...link, media_category: 'source', sort_order: null, notes: '' }),
    onSuccess: () => invalidateRecords(client),
  });

/** Detaches media from a voyage and its albums. Keeps the record and file. */
export const unlinkMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (link: MediaOfVoyage) => request('media.unlink', { query: link }),
    onSuccess: () => invalidateRecords(client),
  });

/**
 * Sets the order and the categories of a voyage's media. Takes a function of the media on screen and applies it optimistically. Rejects
 * with a 412 `ApiError` if someone else arranged or detached media, and then shows their version. Media that were attached since stay.
 */
export function voyageMediaMutation(client: QueryClient, slug: string) {
  const { queryKey } = voyageQuery(slug);
  const { mutationKey, scope, isLast, send, applyOptimistically, rollBack, store } = orderedMedia<Voyage>(client, {
    queryKey,
    mutationKey: [...keys.voyages, 'media', slug],
    // The cached voyage has no ETag, so the first of multiple changes reads the current version.
    read: ({ media }) => ({ media, etag: undefined }),
    write: (voyage, media) => ({ ...voyage, media }),
  });
  return mutationOptions({
    mutationKey,
    scope,
    mutationFn: (change: (media: MediaItem[]) => MediaItem[]) =>
      send(change, {
        fetch: async () => {
          const { value, etag } = await requestWithEtag('voyages.get', { params: { slug } });
          return { media: value.media, etag };
        },
        save: async (media, etag) => ({
          media: await request('media.setOrder', {
            params: { voyage_slug: slug },
            body: { media: media.map(({ media_slug, media_category }) => ({ media_slug, media_category })) },
            ifMatch: currentEtag(etag),
          }),
          etag,
        }),
      }),
    onMutate: applyOptimistically,
    onSuccess: async (stored) => {
      const showStored = () =>
        client.setQueryData<Voyage>(queryKey, (voyage) => voyage && { ...voyage, media: stored.media });
      await store(stored, showStored);
      // Lists show the first picture of a voyage.
      if (isLast()) void invalidateRecords(client);
    },
    onError: () => {
      // Roll back before refetching, because the server may be unreachable.
      rollBack();
      return invalidateRecords(client);
    },
  });
}
