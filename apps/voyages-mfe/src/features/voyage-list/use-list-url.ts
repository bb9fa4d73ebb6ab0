import { useQueuedSearchParams } from '@archive/shell-api';
import { type FilterChanges, filtersOf, pageOf, urlOf } from './filters.ts';

/** List state from the URL. Changing filters returns to the first page and keeps the scroll position. */
export function useListUrl() {
  const [params, changeParams] = useQueuedSearchParams();
  return {
    filters: filtersOf(params),
    page: pageOf(params),
    change: (changes: FilterChanges) =>
      changeParams(
        (latestParams) => {
          const latest = filtersOf(latestParams);
          return urlOf({ ...latest, ...(typeof changes === 'function' ? changes(latest) : changes) });
        },
        { preventScrollReset: true },
      ),
  };
}
