import path from 'node:path';
import { assertStorageKey } from './storage-key.ts';

/** Matches characters that some file systems don't allow. Their UTF-8 bytes are escaped as `%XX`. */
const PLAIN = /[^A-Za-z0-9 _.,;=@~!$&'()+\-\u00a1-\uffff]/gu;

const escape = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Leading dots are reserved for the store's own files. */
const encodeSegment = (segment: string) =>
  segment.replace(PLAIN, escape).replace(/^\./, '%2E').replace(/[ .]$/, escape);

export const decodeSegment = (name: string) => decodeURIComponent(name);

/** File systems allow 255 bytes per name. */
const MAX_NAME_BYTES = 250;

/** Path of a key in the store's directory. */
export function pathOf(root: string, key: string): string {
  assertStorageKey(key);
  const names = key.split('/').map(encodeSegment);
  if (names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) throw new RangeError('Not a storage key');
  return path.join(root, ...names);
}
