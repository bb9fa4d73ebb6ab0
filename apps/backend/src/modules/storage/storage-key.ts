const MAX_BYTES = 1024;
const MAX_SEGMENT_BYTES = 200;

/** Control characters, and what is a separator or a terminator somewhere. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/** Keys below it belong to the archive itself (documents of the ingest): no person lists or fetches them. */
export const SYSTEM_PREFIX = '_system/';

/** Uploads lie below it while they arrive. */
export const INCOMING_PREFIX = `${SYSTEM_PREFIX}incoming/`;

/** Pieces of uploads that may break off and go on lie below it until they have come whole. */
export const UPLOADS_PREFIX = `${SYSTEM_PREFIX}uploads/`;

/** Smaller pictures of media lie below it: read by people, and never listed. */
export const DERIVATIVES_PREFIX = '_derivatives/';

/**
 * Whether a text names one object: segments between single slashes, none of them `.` or `..`, at most 1024 bytes. It is the
 * same for every driver, so that what one keeps another can take over.
 */
export function isStorageKey(key: string): boolean {
  if (key === '' || Buffer.byteLength(key) > MAX_BYTES || FORBIDDEN.test(key) || !key.isWellFormed()) return false;
  return key
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= MAX_SEGMENT_BYTES);
}

export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new RangeError('Not a storage key');
}

/** Address of a stored file, behind the login. */
export const mediaUrl = (key: string) => `/media-files/${key.split('/').map(encodeURIComponent).join('/')}`;
