import { useSearchParams } from '@archive/router';
import { addressOf, filtersOf, pageOf, type LogFilters } from './filters.ts';

/** The state of the log as its address has it. A change of filters begins at the first page and leaves the scroll where it is. */
export function useLogAddress() {
  const [address, setAddress] = useSearchParams();
  const filters = filtersOf(address);
  return {
    filters,
    page: pageOf(address),
    change: (to: Partial<LogFilters>) => setAddress(addressOf({ ...filters, ...to }), { preventScrollReset: true }),
  };
}
