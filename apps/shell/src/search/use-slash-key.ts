import { useNavigate } from '@archive/router';
import { useLayoutEffect } from 'react';
import { SEARCH } from './search-url.ts';

const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]';

/** State of a navigation to the search page that is to put the cursor into its field. */
export const FOCUS_SEARCH = { focusSearch: true };

/** Focuses the visible search field; false if there is none. */
function focusBox(): boolean {
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-search-box]')) {
    // A field that isn't displayed can't get the focus.
    box.focus();
    if (document.activeElement === box) {
      box.select();
      return true;
    }
  }
  return false;
}

/** `/` focuses the search, or opens its page where the masthead has only the icon. */
export function useSlashKey(): void {
  const navigate = useNavigate();
  // Before the page is shown: a key pressed at once is not lost.
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
