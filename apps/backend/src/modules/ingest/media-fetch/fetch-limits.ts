/** Limits of a download. */
export interface FetchLimits {
  /** DNS lookup and connection time. */
  connectMs: number;
  /** Time until the response headers arrive. */
  headersMs: number;
  /** Time between two chunks. */
  idleMs: number;
  /** Total time, including redirects. */
  totalMs: number;
  /** Minimum number of bytes per `slowMs`. Slower downloads are aborted. */
  slowBytes: number;
  slowMs: number;
  redirects: number;
  /** Maximum file size. */
  maxBytes: number;
  /** Maximum number of attempts. */
  maxAttempts: number;
  /** Delay before the second attempt; doubles with each further attempt. */
  retryDelayMs: number;
  /** Delay when this machine is offline. Shorter, because the attempt reaches no server. */
  offlineRetryDelayMs: number;
  /** Longest delay that a server can request. */
  maxWaitMs: number;
  /** Concurrent downloads per host and worker. */
  perHost: number;
}

/** Injection token of the limits. */
export const FETCH_LIMITS = Symbol('fetch limits');

export const fetchLimits = (maxBytes: number): FetchLimits => ({
  connectMs: 8000,
  headersMs: 20_000,
  idleMs: 20_000,
  totalMs: 15 * 60_000,
  slowBytes: 64 * 1024,
  slowMs: 60_000,
  redirects: 5,
  maxBytes,
  maxAttempts: 5,
  retryDelayMs: 1000,
  offlineRetryDelayMs: 200,
  maxWaitMs: 10 * 60_000,
  perHost: 2,
});
