/** A page uses its preloaded responses for this long after its first request. */
export const PRELOADS_MS = 5000;

let firstRequestAt: number | undefined;

const preloads = () => document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]');

/**
 * Called before each request. The browser serves the next request for a preloaded URL from the preload, no matter how old and outdated it
 * is; it can even be a 401 from before signing in. So after the page's start, or when it sends a change, this function fetches all
 * remaining preloaded URLs, which uses up the stale responses.
 */
export function preparePreloads(method: string, url: string): void {
  firstRequestAt ??= performance.now();
  const isStarting = method === 'GET' && performance.now() - firstRequestAt < PRELOADS_MS;
  for (const link of preloads()) {
    const address = link.getAttribute('href') ?? '';
    if (isStarting && address !== url) continue;
    link.remove();
    if (!isStarting) void fetch(address, { credentials: 'same-origin' }).catch(() => undefined);
  }
}
