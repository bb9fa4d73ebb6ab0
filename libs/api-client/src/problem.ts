import { ArchiveError as ApiError, NO_RESPONSE } from '@archive/client';

export { ApiError, NO_RESPONSE };

/** True when the server or a service it needs is unavailable, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && [NO_RESPONSE, 502, 503, 504].includes(error.status);
}

/** True when the record doesn't exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** True when someone else has changed the record in the meantime. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** The text to show for a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
