import { ApiError, messageOf } from '@archive/api-client';

/** The sentence that the archive refused with; `otherwise` where it gave none but a status (SPEC section 8). */
export function reasonOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.detail.split(' ')[0] === String(error.status)) return otherwise;
  return messageOf(error);
}
