import { Link, useLocation } from '@archive/router';
import { Search } from '@archive/ui/icons';
import { SearchBox } from './search-box.tsx';
import { SEARCH, stateOf } from './search-url.ts';
import { FOCUS_SEARCH, useSlashKey } from './use-slash-key.ts';

/** The search in the masthead: a field where there is room, otherwise an icon that opens the search page. */
export function MastheadSearch() {
  const { pathname, search } = useLocation();
  useSlashKey();
  const q = pathname === SEARCH ? stateOf(new URLSearchParams(search)).q : '';
  return (
    <>
      <SearchBox
        label="Search the archive"
        placeholder="Search"
        value={q}
        className="hidden min-w-36 flex-1 xl:block"
      />
      <Link
        to={SEARCH}
        state={FOCUS_SEARCH}
        aria-label="Search the archive"
        className="grid size-10 shrink-0 place-items-center rounded text-ink/80 hover:bg-wash hover:text-ink xl:hidden"
      >
        <Search aria-hidden />
      </Link>
    </>
  );
}
