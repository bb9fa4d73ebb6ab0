import type { OperationBody, OperationQuery, placeOperations, PlaceRevisions, PlaceWording } from '@archive/contracts';
import { type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, request, requestPage, requestWithEtag, withProposal } from './request.ts';

type Operations = typeof placeOperations;
export type PlaceParams = OperationQuery<Operations['list']>;
export type PlaceFields = OperationBody<Operations['create']>;

/** A page of the places: `{items, total}`. */
export const placesQuery = (params: PlaceParams = {}) =>
  queryOptions({
    queryKey: [...keys.places, 'list', params],
    queryFn: ({ signal }) => requestPage('places.list', { query: params, signal }),
  });

/** The first letters of the matching places. */
export const placeLettersQuery = (filters: OperationQuery<Operations['letters']> = {}) =>
  queryOptions({
    queryKey: [...keys.places, 'letters', filters],
    queryFn: ({ signal }) => request('places.letters', { query: filters, signal }),
  });

export const placeQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.places, 'detail', slug],
    queryFn: ({ signal }) => request('places.get', { params: { slug }, signal }),
  });

/** The places of a voyage in order, with their records. */
export const placesOfVoyageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.places, 'by-voyage', slug],
    queryFn: ({ signal }) => request('places.byVoyage', { params: { slug }, signal }),
  });

/** People on voyages that name a place: `{items, total}`. */
export const placePeopleQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.places, 'people', slug, limit],
    queryFn: ({ signal }) => requestPage('places.people', { params: { slug }, query: { limit }, signal }),
  });

/** Media of voyages that name a place: `{items, total}`. */
export const placeMediaQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.places, 'media', slug, limit],
    queryFn: ({ signal }) => requestPage('places.media', { params: { slug }, query: { limit }, signal }),
  });

/** How voyages write places without a record, or those that don’t count as places: `{items, total}`. */
export const placeWordingsQuery = (params: OperationQuery<Operations['wordings']> = {}) =>
  queryOptions({
    queryKey: [...keys.places, 'wordings', params],
    queryFn: ({ signal }) => requestPage('places.wordings', { query: params, signal }),
  });

/** Towns with a name, and their coordinates. */
export const placeCandidatesQuery = (name: string) =>
  queryOptions({
    queryKey: [...keys.places, 'candidates', name],
    queryFn: ({ signal }) => request('places.candidates', { query: { name }, signal }),
  });

/** A place with its ETag, fetched each time editing starts. */
export const placeToEditQuery = (slug: string, proposes = false) =>
  queryOptions({
    queryKey: ['place-to-edit', slug, proposes],
    queryFn: () => fetchPlaceWithEtag(slug, proposes),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** The current version, to merge with after a conflict. */
export const fetchPlaceWithEtag = (slug: string, proposes = false) =>
  withProposal(proposes, { kind: 'place', slug }, requestWithEtag('places.get', { params: { slug } }));

const refetchRecords = (client: QueryClient) => () => void invalidateRecords(client);

export const createPlaceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...options }: { body: PlaceFields } & Pick<ChangeOptions, 'idempotencyKey'>) =>
      request('places.create', { body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** Updates a place. Rejects with a 412 `ApiError` if the ETag no longer matches `ifMatch`. */
export const updatePlaceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      slug,
      body,
      ...options
    }: { slug: string; body: OperationBody<Operations['update']> } & Pick<ChangeOptions, 'ifMatch'>) =>
      request('places.update', { params: { place_slug: slug }, body, ...options }),
    onSuccess: refetchRecords(client),
  });

export const removePlaceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('places.remove', { params: { place_slug: slug } }),
    onSuccess: refetchRecords(client),
  });

/** Merges a place into another. Returns the changes, for `undoPlacesMutation`. */
export const mergePlaceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, into }: { slug: string; into: string }) =>
      request('places.merge', { params: { place_slug: slug }, body: { into } }),
    onSuccess: refetchRecords(client),
  });

/** Decides what wordings of voyages are. They leave the list at once. Returns the changes of places, for `undoPlacesMutation`. */
export const decideWordingsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['decide']>) => request('places.decide', { body }),
    onSuccess: (_changes, { wordings }) => {
      client.setQueriesData<{ items: PlaceWording[]; total: number }>(
        { queryKey: [...keys.places, 'wordings'] },
        (page) => {
          const items = page?.items.filter(({ wording }) => !wordings.includes(wording)) ?? [];
          return page && { items, total: page.total - (page.items.length - items.length) };
        },
      );
      void invalidateRecords(client);
    },
  });

/** Undoes a merge or decisions, all or none. */
export const undoPlacesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (changes: PlaceRevisions) => request('places.undo', { body: { changes } }),
    onSuccess: refetchRecords(client),
  });
