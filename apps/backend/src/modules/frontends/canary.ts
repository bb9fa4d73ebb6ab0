import { createHash } from 'node:crypto';

export interface Share {
  /** Percentage of sessions. */
  share: number;
  /** The revision that started the canary. It seeds the selection of sessions. */
  revision: number;
}

const RANGE = 2 ** 32;

/** Whether a session is in the canary. The result is always the same for a session, and false without a session. */
export function isInCanary(session: string | undefined, { share, revision }: Share): boolean {
  if (session === undefined) return false;
  const position = createHash('sha256').update(`${revision} ${session}`).digest().readUInt32BE() / RANGE;
  return position * 100 < share;
}
