import autocannon from 'autocannon';

export interface Load {
  url: string;
  /** Paths to request in turn; each connection starts at a different one. */
  paths: string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** What every response must be. */
  expected: 'content' | 'unchanged';
}

export interface Throughput {
  requestsPerSecond: number;
  /** Milliseconds: the median and the 99th percentile. */
  p50: number;
  p99: number;
}

/**
 * Sends requests as fast as responses arrive.
 * @throws when a response differs from `expected`
 */
export async function load({ url, paths, headers, connections, seconds, expected }: Load): Promise<Throughput> {
  let connectionCount = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const from = Math.floor((connectionCount++ * paths.length) / connections);
      const rotated = [...paths.slice(from), ...paths.slice(0, from)];
      client.setRequests(rotated.map((path) => ({ method: 'GET', path, headers })));
    },
  });
  const matching = expected === 'content' ? result['2xx'] : result['3xx'];
  const total = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'];
  if (matching === 0 || matching !== total || result.errors > 0)
    throw new Error(`${url}${paths[0]}: ${matching} of ${total} responses were ${expected}, ${result.errors} failed`);
  return { requestsPerSecond: matching / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
