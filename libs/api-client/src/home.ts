import type { homeOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

const get = endpoint<(typeof homeOperations)['get']>('GET', '/api/home');

/** Data for the cards on Home. `day` is today's date in the user's time zone, `MM-DD`. */
export const homeQuery = (day: string) =>
  queryOptions({
    queryKey: [...keys.home, day],
    queryFn: ({ signal }) => request(get, { query: { day }, signal }),
  });
