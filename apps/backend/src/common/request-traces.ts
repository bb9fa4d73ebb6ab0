import {
  type Context,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  context,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runWithIds } from './logging.ts';
import type { Metrics } from './metrics.ts';
import { isTracing, startSpan } from './tracing.ts';

const SERVER_ERROR = 500;
const spans = new WeakMap<FastifyRequest, { span: Span; spanContext: Context }>();

const isSampled = ({ traceFlags }: SpanContext) => (traceFlags & TraceFlags.SAMPLED) !== 0;

/** Id of a request's exported trace; undefined if there is none. */
function traceIdOf(request: FastifyRequest): string | undefined {
  const ids = spans.get(request)?.span.spanContext();
  return ids && isSampled(ids) ? ids.traceId : undefined;
}

/** Traces each request. If the request has a trace header, its spans are part of the sender's trace. */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return;
  const withRequestSpan = (request: FastifyRequest, done: () => void) => {
    const spanContext = spans.get(request)?.spanContext;
    if (spanContext) context.with(spanContext, done);
    else done();
  };
  server.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    const path = request.url.split('?', 1)[0] ?? '';
    if (isQuiet(path)) return done();
    const requestSpan = startSpan(`${request.method} ${route ?? path}`, {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method,
        'url.path': path,
        ...(route ? { 'http.route': route } : {}),
      },
      headers: request.headers,
    });
    if (requestSpan) spans.set(request, requestSpan);
    withRequestSpan(request, done);
  });
  // A body is read in the socket's async context, so restore the request's context.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'GET') done();
    else withRequestSpan(request, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)?.span;
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= SERVER_ERROR) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** Frequent requests. If they succeed, they are logged at debug level; they are not traced. */
const FREQUENT_PATHS = /^\/(?:(?:health|assets|mfe|media-files|ops\/queues)\/|metrics$)/;

const isQuiet = (path: string) => FREQUENT_PATHS.test(path);

/** Adds the request id to the response and to all log lines of the request, and logs the request when it is done. */
export function logRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    runWithIds({ request_id: request.id }, done);
  });
  // A body is read in the socket's async context, so restore the request's context. A GET request has no body.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'GET') done();
    else runWithIds({ request_id: request.id }, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const level = reply.statusCode < 400 && isQuiet(path) ? 'debug' : 'info';
    const line = {
      request_id: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    request.log[level](line, 'request');
    done();
  });
}

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
