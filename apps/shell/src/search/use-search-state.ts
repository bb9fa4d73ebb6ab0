import { useLocation, useNavigate, useSearchParams } from '@archive/router';
import { useEffect, useRef } from 'react';
import { urlOf, type SearchState, stateOf } from './search-url.ts';

/** Changes the search. It is given the latest state, which may not be on the screen yet. */
export type ChangeSearch = (change: (latest: SearchState) => Partial<SearchState>) => void;

/** The state with a change; anything but a change of the page returns to the first one. */
export const withChanges = (state: SearchState, change: Partial<SearchState>): SearchState => ({
  ...state,
  page: 1,
  ...change,
});

/** The search in the URL. Fast clicks, of which one isn't rendered when the next comes, add up. */
export function useSearchState(): { state: SearchState; change: ChangeSearch } {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  const state = stateOf(params);
  const rendered = urlOf(state);
  /** URLs that were navigated to and aren't rendered yet. */
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const index = pending.current.lastIndexOf(rendered);
    pending.current = index === -1 ? [] : pending.current.slice(index + 1);
  }, [rendered, key]);
  return {
    state,
    change: (change) => {
      const latest = pending.current.at(-1) ?? rendered;
      const previous = stateOf(new URLSearchParams(latest.split('?')[1]));
      const url = urlOf(withChanges(previous, change(previous)));
      pending.current.push(url);
      void navigate(url, { preventScrollReset: true });
    },
  };
}
