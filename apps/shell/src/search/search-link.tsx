import { Link, type LinkProps } from '@archive/router';
import type { MouseEvent } from 'react';
import { urlOf, type SearchState } from './search-url.ts';
import { type ChangeSearch, withChanges } from './use-search-state.ts';

interface SearchLinkProps extends Omit<LinkProps, 'to'> {
  state: SearchState;
  change: ChangeSearch;
  /** The changes of the search that the link makes. */
  changes: (latest: SearchState) => Partial<SearchState>;
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A link to a changed search. A plain click changes the latest search; a click with a modifier key opens the URL. */
export function SearchLink({ state, change, changes, ...rest }: SearchLinkProps) {
  return (
    <Link
      {...rest}
      to={urlOf(withChanges(state, changes(state)))}
      preventScrollReset
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        change(changes);
      }}
    />
  );
}
