import { isNativeError } from 'node:util/types';

/** `final`: the next time would be no better. `passing`: it may be. `offline`: this machine finds no way to any server. */
export type FailureKind = 'final' | 'passing' | 'offline';

/** Why a file could not be had. The message is a sentence for a curator. */
export class FetchFailure extends Error {
  readonly kind: FailureKind;
  /** How long the server asked to be left alone. */
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

const KNOWN: [sign: RegExp, kind: FailureKind, sentence: string][] = [
  [/^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/, 'passing', 'The server could not be reached in time.'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'passing', 'The server did not answer in time.'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'passing', 'The file stopped coming.'],
  [/^UND_ERR_HEADERS_OVERFLOW$|^HTTPParserError$/, 'final', 'What answered there is no web server.'],
  [/^ECONNREFUSED$/, 'passing', 'The server refused the connection.'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'offline', 'There is no way from here to the server.'],
  [
    /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    'final',
    'The server could not prove that it is the one that it says it is.',
  ],
];

const signsOf = (error: unknown): string[] => {
  if (!isNativeError(error)) return [];
  // Of several addresses that were tried.
  const inner = 'errors' in error && Array.isArray(error.errors) ? error.errors.flatMap(signsOf) : [];
  return [error.name, 'code' in error ? String(error.code) : '', ...inner, ...signsOf(error.cause)].filter(Boolean);
};

/** What went wrong on the way, in words. */
export function failureOf(error: unknown): FetchFailure {
  for (let at = error, depth = 0; isNativeError(at) && depth < 5; at = at.cause, depth += 1)
    if (at instanceof FetchFailure) return at;
  const signs = signsOf(error);
  const known = KNOWN.find(([pattern]) => signs.some((sign) => pattern.test(sign)));
  if (known) return new FetchFailure(known[1], known[2], { cause: error });
  return new FetchFailure('passing', 'The connection to the server broke off.', { cause: error });
}
