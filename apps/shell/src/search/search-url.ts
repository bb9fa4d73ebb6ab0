import type { SearchParams } from '@archive/api-client';
import type { SearchFacet, SearchHit, SearchKind, SearchSuggestion } from '@archive/contracts';
import { useQueuedSearchParams } from '@archive/shell-api';

export const SEARCH = '/search';
export const TAGS = '/tags';
export const PAGE_SIZE = 20;
/** Maximum number of characters in a query. Only a URL that wasn't created here can have more. */
export const MAX_LENGTH = 200;

/** Result types. */
export const KINDS: Readonly<Record<SearchKind, { plural: string; singular: string }>> = {
  voyage: { plural: 'Voyages', singular: 'Voyage' },
  person: { plural: 'People', singular: 'Person' },
  media: { plural: 'Media', singular: 'Media' },
  album: { plural: 'Albums and collections', singular: 'Album' },
  text: { plural: 'Text in files', singular: 'Text in a file' },
};
export const KIND_NAMES = Object.keys(KINDS) as SearchKind[];

/** Names of the filter parameters in the URL. */
export const FILTERS = [
  'president',
  'person',
  'place',
  'from',
  'to',
  'tag',
  'attribute',
  'role',
  'media_type',
  'rights',
  'has_photo',
] as const;
type Filter = (typeof FILTERS)[number];

export const SORTS = { relevance: 'Best match', newest: 'Newest', oldest: 'Oldest' } as const;
export type Sort = keyof typeof SORTS;

const isKind = (text: string | null): text is SearchKind => text !== null && Object.hasOwn(KINDS, text);

export interface SearchState {
  q: string;
  kind: SearchKind | undefined;
  sort: Sort;
  page: number;
  filters: Partial<Record<Filter, string>>;
}

export function stateOf(params: URLSearchParams): SearchState {
  const kind = params.get('kind');
  const sort = params.get('sort');
  const page = Number(params.get('page') ?? 1);
  return {
    q: params.get('q')?.trim().slice(0, MAX_LENGTH).trim() ?? '',
    kind: isKind(kind) ? kind : undefined,
    sort: sort === 'newest' || sort === 'oldest' ? sort : 'relevance',
    page: Number.isInteger(page) && page > 0 && page <= 200 ? page : 1,
    filters: Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))),
  };
}

function paramsOf({ q, kind, sort, page, filters }: SearchState): URLSearchParams {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (kind) params.set('kind', kind);
  if (sort !== 'relevance') params.set('sort', sort);
  for (const name of FILTERS) if (filters[name]) params.set(name, filters[name]);
  if (page > 1) params.set('page', String(page));
  return params;
}

export function urlOf(state: SearchState): string {
  const params = paramsOf(state);
  return params.size > 0 ? `${SEARCH}?${params}` : SEARCH;
}

export const urlOfQuery = (q: string) =>
  urlOf({ q: q.trim(), kind: undefined, sort: 'relevance', page: 1, filters: {} });

/** The query of the overview. Readers don't search curator notes. */
export const overviewParams = ({ q, kind, filters }: SearchState, curator: boolean) => ({
  ...(filters as Pick<SearchParams, Filter>),
  ...(q ? { q } : {}),
  ...(kind ? { kind } : {}),
  ...(curator ? {} : { curator_notes: '0' as const }),
});

export const searchParams = (state: SearchState, curator: boolean): SearchParams => ({
  ...overviewParams(state, curator),
  sort: state.sort,
  limit: PAGE_SIZE,
  offset: (state.page - 1) * PAGE_SIZE,
});

/** The URL parameters to which a facet's value is mapped. */
export function filterOf(facet: SearchFacet, value: string): SearchState['filters'] {
  if (facet === 'decade') return { from: value, to: String(Number(value) + 9) };
  if (facet === 'year') return { from: value, to: value };
  return { [facet]: value };
}

/** URL of the search for everything with a tag. */
export const urlOfTag = (tag: string) =>
  urlOf({ q: '', kind: undefined, sort: 'relevance', page: 1, filters: { tag } });

/** URL of a collection, which is an album without a voyage. */
export const collectionHref = (slug: string) => `/media/collections/${slug}`;

/** URL of the page of a result. For the text of a file, the page marks the words of `q`. */
export function hrefOf({ kind, slug, voyage_slug, title, page }: SearchHit | SearchSuggestion, q = ''): string {
  switch (kind) {
    case 'voyage':
      return `/voyages/${slug}`;
    case 'person':
      return `/people/${slug}`;
    case 'album':
      return voyage_slug ? `/voyages/${voyage_slug}` : collectionHref(slug ?? '');
    case 'media':
      return `/media/${slug}`;
    case 'text':
      return `/media-explorer/text?${new URLSearchParams({ media: slug ?? '', page: String(page ?? 1), q })}`;
    case 'place':
      return urlOfQuery(`place:"${title.replaceAll('"', '')}"`);
  }
}

/** Changes the search. The callback receives the latest state, which may not be rendered yet. */
export type ChangeSearch = (change: (latest: SearchState) => Partial<SearchState>) => void;

/** The changed state. Any change other than the page number returns to the first page. */
export const withChanges = (state: SearchState, change: Partial<SearchState>): SearchState => ({
  ...state,
  page: 1,
  ...change,
});

/** The search in the URL, and a function to change it. */
export function useSearchState(): { state: SearchState; change: ChangeSearch } {
  const [params, changeParams] = useQueuedSearchParams();
  return {
    state: stateOf(params),
    change: (change) =>
      changeParams(
        (latestParams) => {
          const latest = stateOf(latestParams);
          return paramsOf(withChanges(latest, change(latest)));
        },
        { preventScrollReset: true },
      ),
  };
}
