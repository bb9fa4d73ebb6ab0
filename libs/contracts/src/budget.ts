import { BODY_BYTES, MAX_REQUESTS_IN_FLIGHT, type Operation } from './operation.ts';

/** Default limits of a request, unless its operation declares others. */
export const DEFAULT_BUDGET = {
  /** Time to send the headers. */
  headersSeconds: 10,
  /** Time to send a JSON body, and for a file to make progress. `REQUEST_SECONDS` changes it. */
  bodySeconds: 15,
  /** A file has to arrive at least this fast. */
  bytesPerSecond: 1024,
  /** Time of one database statement. `DATABASE_STATEMENT_SECONDS` changes it. */
  statementSeconds: 15,
  /** Time from the last byte of the request to the first of the response. */
  responseTimeoutSeconds: 30,
} as const;

/** Longer response times. */
export const RESPONSE_TIMEOUT_SECONDS = {
  /** Checks and stores a file. */
  file: 600,
  /** Verifies and saves a whole archive. */
  archive: 3600,
} as const;

/** Connections that an API process accepts. */
export const MAX_CONNECTIONS = 2000;

/** Limits of one operation; the server enforces each. */
export interface Budget {
  /** Bytes of the JSON body; 0 when it takes none. */
  bodyBytes: number;
  headersSeconds: number;
  bodySeconds: number;
  /** Undefined when it takes no file. */
  bytesPerSecond: number | undefined;
  responseTimeoutSeconds: number;
  statementSeconds: number;
  /** Requests of one session or token at the same time; undefined when it is public. */
  inFlight: number | undefined;
}

export const budgetOf = (operation: Operation): Budget => ({
  bodyBytes: operation.method === 'GET' ? 0 : (operation.bodyBytes ?? BODY_BYTES.default),
  headersSeconds: DEFAULT_BUDGET.headersSeconds,
  bodySeconds: DEFAULT_BUDGET.bodySeconds,
  bytesPerSecond: operation.multipart ? DEFAULT_BUDGET.bytesPerSecond : undefined,
  responseTimeoutSeconds: operation.responseTimeoutSeconds ?? DEFAULT_BUDGET.responseTimeoutSeconds,
  statementSeconds: operation.statementSeconds ?? DEFAULT_BUDGET.statementSeconds,
  inFlight: operation.public ? undefined : MAX_REQUESTS_IN_FLIGHT.operations,
});
