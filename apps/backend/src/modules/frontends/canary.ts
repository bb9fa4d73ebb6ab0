import { createHash } from 'node:crypto';

export interface Share {
  /** Per cent of sessions. */
  share: number;
  /** The revision with which it began: it deals the sessions anew. */
  revision: number;
}

const WHOLE = 2 ** 32;

/** Whether a session is among those that see a canary: always the same answer for the same session, and for nobody who has none. */
export function seesCanary(session: string | undefined, { share, revision }: Share): boolean {
  if (session === undefined) return false;
  const place = createHash('sha256').update(`${revision} ${session}`).digest().readUInt32BE() / WHOLE;
  return place * 100 < share;
}
