import { useSearchParams } from '@archive/router';
import { urlOf, filtersOf, pageOf, type ListFilters } from './filters.ts';

/** List state from the URL. Changing filters returns to the first page and keeps the scroll position. */
export function useListUrl() {
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  return {
    filters,
    page: pageOf(params),
    change: (to: Partial<ListFilters>) => setParams(urlOf({ ...filters, ...to }), { preventScrollReset: true }),
  };
}
