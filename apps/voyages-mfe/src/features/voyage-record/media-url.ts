/** URL prefix of stored files; the rest is the path in the library. */
const FILES = '/media-files/';

/**
 * Media Explorer URL of a file: its folder as `path`, its name as `file` (SPEC section 2). Undefined for files outside the
 * library.
 */
export function explorerUrl(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/);
  if (!path.startsWith(FILES)) return undefined;
  const parts = decodePath(path.slice(FILES.length)).split('/');
  const file = parts.pop() ?? '';
  const params = new URLSearchParams({ ...(parts.length > 0 ? { path: parts.join('/') } : {}), file });
  return `/media-explorer?${params}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
