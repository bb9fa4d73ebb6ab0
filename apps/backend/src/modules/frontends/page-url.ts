/** Paths that the server handles itself. Unknown paths below them get a 404 instead of a page. */
export const SERVER_PATHS = /^\/(?:api|iiif|mfe|assets|health|metrics|ops\/queues|ops\/plain|media-files)(?:\/|$)/;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The URL to route. The router rejects broken percent encoding with a problem document, so such a page URL becomes "/": every page URL
 * serves the same HTML, and the shell shows that the page doesn't exist.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?');
  return SERVER_PATHS.test(path) || isDecodable(path) ? url : '/';
}
