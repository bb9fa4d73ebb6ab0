const WITH_SCHEME = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Whether a URL in a build leads to another site. Data in the URL itself is not loaded from anywhere. */
export function isForeignUrl(url: string): boolean {
  // Browsers skip spaces and control characters.
  const compactUrl = [...url].filter((character) => character > ' ').join('');
  return WITH_SCHEME.test(compactUrl) && !/^data:/i.test(compactUrl);
}
