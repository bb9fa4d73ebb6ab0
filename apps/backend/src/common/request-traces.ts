import {
  context,
  type Context,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isQuiet } from './request-log.ts';
import { isTracing, startSpan } from './tracing.ts';

const SERVER_ERROR = 500;
const spans = new WeakMap<FastifyRequest, { span: Span; spanContext: Context }>();

const isSampled = ({ traceFlags }: SpanContext) => (traceFlags & TraceFlags.SAMPLED) !== 0;

/** Id of a request's exported trace; undefined if there is none. */
export function traceIdOf(request: FastifyRequest): string | undefined {
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
