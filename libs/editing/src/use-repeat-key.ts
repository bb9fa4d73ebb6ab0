import { useRef } from 'react';

/** A name under which a request may be repeated: 32 hexadecimal digits. Not `randomUUID`, which a page without TLS lacks. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The key under which a request may be sent again without being done twice: the same for the same body, so that one whose answer
 * never came can be repeated, another one for another.
 */
export function useRepeatKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newKey() };
    return last.current.key;
  };
}
