import type { MediaFilterParams, MediaListParams, SearchParams } from '@archive/api-client';
import { useSearchParams } from '@archive/router';
import { useQueuedSearchParams } from '@archive/shell-api';

/** Explorer URL of a folder (`path`), and of a file in it (`file`). */
export function explorerHref(path: string, file?: string): string {
  const params = new URLSearchParams();
  if (path !== '') params.set('path', path);
  if (file !== undefined) params.set('file', file);
  return params.size > 0 ? `/media-explorer?${params}` : '/media-explorer';
}

/** The open folder and file, from the URL. */
export function useExplorerLocation(): { path: string; file: string | null } {
  const [params] = useSearchParams();
  return { path: params.get('path') ?? '', file: params.get('file') };
}

/** Folder search, stored in the URL as `q` without adding history entries. */
export function useFolderSearch(): [string, (q: string) => void] {
  const [params, setParams] = useSearchParams();
  const search = (q: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (q === '') next.delete('q');
        else next.set('q', q);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get('q') ?? '', search];
}

/** URL prefix of stored files; the rest is the path in the library. */
const FILES = '/media-files/';

/** Explorer URL of a stored file; undefined for an external URL. */
export function fileHref(url: string): string | undefined {
  if (!url.startsWith(FILES)) return undefined;
  const parts = decodeURIComponent(url.slice(FILES.length)).split('/');
  return explorerHref(parts.slice(0, -1).join('/'), parts.at(-1));
}

/** Folder of a stored file; undefined for an external URL. */
export function folderOf(url: string): string | undefined {
  if (!url.startsWith(FILES)) return undefined;
  return decodeURIComponent(url.slice(FILES.length)).split('/').slice(0, -1).join('/');
}

/** Permanent URL of a media item. With `album`, its page links to the neighbors in that album. */
export const mediaHref = (slug: string, album?: string) =>
  `/media/${slug}${album === undefined ? '' : `?${new URLSearchParams({ album })}`}`;

/** URL of the IIIF manifest of a media item, a JSON document from the server. */
export const manifestHref = (slug: string) => `/iiif/media/${slug}/manifest.json`;

/** URL of the page with the text of a file. */
export const textHref = (slug: string) => `/media-explorer/text?${new URLSearchParams({ media: slug })}`;

export const COLLECTIONS = '/media-explorer/collections';

/** Permanent URL of a collection. */
export const collectionHref = (slug: string) => `/media/collections/${slug}`;

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
const FILTERS = ['media_type', 'president', 'person', 'place', 'from', 'to', 'tag', 'rights'] as const;
type Filter = (typeof FILTERS)[number];
export type MediaFilters = Partial<Record<Filter, string>>;

export interface AllMediaState {
  q: string;
  sort: MediaSort;
  page: number;
  filters: MediaFilters;
}

function stateOf(params: URLSearchParams): AllMediaState {
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
