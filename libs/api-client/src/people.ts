import type { OperationQuery, peopleOperations, presidentOperations } from '@archive/contracts';
import { queryOptions } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request, requestPage } from './request.ts';

type Operations = typeof peopleOperations;
export type PeopleParams = OperationQuery<Operations['list']>;

const list = endpoint<Operations['list']>('GET', '/api/people');
const get = endpoint<Operations['get']>('GET', '/api/people/{slug}');
const stats = endpoint<Operations['stats']>('GET', '/api/people/roles/stats');
const roles = endpoint<Operations['roles']>('GET', '/api/people/roles');
const byPresident = endpoint<Operations['byPresident']>('GET', '/api/people/by-president');
const presidents = endpoint<(typeof presidentOperations)['list']>('GET', '/api/presidents');

/** A page of the directory: `{items, total}`. */
export const peopleQuery = (params: PeopleParams = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'list', params],
    queryFn: ({ signal }) => requestPage(list, { query: params, signal }),
  });

/** One person with all of their voyages. */
export const personQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.people, 'detail', slug],
    queryFn: ({ signal }) => request(get, { params: { slug }, signal }),
  });

/** Statistics shown above the directory. */
export const peopleStatsQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'stats'],
    queryFn: ({ signal }) => request(stats, { signal }),
  });

/**
 * People grouped by the president or owner they sailed with. With a `limit`, returns one page of people (with 0, none); each group’s
 * count still includes everyone.
 */
export const peopleByPresidentQuery = (params: OperationQuery<Operations['byPresident']> = {}) =>
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

/** The roles of the matching people, in the same order as `peopleQuery({sort: 'role'})`. */
export const peopleRolesQuery = (filters: OperationQuery<Operations['roles']> = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'roles', filters],
    queryFn: ({ signal }) => request(roles, { query: filters, signal }),
  });
