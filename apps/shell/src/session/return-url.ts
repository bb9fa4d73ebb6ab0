/**
 * The URL to open after sign-in, from `/?to=/ops/queues`, as path, query and hash. Returns undefined unless navigating to it stays
 * on this origin. A URL with its own `to` is rejected, because it would redirect again.
 */
export function returnUrl(href: string): string | undefined {
  const current = new URL(href);
  const to = current.pathname === '/' ? current.searchParams.get('to') : null;
  const target = to?.startsWith('/') ? URL.parse(to, current.origin) : null;
  if (!target || target.origin !== current.origin || target.searchParams.has('to')) return undefined;
  const url = target.pathname + target.search + target.hash;
  // Normalization can leave a path that starts with "//", which the browser interprets as another host: "/.//example.org".
  return URL.parse(url, current.origin)?.href === target.href ? url : undefined;
}
