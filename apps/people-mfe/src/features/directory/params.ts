import { useLocation, useSearchParams } from '@archive/router';
import { useEffect, useRef } from 'react';

export const GROUPINGS = ['none', 'role', 'president'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const SORTS = ['name', 'voyages', 'first'] as const;
export type Sort = (typeof SORTS)[number];
export const SHOWN = ['all', 'crew', 'passengers', 'portrait'] as const;
export type PeopleShown = (typeof SHOWN)[number];

/** Filters of a list of people, as the API takes them. */
export interface PeopleFilters {
  q?: string;
  aboard?: 'crew' | 'passengers';
  has_portrait?: '1';
}

/** People per request (SPEC section 9). */
export const PAGE_SIZE = 500;

const groupingOf = (value: string | null): Grouping => GROUPINGS.find((grouping) => grouping === value) ?? 'none';

const sortOf = (value: string | null): Sort => SORTS.find((sort) => sort === value) ?? 'name';
const shownOf = (value: string | null): PeopleShown => SHOWN.find((shown) => shown === value) ?? 'all';

const filtersOf = (q: string, shown: PeopleShown): PeopleFilters => ({
  ...(q ? { q } : {}),
  ...(shown === 'crew' || shown === 'passengers' ? { aboard: shown } : {}),
  ...(shown === 'portrait' ? { has_portrait: '1' } : {}),
});

/** Search, filter, order and grouping, kept in the URL as `q`, `show`, `sort` and `group`. */
export function useDirectoryParams() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const grouping = groupingOf(params.get('group'));
  const sort = sortOf(params.get('sort'));
  const shown = shownOf(params.get('show'));

  /** Parameters that were set and aren't rendered yet: quick changes add up. */
  const pending = useRef<string[]>([]);
  const { key } = useLocation();
  const rendered = params.toString();
  useEffect(() => {
    const index = pending.current.lastIndexOf(rendered);
    pending.current = index === -1 ? [] : pending.current.slice(index + 1);
  }, [rendered, key]);

  const withParams = (changes: Record<string, string>) => {
    const next = new URLSearchParams(pending.current.at(-1) ?? rendered);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    pending.current.push(next.toString());
    return next;
  };

  return {
    q,
    grouping,
    sort,
    shown,
    filters: filtersOf(q, shown),
    setQ: (value: string) => setParams(withParams({ q: value }), { replace: true }),
    setGrouping: (value: string) => setParams(withParams({ group: value === 'none' ? '' : value })),
    setSort: (value: string) => setParams(withParams({ sort: value === 'name' ? '' : value })),
    setShown: (value: string) => setParams(withParams({ show: value === 'all' ? '' : value })),
    clear: () => setParams(withParams({ q: '', show: '' })),
  };
}
