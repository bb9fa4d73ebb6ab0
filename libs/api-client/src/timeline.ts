import { earliestDay, latestDay } from '@archive/contracts/dates';
import { infiniteQueryOptions, queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { request, requestPage } from './request.ts';

const TEN_MINUTES = 600_000;

const ownerFilter = (owners: string[]) => (owners.length > 0 ? { president_slug: owners } : {});

/** Dates with voyages or media, in order, for the given owners or for all. */
export const timelineDatesQuery = (owners: string[] = []) =>
  queryOptions({
    queryKey: [...keys.voyages, 'timeline', 'dates', owners],
    queryFn: ({ signal }) => request('timeline.dates', { query: ownerFilter(owners), signal }),
    staleTime: TEN_MINUTES,
  });

interface RecordPage {
  items: readonly unknown[];
  total: number;
}

const paging = {
  initialPageParam: 0,
  getNextPageParam: ({ total }: RecordPage, pages: readonly RecordPage[]) => {
    const offset = pages.reduce((sum, { items }) => sum + items.length, 0);
    return offset < total ? offset : undefined;
  },
  staleTime: TEN_MINUTES,
};

/** Voyages that include the first day of a period (a day, a month or a year), 1,000 at a time (SPEC section 9). */
export const timelineVoyagesQuery = (date: string, owners: string[] = []) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...keys.voyages, 'timeline', 'voyages', date, owners],
    queryFn: ({ signal, pageParam: offset }) => {
      const day = earliestDay(date);
      return requestPage('voyages.list', {
        query: { date_from: day, date_to: day, limit: 1000, offset, ...ownerFilter(owners) },
        signal,
      });
    },
  });

/** Media whose date includes all of a day, a month or a year, 500 at a time (SPEC section 9). */
export const timelineMediaQuery = (date: string, owners: string[] = []) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...keys.media, 'timeline', date, owners],
    queryFn: ({ signal, pageParam: offset }) =>
      requestPage('media.list', {
        query: { date_from: latestDay(date), date_to: earliestDay(date), limit: 500, offset, ...ownerFilter(owners) },
        signal,
      }),
  });
