import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { isNativeError } from 'node:util/types';
import type { Config } from '../config/index.ts';
import { hostProblem } from './allowed-hosts.ts';
import type { Health } from './health.ts';
import type { Liveness } from './liveness.ts';
import type { Pino } from './logging.ts';
import type { Metrics } from './metrics.ts';

interface MetricsServerOptions {
  config: Config;
  port: number;
  metrics: Metrics;
  health: Health;
  liveness: Liveness;
  log: Pino;
}

interface Response {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, body: unknown): Response => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

async function respondTo(
  request: IncomingMessage,
  { config, metrics, health, liveness }: MetricsServerOptions,
): Promise<Response> {
  const problem = hostProblem(config, request);
  if (problem) return json(problem.getStatus(), { detail: problem.detail });
  if (request.method !== 'GET') return json(405, { detail: 'This address does not support that method.' });
  switch (request.url?.split('?', 1)[0]) {
    case '/health/live':
      return liveness.failure === undefined
        ? json(200, { status: 'up' })
        : json(503, { status: 'down', detail: liveness.failure });
    case '/health/ready': {
      const state = await health.check();
      return json(state.status === 'up' ? 200 : 503, state);
    }
    case '/metrics':
      return canReadMetrics(config.metricsToken, request)
        ? { status: 200, type: metrics.contentType, body: await metrics.read() }
        : json(403, { detail: 'Only operators may read metrics.' });
    default:
      return json(404, { detail: 'There’s nothing at this address.' });
  }
}

/** Serves `/health/live`, `/health/ready` and `/metrics` for a process without an API. */
export async function serveMetrics(options: MetricsServerOptions): Promise<Server> {
  const { config, port, log } = options;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, type, body } = await respondTo(request, options).catch((error: unknown) => {
      log.error({ err: isNativeError(error) ? error : undefined }, 'Reading metrics failed');
      return json(500, { detail: 'Something went wrong.' });
    });
    response
      .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .end(body);
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(port, config.host);
  await once(server, 'listening');
  const address = server.address();
  log.info(`Metrics at http://${config.host}:${typeof address === 'object' && address ? address.port : port}/metrics`);
  return server;
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Headers of browsers. Pages of other websites must not read metrics through the browser of a person at this machine. */
const BROWSER_HEADERS = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user'];

/** The mode that programs in Node state as well; browsers never state it alone. */
const PROGRAM_MODE = 'cors';

/** Headers that proxies set. If a request has any of them, the peer address isn't that of the client. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read metrics. If a token is configured, the request must have it; otherwise, it must come from a program of
 * this machine, not through a proxy and not from a browser. Forwarded addresses are always ignored here, even from trusted proxies.
 */
export function canReadMetrics(token: string | undefined, { headers, socket }: IncomingMessage): boolean {
  if (token !== undefined) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    [...PROXY_HEADERS, ...BROWSER_HEADERS].every((name) => headers[name] === undefined) &&
    [undefined, PROGRAM_MODE].includes(headers['sec-fetch-mode'] as string | undefined)
  );
}
