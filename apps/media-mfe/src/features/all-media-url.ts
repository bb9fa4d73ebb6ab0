import type { MediaFilterParams, MediaListParams, SearchParams } from '@archive/api-client';
import { useQueuedSearchParams } from '@archive/shell-api';

export const ALL_MEDIA = '/media-explorer/all';
export const PAGE_SIZE = 60;

export const SORTS = {
  newest: 'Recently added',
  date: 'Oldest date first',
  '-date': 'Newest date first',
  title: 'Title',
  size: 'Largest file first',
} as const;
export type MediaSort = keyof typeof SORTS;

/** Filters in the URL, named as in the search. */
export const FILTERS = ['media_type', 'president', 'person', 'place', 'from', 'to', 'tag', 'rights'] as const;
type Filter = (typeof FILTERS)[number];
export type MediaFilters = Partial<Record<Filter, string>>;

export interface AllMediaState {
  q: string;
  sort: MediaSort;
  page: number;
  filters: MediaFilters;
}

export function stateOf(params: URLSearchParams): AllMediaState {
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page') ?? 1);
  return {
    q: params.get('q')?.trim() ?? '',
    sort: Object.hasOwn(SORTS, sort) ? (sort as MediaSort) : 'newest',
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    filters: Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))),
  };
}

function paramsOf({ q = '', sort = 'newest', page = 1, filters = {} }: Partial<AllMediaState>): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  for (const name of FILTERS) if (filters[name]) params.set(name, filters[name]);
  if (sort !== 'newest') params.set('sort', sort);
  if (page > 1) params.set('page', String(page));
  return params;
}

export function allMediaHref(state: Partial<AllMediaState>): string {
  const params = paramsOf(state);
  return params.size > 0 ? `${ALL_MEDIA}?${params}` : ALL_MEDIA;
}

/** The state in the URL, and a function to change it. Any change other than the page number returns to the first page. */
export function useAllMediaState() {
  const [params, changeParams] = useQueuedSearchParams();
  const change = (to: (latest: AllMediaState) => Partial<AllMediaState>, replace = false) =>
    changeParams(
      (latestParams) => {
        const latest = stateOf(latestParams);
        return paramsOf({ ...latest, page: 1, ...to(latest) });
      },
      { replace, preventScrollReset: true },
    );
  return { state: stateOf(params), change };
}

/** Query parameters of the list, its exports, and all matches. */
export function filterParams({ q, filters: { president, ...filters } }: AllMediaState): MediaFilterParams {
  return {
    ...(q ? { q } : {}),
    ...(president ? { president_slug: president } : {}),
    ...(filters as Omit<MediaFilterParams, 'q' | 'president_slug'>),
  };
}

export const listParams = (state: AllMediaState): MediaListParams => ({
  ...filterParams(state),
  sort: state.sort,
  limit: PAGE_SIZE,
  offset: (state.page - 1) * PAGE_SIZE,
});

/** Query parameters of the facets. */
export const facetParams = ({ q, filters }: AllMediaState) => ({
  ...(filters as Pick<SearchParams, Filter>),
  ...(q ? { q } : {}),
  kind: 'media' as const,
});
