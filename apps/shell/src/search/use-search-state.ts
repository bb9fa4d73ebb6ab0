import { useQueuedSearchParams } from '@archive/shell-api';
import { paramsOf, type SearchState, stateOf } from './search-url.ts';

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
