import autocannon from 'autocannon';

export interface Load {
  url: string;
  /** Paths to ask for, one after the other; each connection begins at another one. */
  paths: string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** What every answer has to be. */
  answer: 'content' | 'unchanged';
}

export interface Throughput {
  requestsPerSecond: number;
  /** Milliseconds that half of the answers, and all but one in a hundred, took at most. */
  p50: number;
  p99: number;
}

/**
 * Asks as fast as answers come.
 * @throws when any answer is another one than it should be
 */
export async function load({ url, paths, headers, connections, seconds, answer }: Load): Promise<Throughput> {
  let begun = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const from = Math.floor((begun++ * paths.length) / connections);
      const rotated = [...paths.slice(from), ...paths.slice(0, from)];
      client.setRequests(rotated.map((path) => ({ method: 'GET', path, headers })));
    },
  });
  const right = answer === 'content' ? result['2xx'] : result['3xx'];
  const answered = result['1xx'] + result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'];
  if (right === 0 || right !== answered || result.errors > 0)
    throw new Error(`${url}${paths[0]}: ${right} of ${answered} answers were ${answer}, ${result.errors} failed`);
  return { requestsPerSecond: right / result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
