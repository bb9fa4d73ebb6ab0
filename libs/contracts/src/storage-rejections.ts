/** Why a file storage rejects requests until an operator acts: `reason` ends a sentence about the storage, `remedy` is what to do. */
export const STORAGE_REJECTIONS = {
  bucket: { reason: 'its bucket doesn’t exist', remedy: 'Create the bucket, or correct S3_BUCKET.' },
  key: {
    reason: 'it doesn’t accept the access key',
    remedy: 'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  },
  permission: {
    reason: 'the access key doesn’t have the permission',
    remedy: 'Allow the key to list, read, write and delete in the bucket.',
  },
  quota: { reason: 'its quota is used up', remedy: 'Raise the quota, or delete what does not belong to the archive.' },
  size: {
    reason: 'the file is too large for it, or its quota is used up',
    remedy: 'Raise its limit or quota, or lower MAX_UPLOAD_MB.',
  },
  region: { reason: 'its bucket is in another region', remedy: 'Correct S3_REGION and S3_ENDPOINT.' },
  clock: { reason: 'its clock differs from that of the archive', remedy: 'Synchronize both clocks.' },
  folder: {
    reason: 'its folder can’t be read or written',
    remedy: 'Let the user of the archive read and write the folder media in DATA_DIR.',
  },
  request: { reason: 'it doesn’t support a request of the archive', remedy: 'Look up the error in the log.' },
} as const;
export type StorageRejection = keyof typeof STORAGE_REJECTIONS;

const BY_CODE: Readonly<Record<string, StorageRejection>> = {
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  InvalidAccessKeyId: 'key',
  SignatureDoesNotMatch: 'key',
  InvalidToken: 'key',
  ExpiredToken: 'key',
  AccessDenied: 'permission',
  AllAccessDisabled: 'permission',
  AccountProblem: 'permission',
  QuotaExceeded: 'quota',
  InsufficientStorage: 'quota',
  XMinioStorageFull: 'quota',
  XMinioAdminBucketQuotaExceeded: 'quota',
  EntityTooLarge: 'size',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  RequestTimeTooSkewed: 'clock',
  RequestExpired: 'clock',
};

const BY_STATUS: Readonly<Record<number, StorageRejection>> = {
  301: 'region',
  400: 'request',
  401: 'key',
  403: 'permission',
  405: 'request',
  413: 'size',
  501: 'request',
  507: 'quota',
};

/** Damaged or interrupted transfers, which succeed when they are repeated. */
const TRANSIENT = new Set(['BadDigest', 'IncompleteBody', 'RequestTimeout', 'XAmzContentSHA256Mismatch']);

/** The kind of a permanent rejection by an S3 server; undefined if a later attempt may succeed. */
export const storageRejectionOf = (code: string, status: number | undefined): StorageRejection | undefined =>
  TRANSIENT.has(code) ? undefined : (BY_CODE[code] ?? BY_STATUS[status ?? 0]);

/** A sentence for operators, without names or paths. */
export const rejectionSentence = (rejection: StorageRejection): string =>
  `Rejects requests: ${STORAGE_REJECTIONS[rejection].reason}. ${STORAGE_REJECTIONS[rejection].remedy}`;
