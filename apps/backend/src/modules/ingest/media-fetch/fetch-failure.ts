import { isNativeError } from 'node:util/types';

/** `final`: retrying won't help. `transient`: retrying may help. `offline`: there is no connection to any server. */
export type FailureKind = 'final' | 'transient' | 'offline';

/** Why a file couldn't be downloaded. The message is shown to curators. */
export class FetchFailure extends Error {
  readonly kind: FailureKind;
  /** The delay that the server requested (`Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

const FAILURES: [sign: RegExp, kind: FailureKind, sentence: string][] = [
  [/^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/, 'transient', 'The server couldn’t be reached in time.'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'transient', 'The server didn’t respond in time.'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'transient', 'The download stalled.'],
  [/^UND_ERR_HEADERS_OVERFLOW$|^HTTPParserError$/, 'final', 'There is no website at this address.'],
  [/^ECONNREFUSED$/, 'transient', 'The server refused the connection.'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'offline', 'There is no network route to the server.'],
  [
    /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    'final',
    'The server’s security certificate isn’t valid.',
  ],
];

const signsOf = (error: unknown): string[] => {
  if (!isNativeError(error)) return [];
  // An AggregateError has one error for each IP address that was tried.
  const inner = 'errors' in error && Array.isArray(error.errors) ? error.errors.flatMap(signsOf) : [];
  return [error.name, 'code' in error ? String(error.code) : '', ...inner, ...signsOf(error.cause)].filter(Boolean);
};

/** Converts a network error to a message for curators. */
export function failureOf(error: unknown): FetchFailure {
  for (let current = error, depth = 0; isNativeError(current) && depth < 5; current = current.cause, depth += 1)
    if (current instanceof FetchFailure) return current;
  const signs = signsOf(error);
  const entry = FAILURES.find(([pattern]) => signs.some((sign) => pattern.test(sign)));
  if (entry) return new FetchFailure(entry[1], entry[2], { cause: error });
  return new FetchFailure('transient', 'The connection to the server was lost.', { cause: error });
}
