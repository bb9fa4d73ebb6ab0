/** What fetching a file may take. */
export interface FetchLimits {
  /** How long a server may take to be found and to be connected to. */
  connectMs: number;
  /** Until the head of an answer is there. */
  headersMs: number;
  /** Between two pieces of a file. */
  idleMs: number;
  /** For a file as a whole, redirects and all. */
  wholeMs: number;
  /** A file of which fewer bytes than these come in `slowMs` is given up. */
  slowBytes: number;
  slowMs: number;
  redirects: number;
  /** The largest file. */
  largestBytes: number;
  /** How often a link is tried in all. */
  tries: number;
  /** Before the second time, doubled each time after. */
  pauseMs: number;
  /** The same where the machine itself has no way out: there is no server to be spared. */
  offlinePauseMs: number;
  /** A server that asks to come back later than this is not waited for. */
  longestWaitMs: number;
  /** Files of one server at the same time, in one worker. */
  perHost: number;
}

/** Token of the limits. */
export const FETCH_LIMITS = Symbol('limits of fetching');

export const fetchLimits = (largestBytes: number): FetchLimits => ({
  connectMs: 8000,
  headersMs: 20_000,
  idleMs: 20_000,
  wholeMs: 15 * 60_000,
  slowBytes: 64 * 1024,
  slowMs: 60_000,
  redirects: 5,
  largestBytes,
  tries: 5,
  pauseMs: 1000,
  offlinePauseMs: 200,
  longestWaitMs: 10 * 60_000,
  perHost: 2,
});
