/** Where the server answers stored files; what follows is the path in the library. */
const FILES = '/media-files/';

/**
 * The address of a file in the media explorer: its folder as `path`, itself as `file` (SPEC section 2). A file outside of the library
 * has none.
 */
export function explorerAddress(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/);
  if (!path.startsWith(FILES)) return undefined;
  const key = decoded(path.slice(FILES.length));
  const folder = key.slice(0, Math.max(0, key.lastIndexOf('/')));
  const address = new URLSearchParams({ ...(folder ? { path: folder } : {}), file: key });
  return `/media-explorer?${address}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
