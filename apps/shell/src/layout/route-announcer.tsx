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
 * Announces client-side navigation to assistive technology: moves focus to the main heading and reads the title. If only the query string
 * changes, does neither. With `justSignedIn`, also announces the first page.
 */
export function RouteAnnouncer({ justSignedIn }: { justSignedIn: boolean }) {
  const { pathname } = useLocation();
  const page = useSyncExternalStore(subscribePage, currentPage);
  const lastPathname = useRef(pathname);
  const pending = useRef(justSignedIn);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    pending.current = true;
  }, [pathname]);

  // A page sets its title only once it has content, so its heading exists by now.
  const announced = useRef(page);
  useEffect(() => {
    if (!pending.current || announced.current === page) return;
    pending.current = false;
    announced.current = page;
    focusHeading();
  }, [page]);

  return (
    <output aria-live="polite" className="sr-only">
      {page.title}
    </output>
  );
}
