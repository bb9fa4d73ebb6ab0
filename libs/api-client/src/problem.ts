import { CODE_REQUIRED } from '@archive/contracts/access';
import { ArchiveError as ApiError, NO_RESPONSE, type Confirmation } from '@archive/client';

export { ApiError, NO_RESPONSE };

/** True when the server or a service it needs is unavailable, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && [NO_RESPONSE, 502, 503, 504].includes(error.status);
}

/** True when the record doesn't exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** True when the password is right, but the account needs a code as well. */
export function isCodeRequired(error: unknown): boolean {
  return error instanceof ApiError && error.members['type'] === CODE_REQUIRED;
}

/** True when someone else has changed the record in the meantime. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** The text to show for a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export type { Confirmation };

/** Resolves once the user has confirmed. Rejects with the error to show if they don't. */
type Handler = (confirmation: Confirmation) => Promise<void>;

let handler: Handler | undefined;

/** Sets how the page asks for confirmations. Returns a function that ends this. */
export function onConfirmationRequired(confirm: Handler): () => void {
  handler = confirm;
  return () => {
    if (handler === confirm) handler = undefined;
  };
}

/**
 * Asks for the confirmation that a rejected request needs. Returns its id, to repeat the request with.
 * @throws the error itself if it isn't about a confirmation, or if nobody can be asked
 */
export async function confirmedId(error: ApiError): Promise<string> {
  const { confirmation } = error;
  if (!confirmation || !handler) throw error;
  await handler(confirmation);
  return confirmation.confirmation_id;
}

/** The error of a request that the user did not confirm. */
export const notConfirmed = () =>
  new ApiError({
    status: 403,
    title: 'Not confirmed',
    detail: 'Not confirmed with the password. Nothing was changed.',
  });
