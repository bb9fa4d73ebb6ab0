/** A name under which a request may be repeated. Not `randomUUID`, which a page without TLS lacks. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
