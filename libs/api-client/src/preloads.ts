/** Time after its first request in which a page uses its preloaded responses. */
export const PRELOADS_MS = 5000;

let firstRequestAt: number | undefined;

const preloads = () => document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]');

/**
 * Called before each request. The browser answers the next request for an address from the page's preload of it, however late and whatever
 * has changed since: also with a 401 from before signing in. So once the page has started or sends a change, the preloads that nothing has
 * requested are requested here, which uses them up.
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
