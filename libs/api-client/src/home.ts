import type { homeCalls } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const get = endpoint<(typeof homeCalls)['get']>('GET', '/api/home');

/** The living details of Home. `day` (`MM-DD`) is the reader's day of the year. */
export const homeQuery = (day: string) =>
  queryOptions({
    queryKey: [...keys.home, day],
    queryFn: ({ signal }) => request(get, { query: { day }, signal }),
  });
