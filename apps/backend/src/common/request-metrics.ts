import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';
import { traceIdOf } from './request-traces.ts';
import { isTracing } from './tracing.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

function exemplarOf(request: FastifyRequest): { trace_id?: string } {
  const traceId = traceIdOf(request);
  return traceId === undefined ? {} : { trace_id: traceId };
}

/** Measures each request under its route pattern. Unknown URLs have the pattern "none". */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  const duration = metrics.histogram<'method' | 'route' | 'status' | 'trace_id'>({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    enableExemplars: isTracing(),
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const labels = { method: request.method, route, status: reply.statusCode };
    const value = reply.elapsedTime / 1000;
    if (isTracing()) duration.observe({ labels, value, exemplarLabels: exemplarOf(request) });
    else duration.observe(labels, value);
    done();
  });
}
