/** Where the server answers stored files; behind it stands the path in the library. */
const FILES = '/media-files/';

/** Address of a stored file in the Media Explorer: folder as `path`, itself as `file` (SPEC section 2); undefined for one outside. */
export function explorerAddress(url: string): string | undefined {
  const { pathname, origin } = new URL(url, 'http://archive');
  if (origin !== 'http://archive' || !pathname.startsWith(FILES)) return undefined;
  const [file = '', ...folders] = pathname.slice(FILES.length).split('/').toReversed().map(decoded);
  const path = folders.toReversed().join('/');
  return `/media-explorer?${new URLSearchParams({ ...(path ? { path } : {}), file })}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
