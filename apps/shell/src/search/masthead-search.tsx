import { Link, useLocation, useNavigate } from '@archive/router';
import { Search } from '@archive/ui/icons';
import { useLayoutEffect } from 'react';
import { SearchBox } from './search-box.tsx';
import { SEARCH, stateOf } from './search-url.ts';

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

const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]';

/** Navigation state that tells the search page to focus its field. */
const FOCUS_SEARCH = { focusSearch: true };

/** Focuses the visible search field; false if there is none. */
function focusBox(): boolean {
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-search-box]')) {
    // A hidden field can't get the focus.
    box.focus();
    if (document.activeElement === box) {
      box.select();
      return true;
    }
  }
  return false;
}

/** `/` focuses the search field, or opens the search page if the masthead shows only an icon. */
function useSlashKey(): void {
  const navigate = useNavigate();
  // Uses a layout effect, so that a key pressed as soon as the page appears is not missed.
  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      if (!focusBox()) void navigate(SEARCH, { state: FOCUS_SEARCH });
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [navigate]);
}
