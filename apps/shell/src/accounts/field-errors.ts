import { ApiError, messageOf } from '@archive/api-client';

/** The message for a field of a rejected request. */
export const fieldError = (error: Error | null, path: string) =>
  error instanceof ApiError && error.errors.find((item) => item.path === path)?.message;

/** The message of a rejected request that isn’t about one of these fields. */
export function otherError(error: Error | null, paths: readonly string[]): string | undefined {
  if (!error || paths.some((path) => fieldError(error, path))) return undefined;
  return messageOf(error);
}
