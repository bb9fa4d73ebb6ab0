import type { mediaOperations, timelineOperations, voyageOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

const TEN_MINUTES = 600_000;

const dates = endpoint<(typeof timelineOperations)['dates']>('GET', '/api/timeline/dates');
const voyages = endpoint<(typeof voyageOperations)['list']>('GET', '/api/voyages');
const media = endpoint<(typeof mediaOperations)['list']>('GET', '/api/media');

const ownerFilter = (owners: string[]) => (owners.length > 0 ? { president_slug: owners } : {});

/** Dates with voyages or media, in order, for the given owners or for all. */
export const timelineDatesQuery = (owners: string[] = []) =>
  queryOptions({
    queryKey: [...keys.voyages, 'timeline', 'dates', owners],
    queryFn: ({ signal }) => request(dates, { query: ownerFilter(owners), signal }),
    staleTime: TEN_MINUTES,
  });

/** Voyages starting on a day, in a month or in a year, up to 1,000 (SPEC section 9). */
export const timelineVoyagesQuery = (date: string, owners: string[] = []) =>
  queryOptions({
    queryKey: [...keys.voyages, 'timeline', 'voyages', date, owners],
    queryFn: ({ signal }) =>
      requestPage(voyages, { query: { date_from: date, date_to: date, limit: 1000, ...ownerFilter(owners) }, signal }),
    staleTime: TEN_MINUTES,
  });

/** Media of a day, a month, or a year, up to 500 (SPEC section 9). */
export const timelineMediaQuery = (date: string, owners: string[] = []) =>
  queryOptions({
    queryKey: [...keys.media, 'timeline', date, owners],
    queryFn: ({ signal }) =>
      requestPage(media, { query: { date_from: date, date_to: date, limit: 500, ...ownerFilter(owners) }, signal }),
    staleTime: TEN_MINUTES,
  });
