import { ApiError, messageOf } from '@archive/api-client';

/** The error detail from the server, or `fallback` if it sent only a status (SPEC section 8). */
export function reasonOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.detail.split(' ')[0] === String(error.status)) return fallback;
  return messageOf(error);
}
