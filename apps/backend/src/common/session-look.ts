import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** What a look at the session has found. */
export interface Look {
  username: string;
  /** How many changes of the archive's records there have been: read with the session, for one trip does for both. */
  changes: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null on routes that are open, and while there is a `look`. */
    username: string | null;
    /**
     * How many changes of the archive's records had been made when the request came, or probably had while there is a `look`; null
     * on routes that are open.
     */
    changes: string | null;
    /** The look at the session, until its outcome is known; null where none is needed. */
    look: Promise<Look | undefined> | null;
  }
}

/**
 * Waits for the look at the session.
 *
 * @throws Problem 401 when nobody is signed in
 */
export async function confirm(request: FastifyRequest): Promise<void> {
  const { look } = request;
  if (look === null) return;
  request.look = null;
  const found = await look;
  if (!found) throw new Problem(401, 'Please sign in.');
  request.username = found.username;
  request.changes = found.changes;
}
