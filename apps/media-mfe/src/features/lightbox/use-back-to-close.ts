import { useEffect, useRef } from 'react';

const isViewerEntry = () => (window.history.state as { viewer?: boolean } | null)?.viewer === true;

/**
 * Hides a popstate event from the router. The router's location doesn't change, and if it blocked the navigation, it would reload the page.
 */
const hideFromRouter = (event: Event) => event.stopImmediatePropagation();

/** Adds a history entry while mounted, so that Back calls `onBack` and stays on the page. */
export function useBackToClose(onBack: () => void): void {
  const latest = useRef(onBack);
  const mounted = useRef(false);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    mounted.current = true;
    const page = window.location.href;
    if (!isViewerEntry()) window.history.pushState({ ...window.history.state, viewer: true }, '');
    const handlePopState = (event: PopStateEvent) => {
      if (isViewerEntry()) return;
      if (window.location.href === page) hideFromRouter(event);
      latest.current();
    };
    window.addEventListener('popstate', handlePopState, { capture: true });
    return () => {
      mounted.current = false;
      window.removeEventListener('popstate', handlePopState, { capture: true });
      // Deferred, because React's strict mode unmounts and remounts immediately.
      queueMicrotask(() => {
        if (mounted.current || !isViewerEntry()) return;
        window.addEventListener('popstate', hideFromRouter, { capture: true, once: true });
        window.history.back();
      });
    };
  }, []);
}
