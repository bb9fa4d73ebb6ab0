import type { albumCalls, CallQuery, voyageCalls } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Calls = typeof voyageCalls;
export type VoyagesParams = CallQuery<Calls['list']>;
export type VoyageFilters = CallQuery<Calls['administrations']>;

const list = endpoint<Calls['list']>('GET', '/api/voyages');
const administrations = endpoint<Calls['administrations']>('GET', '/api/voyages/administrations');
const get = endpoint<Calls['get']>('GET', '/api/voyages/{slug}');
const adjacent = endpoint<Calls['adjacent']>('GET', '/api/voyages/{slug}/adjacent');
const albums = endpoint<(typeof albumCalls)['byVoyage']>('GET', '/api/curator/albums/by-voyage/{voyage_slug}');

/** A page of the log: `{items, total}`. */
export const voyagesQuery = (params: VoyagesParams = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'list', params],
    queryFn: ({ signal }) => requestPage(list, { query: params, signal }),
  });

/** The sections of the log under the same filters, earliest first. */
export const administrationsQuery = (filters: VoyageFilters = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'administrations', filters],
    queryFn: ({ signal }) => request(administrations, { query: filters, signal }),
  });

/** One voyage with its people and media. */
export const voyageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.voyages, 'detail', slug],
    queryFn: ({ signal }) => request(get, { params: { slug }, signal }),
  });

/** The voyages before and after. */
export const adjacentQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.voyages, 'adjacent', slug],
    queryFn: ({ signal }) => request(adjacent, { params: { slug }, signal }),
  });

/** The albums of a voyage, in their order. */
export const albumsQuery = (voyageSlug: string) =>
  queryOptions({
    queryKey: [...keys.albums, voyageSlug],
    queryFn: ({ signal }) => request(albums, { params: { voyage_slug: voyageSlug }, signal }),
  });
