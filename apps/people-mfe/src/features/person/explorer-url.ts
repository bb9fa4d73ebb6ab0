/** URL prefix of stored files; the rest is the path in the library. */
const FILES = '/media-files/';

/** Media Explorer URL of a stored file: folder as `path`, name as `file` (SPEC section 2). Undefined for external URLs. */
export function explorerUrl(url: string): string | undefined {
  const { pathname, origin } = new URL(url, 'http://archive');
  if (origin !== 'http://archive' || !pathname.startsWith(FILES)) return undefined;
  const [file = '', ...folders] = pathname.slice(FILES.length).split('/').toReversed().map(decodePart);
  const path = folders.toReversed().join('/');
  return `/media-explorer?${new URLSearchParams({ ...(path ? { path } : {}), file })}`;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
