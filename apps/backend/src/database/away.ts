import { isNativeError } from 'node:util/types';

/** A part that the program depends on does not answer at the moment; trying again later may help. */
export class AwayError extends Error {
  /** As a person names it: "database", "file storage", "queue". */
  readonly dependency: string;

  constructor(dependency: string, cause?: unknown) {
    super(`The ${dependency} is away.`, { cause });
    this.name = 'AwayError';
    this.dependency = dependency;
  }
}

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/**
 * PostgreSQL: connection exceptions, shutting down or starting up, out of connections, a table that no migration made yet, and a
 * statement that could not be prepared for the lack of it.
 */
const SERVER = /^(?:08|57P0|53)|^(?:42P01|26000)$/;

const SENTENCES =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** True where the database itself is the trouble, not what was asked of it. MikroORM wraps the driver's error as its cause. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; isNativeError(at) && depth < 5; at = at.cause, depth += 1) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (
      (NETWORK.has(code) && 'syscall' in at) ||
      (code.length === 5 && SERVER.test(code)) ||
      SENTENCES.test(at.message)
    )
      return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
  }
  return false;
}
