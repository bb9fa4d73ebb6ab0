import type { mediaCalls, timelineCalls, voyageCalls } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

const TEN_MINUTES = 600_000;

const dates = endpoint<(typeof timelineCalls)['dates']>('GET', '/api/timeline/dates');
const voyages = endpoint<(typeof voyageCalls)['list']>('GET', '/api/voyages');
const media = endpoint<(typeof mediaCalls)['list']>('GET', '/api/media');

const ofOwners = (owners: string[]) => (owners.length > 0 ? { president_slug: owners } : {});

/** Each date that has voyages or media, as written, in order; of all owners where none is named. */
export const timelineDatesQuery = (owners: string[] = []) =>
  queryOptions({
    queryKey: [...keys.voyages, 'timeline', 'dates', owners],
    queryFn: ({ signal }) => request(dates, { query: ofOwners(owners), signal }),
    staleTime: TEN_MINUTES,
  });

/** The voyages that begin on a day, in a month or in a year: up to 1,000 (SPEC section 9). */
export const timelineVoyagesQuery = (date: string, owners: string[] = []) =>
  queryOptions({
    queryKey: [...keys.voyages, 'timeline', 'voyages', date, owners],
    queryFn: ({ signal }) =>
      requestPage(voyages, { query: { date_from: date, date_to: date, limit: 1000, ...ofOwners(owners) }, signal }),
    staleTime: TEN_MINUTES,
  });

/** The media of a day, a month or a year: up to 500 (SPEC section 9). */
export const timelineMediaQuery = (date: string, owners: string[] = []) =>
  queryOptions({
    queryKey: [...keys.media, 'timeline', date, owners],
    queryFn: ({ signal }) =>
      requestPage(media, { query: { date_from: date, date_to: date, limit: 500, ...ofOwners(owners) }, signal }),
    staleTime: TEN_MINUTES,
  });
