import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { request } from './request.ts';
import type { VoyageFilters } from './voyages.ts';

/** The voyages that match the filters in numbers. */
export const figuresQuery = (filters: VoyageFilters = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'figures', filters],
    queryFn: ({ signal }) => request('figures.get', { query: filters, signal }),
  });

/** The places on the map that the matching voyages name. */
export const voyageMapQuery = (filters: VoyageFilters = {}) =>
  queryOptions({
    queryKey: [...keys.voyages, 'map', filters],
    queryFn: ({ signal }) => request('figures.map', { query: filters, signal }),
  });
