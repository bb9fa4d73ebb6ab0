import { isNativeError } from 'node:util/types';
import { STORAGE_REJECTIONS, type StorageRejection } from '@archive/contracts';

/** A service that the program depends on doesn't respond. A later attempt may succeed. */
export class UnavailableError extends Error {
  /** Name of the service, as shown to users: "database", "file storage", "queue". */
  readonly dependency: string;

  constructor(dependency: string, cause?: unknown) {
    super(`The ${dependency} is not available.`, { cause });
    this.name = 'UnavailableError';
    this.dependency = dependency;
  }
}

/** The disk of a service is full: it rejects writes until someone frees space. */
export class DiskFullError extends UnavailableError {
  override name = 'DiskFullError';
}

/** The file storage rejects a request: a later attempt fails as well, until an operator has acted. */
export class StorageRejectedError extends UnavailableError {
  override name = 'StorageRejectedError';
  readonly rejection: StorageRejection;
  /** Name of the file that was not stored, as its sender calls it. */
  file: string | undefined;

  constructor(rejection: StorageRejection, cause?: unknown) {
    super('file storage', cause);
    this.message = `The file storage rejects requests: ${STORAGE_REJECTIONS[rejection].reason}. ${STORAGE_REJECTIONS[rejection].remedy}`;
    this.rejection = rejection;
  }
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The socket file is missing.
  'ENOENT',
]);

/**
 * PostgreSQL error codes that mean unavailable: connection exceptions, shutdown or startup, out of connections, a statement or
 * transaction past its deadline, a table that no migration has created yet, and a statement that could not be prepared without it.
 */
const SQL_STATES = /^(?:08|57P0|53)|^(?:57014|25P03|42P01|26000)$/;

const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * Whether an error means that the database is unavailable rather than that it rejects the statement. MikroORM's error has the driver's
 * error as its cause.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (
    let current: unknown = error, depth = 0;
    isNativeError(current) && depth < 5;
    current = current.cause, depth += 1
  ) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if (
      (NETWORK_CODES.has(code) && 'syscall' in current && (code !== 'ENOENT' || current.syscall === 'connect')) ||
      (code.length === 5 && SQL_STATES.test(code)) ||
      DRIVER_MESSAGES.test(current.message)
    )
      return true;
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
