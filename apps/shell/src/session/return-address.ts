/**
 * Where the server sent somebody from who had to sign in first: `/?to=/ops/queues`. Only addresses of this archive count, and none of them
 * sends any further.
 */
export function returnAddress(href: string): string | undefined {
  const here = new URL(href);
  const to = here.pathname === '/' ? here.searchParams.get('to') : null;
  const there = to?.startsWith('/') ? URL.parse(to, here) : null;
  if (!there || there.origin !== here.origin || there.searchParams.has('to')) return undefined;
  return there.pathname + there.search + there.hash;
}
