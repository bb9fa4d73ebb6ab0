import { useQueuedSearchParams } from '@archive/shell-api';

export const GROUPINGS = ['none', 'role', 'president'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const SORTS = ['name', 'voyages', 'first'] as const;
export type Sort = (typeof SORTS)[number];
export const SHOWN = ['all', 'crew', 'passengers', 'portrait'] as const;
export type PeopleShown = (typeof SHOWN)[number];

/** Filters of a list of people, as API query parameters. */
export interface PeopleFilters {
  q?: string;
  aboard?: 'crew' | 'passengers';
  has_portrait?: '1';
}

/** People per request (SPEC section 9). */
export const PAGE_SIZE = 500;

const groupingOf = (value: string | null): Grouping => GROUPINGS.find((grouping) => grouping === value) ?? 'none';

const sortOf = (value: string | null): Sort => SORTS.find((sort) => sort === value) ?? 'name';
const shownOf = (value: string | null): PeopleShown => SHOWN.find((option) => option === value) ?? 'all';

const filtersOf = (q: string, group: PeopleShown): PeopleFilters => ({
  ...(q ? { q } : {}),
  ...(group === 'crew' || group === 'passengers' ? { aboard: group } : {}),
  ...(group === 'portrait' ? { has_portrait: '1' } : {}),
});

/** Search, filter, order and grouping, stored in the URL as `q`, `show`, `sort` and `group`. */
export function useDirectoryParams() {
  const [params, change] = useQueuedSearchParams();
  const q = params.get('q') ?? '';
  const grouping = groupingOf(params.get('group'));
  const sort = sortOf(params.get('sort'));
  const group = shownOf(params.get('show'));

  const set = (values: Record<string, string>, options?: { replace: boolean }) =>
    change((latest) => {
      for (const [name, value] of Object.entries(values)) {
        if (value === '') latest.delete(name);
        else latest.set(name, value);
      }
      return latest;
    }, options);

  return {
    q,
    grouping,
    sort,
    shown: group,
    filters: filtersOf(q, group),
    setQ: (value: string) => set({ q: value }, { replace: true }),
    setGrouping: (value: string) => set({ group: value === 'none' ? '' : value }),
    setSort: (value: string) => set({ sort: value === 'name' ? '' : value }),
    setShown: (value: string) => set({ show: value === 'all' ? '' : value }),
    clear: () => set({ q: '', show: '' }),
  };
}
