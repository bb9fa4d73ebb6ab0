import type { CallQuery, peopleCalls, presidentCalls } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Calls = typeof peopleCalls;
export type PeopleParams = CallQuery<Calls['list']>;

const list = endpoint<Calls['list']>('GET', '/api/people');
const get = endpoint<Calls['get']>('GET', '/api/people/{slug}');
const stats = endpoint<Calls['stats']>('GET', '/api/people/roles/stats');
const roles = endpoint<Calls['roles']>('GET', '/api/people/roles');
const byPresident = endpoint<Calls['byPresident']>('GET', '/api/people/by-president');
const presidents = endpoint<(typeof presidentCalls)['list']>('GET', '/api/presidents');

/** A page of the directory: `{items, total}`. */
export const peopleQuery = (params: PeopleParams = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'list', params],
    queryFn: ({ signal }) => requestPage(list, { query: params, signal }),
  });

/** One person with every voyage. */
export const personQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.people, 'detail', slug],
    queryFn: ({ signal }) => request(get, { params: { slug }, signal }),
  });

/** The figures above the directory. */
export const peopleStatsQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'stats'],
    queryFn: ({ signal }) => request(stats, { signal }),
  });

/** The people under each president or owner they sailed with; with a `limit` only those of a page, beside the counts of all. */
export const peopleByPresidentQuery = (params: CallQuery<Calls['byPresident']> = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'by-president', params],
    queryFn: ({ signal }) => request(byPresident, { query: params, signal }),
  });

/** Presidents and owners, by start of term: `{items, total}`. */
export const presidentsQuery = () =>
  queryOptions({
    queryKey: keys.presidents,
    queryFn: ({ signal }) => requestPage(presidents, { signal }),
  });

/** The roles of the people found, in the order in which `peopleQuery({sort: 'role'})` comes. */
export const peopleRolesQuery = (q = '') =>
  queryOptions({
    queryKey: [...keys.people, 'roles', q],
    queryFn: ({ signal }) => request(roles, { query: q ? { q } : {}, signal }),
  });
