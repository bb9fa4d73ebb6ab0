import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isNativeError } from 'node:util/types';
import type { Pino } from './logging.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import { mayReadMetrics } from './metrics-access.ts';

interface MetricsServerOptions {
  host: string;
  port: number;
  token: string | undefined;
  metrics: Metrics;
  health: Health;
  log: Pino;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

async function answerTo(request: IncomingMessage, { token, metrics, health }: MetricsServerOptions): Promise<Answer> {
  if (request.method !== 'GET') return json(405, { detail: 'This address does not take that kind of request.' });
  switch (request.url?.split('?', 1)[0]) {
    case '/health/live':
      return json(200, { status: 'up' });
    case '/health/ready': {
      const seen = await health.look();
      return json(seen.status === 'up' ? 200 : 503, seen);
    }
    case '/metrics':
      return mayReadMetrics(token, request)
        ? { status: 200, type: metrics.contentType, body: await metrics.read() }
        : json(403, { detail: 'Figures are for those who run the archive.' });
    default:
      return json(404, { detail: 'There is nothing at this address.' });
  }
}

/** The health and the figures of a process that answers no other requests: `/health/live`, `/health/ready` and `/metrics`. */
export async function serveMetrics(options: MetricsServerOptions): Promise<Server> {
  const { host, port, log } = options;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, type, body } = await answerTo(request, options).catch((error: unknown) => {
      log.error({ err: isNativeError(error) ? error : undefined }, 'Figures failed');
      return json(500, { detail: 'Something went wrong.' });
    });
    response
      .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  log.info(`Figures at http://${host}:${typeof address === 'object' && address ? address.port : port}/metrics`);
  return server;
}
