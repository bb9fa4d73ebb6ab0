import { useSearchParams } from '@archive/router';
import { addressOf, filtersOf, pageOf, type ListFilters } from './filters.ts';

/** List state from the URL. Changing filters returns to the first page and keeps the scroll position. */
export function useListUrl() {
  const [address, setAddress] = useSearchParams();
  const filters = filtersOf(address);
  return {
    filters,
    page: pageOf(address),
    change: (to: Partial<ListFilters>) => setAddress(addressOf({ ...filters, ...to }), { preventScrollReset: true }),
  };
}
