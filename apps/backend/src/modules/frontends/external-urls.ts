const SCHEME_OR_HOST = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Whether a URL in a build loads from another site. `data:` URLs are fine: they load nothing. */
export function isExternalUrl(url: string): boolean {
  // Browsers skip spaces and control characters.
  const compactUrl = [...url].filter((character) => character > ' ').join('');
  return SCHEME_OR_HOST.test(compactUrl) && !/^data:/i.test(compactUrl);
}
