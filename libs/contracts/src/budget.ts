import { BODY_BYTES, MAX_REQUESTS_IN_FLIGHT, type Operation } from './operation.ts';

/** Limits of a request. An operation can declare its own. */
export const DEFAULT_BUDGET = {
  /** Time the client has to send the headers. */
  headersSeconds: 10,
  /** Time the client has to send a JSON body; for a file, the longest time without progress. Set by `REQUEST_SECONDS`. */
  bodySeconds: 15,
  /** Minimum upload speed of a file. */
  bytesPerSecond: 1024,
  /** Maximum time of one database statement. Set by `DATABASE_STATEMENT_SECONDS`. */
  statementSeconds: 15,
  /** Maximum time from the last byte of the request to the first byte of the response. */
  responseTimeoutSeconds: 30,
} as const;

/** Values of `responseTimeoutSeconds` for operations that take longer. */
export const RESPONSE_TIMEOUT_SECONDS = {
  /** Operations that check and store a file. */
  file: 600,
} as const;

/** Maximum bytes of a JSON response, unless its operation declares another limit. Downloads have none. */
export const MAX_RESPONSE_BYTES = 5_000_000;

/** Maximum number of connections that an API process accepts. */
export const MAX_CONNECTIONS = 2000;

/**
 * Maximum number of anonymous connections, which had no session and no token: in total, which leaves places for others, and from one
 * address. Behind a proxy, only `MAX_CONNECTIONS` applies.
 */
export const CONNECTION_LIMITS = { anonymous: 1500, anonymousPerAddress: 200 };

/** Limits of one operation; the server enforces each. */
export interface Budget {
  /** Maximum bytes of the JSON body; 0 if the operation takes none. */
  bodyBytes: number;
  headersSeconds: number;
  bodySeconds: number;
  /** Undefined if the operation takes no file. */
  bytesPerSecond: number | undefined;
  responseTimeoutSeconds: number;
  statementSeconds: number;
  /** Maximum concurrent requests of one session or token; undefined if the operation is public. */
  inFlight: number | undefined;
}

export const budgetOf = (operation: Operation): Budget => ({
  bodyBytes: operation.method === 'GET' ? 0 : (operation.bodyBytes ?? BODY_BYTES.default),
  headersSeconds: DEFAULT_BUDGET.headersSeconds,
  bodySeconds: DEFAULT_BUDGET.bodySeconds,
  bytesPerSecond: operation.multipart ? DEFAULT_BUDGET.bytesPerSecond : undefined,
  responseTimeoutSeconds: operation.responseTimeoutSeconds ?? DEFAULT_BUDGET.responseTimeoutSeconds,
  statementSeconds: DEFAULT_BUDGET.statementSeconds,
  inFlight: operation.access === 'public' ? undefined : MAX_REQUESTS_IN_FLIGHT.operations,
});
