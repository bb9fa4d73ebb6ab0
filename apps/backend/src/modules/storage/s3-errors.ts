import { isNativeError } from 'node:util/types';
import { AwayError } from '../../database/index.ts';

const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined;

const away = (error: unknown) => new AwayError('file storage', error);

/** What the server answers, or undefined where it has no such object. Every other failure is an `AwayError`. */
export async function orAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const named = isNativeError(error) ? error.name : '';
    // A bucket that is not there is a fault of the configuration, not an absent object.
    if (named === 'NoSuchKey' || named === 'NoSuchUpload' || (statusOf(error) === 404 && named !== 'NoSuchBucket'))
      return undefined;
    throw away(error);
  }
}

/** What the server answers; every failure is an `AwayError`. */
export async function orAway<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw away(error);
  });
}
