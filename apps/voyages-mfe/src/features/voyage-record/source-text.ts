const MAX_PATH_LENGTH = 30;

/** The URL, if the text is only a web address. */
export function webAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  if (!/^https?:\/\/\S+$/i.test(trimmed)) return undefined;
  return URL.parse(trimmed) ?? undefined;
}

/** Host and the first 30 characters of the path (SPEC section 5): "www.cia.gov/readingroom/docs/1946-06-07a.p…". */
export function shortUrl(url: URL): string {
  const host = url.host.replace(/^www\./, '');
  const path = decodePath(url.pathname + url.search).replace(/^\/$/, '');
  return path.length > MAX_PATH_LENGTH ? `${host}${path.slice(0, MAX_PATH_LENGTH)}…` : `${host}${path}`;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
