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
  /** Minimum bytes per `slowMs`; slower downloads are aborted. */
  slowBytes: number;
  slowMs: number;
  redirects: number;
  /** Maximum file size. */
  largestBytes: number;
  /** Maximum number of attempts. */
  tries: number;
  /** Delay before the second attempt; doubles with each further one. */
  pauseMs: number;
  /** Delay when this machine is offline. Shorter, because no server needs to be spared. */
  offlinePauseMs: number;
  /** Longest delay that a server can request. */
  maxWaitMs: number;
  /** Concurrent downloads per host and worker. */
  perHost: number;
}

/** Injection token of the limits. */
export const FETCH_LIMITS = Symbol('limits of fetching');

export const fetchLimits = (largestBytes: number): FetchLimits => ({
  connectMs: 8000,
  headersMs: 20_000,
  idleMs: 20_000,
  totalMs: 15 * 60_000,
  slowBytes: 64 * 1024,
  slowMs: 60_000,
  redirects: 5,
  largestBytes,
  tries: 5,
  pauseMs: 1000,
  offlinePauseMs: 200,
  maxWaitMs: 10 * 60_000,
  perHost: 2,
});
