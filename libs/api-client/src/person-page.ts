import type { personPageCalls } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, requestPage } from './request.ts';

type Calls = typeof personPageCalls;

const companions = endpoint<Calls['companions']>('GET', '/api/people/{slug}/companions');
const media = endpoint<Calls['media']>('GET', '/api/people/{slug}/media');

/** The people somebody sailed with, most voyages first: `{items, total}`. */
export const companionsQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'companions', slug, limit],
    queryFn: ({ signal }) => requestPage(companions, { params: { slug }, query: { limit }, signal }),
  });

/** Media of somebody's voyages, in the order of the voyages: `{items, total}`. */
export const personMediaQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'media', slug, limit],
    queryFn: ({ signal }) => requestPage(media, { params: { slug }, query: { limit }, signal }),
  });
