import { useNavigate } from '@archive/router';
import { useLayoutEffect } from 'react';
import { SEARCH } from './search-url.ts';

const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]';

/** Navigation state that tells the search page to focus its field. */
export const FOCUS_SEARCH = { focusSearch: true };

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
export function useSlashKey(): void {
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
