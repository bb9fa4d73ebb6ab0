import type { personProfileOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, requestPage } from './request.ts';

type Operations = typeof personProfileOperations;

const companions = endpoint<Operations['companions']>('GET', '/api/people/{slug}/companions');
const media = endpoint<Operations['media']>('GET', '/api/people/{slug}/media');

/** People a person sailed with, sorted by most shared voyages: `{items, total}`. */
export const companionsQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'companions', slug, limit],
    queryFn: ({ signal }) => requestPage(companions, { params: { slug }, query: { limit }, signal }),
  });

/** Media of a person's voyages, in voyage order: `{items, total}`. */
export const personMediaQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'media', slug, limit],
    queryFn: ({ signal }) => requestPage(media, { params: { slug }, query: { limit }, signal }),
  });
