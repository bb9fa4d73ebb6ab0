const WITH_SCHEME = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Whether an address in a build leads to another site. Data in the address itself is not loaded from anywhere. */
export function isForeignUrl(address: string): boolean {
  // Browsers skip spaces and control characters.
  const compactUrl = [...address].filter((character) => character > ' ').join('');
  return WITH_SCHEME.test(compactUrl) && !/^data:/i.test(compactUrl);
}
