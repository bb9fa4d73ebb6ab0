const MAX_BYTES = 1024;
const MAX_SEGMENT_BYTES = 200;

/** Control characters and backslashes, which some backends don't allow. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/** Prefix of system files such as imported documents. They are never listed or served. */
export const SYSTEM_PREFIX = '_system/';

/** Prefix of uploads in progress. */
export const INCOMING_PREFIX = `${SYSTEM_PREFIX}incoming/`;

/** Prefix of the pieces of resumable uploads. */
export const UPLOADS_PREFIX = `${SYSTEM_PREFIX}uploads/`;

/** Prefix of imported documents. */
export const DOCUMENTS_PREFIX = `${SYSTEM_PREFIX}documents/`;

/** Prefix of the files of published editions. */
export const EDITIONS_PREFIX = `${SYSTEM_PREFIX}editions/`;

/** Prefix of previews. They are served but never listed. */
export const DERIVATIVES_PREFIX = '_derivatives/';

/**
 * Whether a string is a valid key: at most 1024 bytes of segments separated by single slashes, none of them `.` or `..`. The rule is the
 * same for all drivers, so that files can be moved from one driver to another.
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

/** URL path of a stored file. It requires a signed-in user. */
export const mediaUrl = (key: string) => `/media-files/${key.split('/').map(encodeURIComponent).join('/')}`;
