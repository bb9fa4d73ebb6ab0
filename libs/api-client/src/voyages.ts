import type { albumOperations, OperationQuery, voyageOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Operations = typeof voyageOperations;
export type VoyagesParams = OperationQuery<Operations['list']>;
export type VoyageFilters = OperationQuery<Operations['administrations']>;

const list = endpoint<Operations['list']>('GET', '/api/voyages');
const administrations = endpoint<Operations['administrations']>('GET', '/api/voyages/administrations');
const position = endpoint<Operations['position']>('GET', '/api/voyages/position');
const get = endpoint<Operations['get']>('GET', '/api/voyages/{slug}');
const adjacent = endpoint<Operations['adjacent']>('GET', '/api/voyages/{slug}/adjacent');
const albums = endpoint<(typeof albumOperations)['byVoyage']>('GET', '/api/curator/albums/by-voyage/{voyage_slug}');

/** A page of the list of voyages: `{items, total}`. */
export const voyagesQuery = (params: VoyagesParams = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'list', params],
    queryFn: ({ signal }) => requestPage(list, { query: params, signal }),
  });

/** Administrations with voyages that match the filters, earliest first. */
export const administrationsQuery = (filters: VoyageFilters = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'administrations', filters],
    queryFn: ({ signal }) => request(administrations, { query: filters, signal }),
  });

/** Number of matching voyages before a given voyage, or before the first voyage of an administration. */
export const voyagePositionQuery = (params: OperationQuery<Operations['position']>) =>
  queryOptions({
    queryKey: [...keys.voyages, 'place', params],
    queryFn: ({ signal }) => request(position, { query: params, signal }),
    staleTime: 0,
  });

/** One voyage with its people and media. */
export const voyageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.voyages, 'detail', slug],
    queryFn: ({ signal }) => request(get, { params: { slug }, signal }),
  });

/** The previous and next voyage. */
export const adjacentQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.voyages, 'adjacent', slug],
    queryFn: ({ signal }) => request(adjacent, { params: { slug }, signal }),
  });

/** The albums of a voyage, in order. */
export const albumsQuery = (voyageSlug: string) =>
  queryOptions({
    queryKey: [...keys.albums, 'list', voyageSlug],
    queryFn: ({ signal }) => request(albums, { params: { voyage_slug: voyageSlug }, signal }),
  });
