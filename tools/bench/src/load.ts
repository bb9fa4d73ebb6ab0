import autocannon from 'autocannon';

export interface Load {
  url: string;
  /** Paths to request in turn; each connection starts at a different one. */
  paths: string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Maximum duration of all windows together. */
  longest?: number;
  /** The expected response. */
  expected: 'content' | 'unchanged';
}

/** Minimum number of responses for a meaningful result; the window is extended until there are this many. */
const MIN_RESPONSES = 10;
/** Longest window without `longest`, for responses that take a second each. */
const MAX_SECONDS = 20;

export interface Throughput {
  /** 0 when nothing responded even in the longest window. */
  requestsPerSecond: number;
  /** Milliseconds: the median and the 99th percentile. */
  p50: number;
  p99: number;
}

/**
 * Sends requests as fast as responses arrive, for as long as it takes to get enough of them.
 * @throws when a response differs from `expected`
 */
export async function load(options: Load): Promise<Throughput> {
  let [responses, duration] = [0, 0];
  for (let { seconds } = options; ; seconds *= 2) {
    const { p50, p99, ...window } = await loadFor({ ...options, seconds });
    responses += window.responses;
    duration += window.duration;
    if (responses >= MIN_RESPONSES || duration + seconds * 2 > (options.longest ?? MAX_SECONDS))
      return { requestsPerSecond: responses / duration, p50, p99 };
  }
}

async function loadFor({ url, paths, headers, connections, seconds, expected }: Load) {
  let connectionCount = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // A run ends at a sample; with the default interval of a second, a short run would take longer.
    sampleInt: Math.min(1000, Math.max(20, seconds * 250)),
    setupClient: (client) => {
      const from = Math.floor((connectionCount++ * paths.length) / connections);
      const rotated = [...paths.slice(from), ...paths.slice(0, from)];
      client.setRequests(rotated.map((path) => ({ method: 'GET', path, headers })));
    },
  });
  const matching = expected === 'content' ? result['2xx'] : result['3xx'];
  const total = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'];
  if (matching !== total || result.errors > 0)
    throw new Error(`${url}${paths[0]}: ${matching} of ${total} responses were ${expected}, ${result.errors} failed`);
  const { p50, p99 } = result.latency;
  return { responses: matching, duration: result.duration, p50, p99 };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
