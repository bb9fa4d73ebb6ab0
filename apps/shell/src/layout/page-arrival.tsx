import { useLocation } from '@archive/router';
import { currentPage, subscribePage } from '@archive/shell-api';
import { useEffect, useRef, useSyncExternalStore } from 'react';

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * What a whole page load does for who cannot see it, done for a change of address: focus goes to the main heading once it is there,
 * and the title is read out. A change of the question alone (a filter) moves nothing. `entered`: somebody has just signed in, so
 * the first page is an arrival too.
 */
export function PageArrival({ entered }: { entered: boolean }) {
  const { pathname } = useLocation();
  const page = useSyncExternalStore(subscribePage, currentPage);
  const arrivedAt = useRef(pathname);
  const due = useRef(entered);

  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    due.current = true;
  }, [pathname]);

  // A page says its title when it can show itself: then its heading is there.
  const said = useRef(page);
  useEffect(() => {
    if (!due.current || said.current === page) return;
    due.current = false;
    said.current = page;
    focusHeading();
  }, [page]);

  return (
    <output aria-live="polite" className="sr-only">
      {page.title}
    </output>
  );
}
