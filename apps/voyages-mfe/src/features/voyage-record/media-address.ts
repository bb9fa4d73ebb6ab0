/** Where the server answers stored files; what follows is the path in the library. */
const FILES = '/media-files/';

/**
 * The address of a file in the media explorer: its folder as `path`, itself as `file` (SPEC section 2). A file outside of the library
 * has none.
 */
export function explorerAddress(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/);
  if (!path.startsWith(FILES)) return undefined;
  const parts = decoded(path.slice(FILES.length)).split('/');
  const file = parts.pop() ?? '';
  const address = new URLSearchParams({ ...(parts.length > 0 ? { path: parts.join('/') } : {}), file });
  return `/media-explorer?${address}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
