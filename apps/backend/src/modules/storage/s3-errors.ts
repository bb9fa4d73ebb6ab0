import { isNativeError } from 'node:util/types';
import { storageRejectionOf } from '@archive/contracts';
import { StorageRejectedError } from '../../common/index.ts';
import { UnavailableError } from '../../database/index.ts';

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined;

function unavailable(error: unknown): UnavailableError {
  const rejection = storageRejectionOf(isNativeError(error) ? error.name : '', statusOf(error));
  return rejection ? new StorageRejectedError(rejection, error) : new UnavailableError('file storage', error);
}

/**
 * Returns the server's response; undefined if the object doesn't exist. Converts all other failures to an `UnavailableError`, which is a
 * `StorageRejectedError` if repeating the request is useless.
 */
export async function undefinedIfMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const errorName = isNativeError(error) ? error.name : '';
    // A missing bucket is a configuration error, not a missing object.
    if (
      errorName === 'NoSuchKey' ||
      errorName === 'NoSuchUpload' ||
      (statusOf(error) === 404 && errorName !== 'NoSuchBucket')
    )
      return undefined;
    throw unavailable(error);
  }
}

/** Returns the server's response. Converts all failures like `undefinedIfMissing`. */
export async function withUnavailableError<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw unavailable(error);
  });
}

/** Errors of servers that store objects but can't join ranges of existing ones. */
const UNSUPPORTED_COPY = new Set([
  'EntityTooSmall',
  'InvalidArgument',
  'InvalidPart',
  'InvalidRequest',
  'MethodNotAllowed',
  'NotImplemented',
]);

/** Whether a server rejects a copy in parts permanently, although objects can be read and written. */
export function isUnsupportedCopy(error: unknown): boolean {
  const cause = error instanceof UnavailableError ? error.cause : error;
  return isNativeError(cause) && (UNSUPPORTED_COPY.has(cause.name) || statusOf(cause) === 501);
}

/** The location of an object, as parameters of S3 commands. */
export interface ObjectLocation {
  Bucket: string;
  Key: string;
}
