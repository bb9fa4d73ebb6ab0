import type { FastifyInstance } from 'fastify';
import { runWithIds } from './work-context.ts';

/** Frequent requests. If they succeed, they are logged at debug level; they are not traced. */
const FREQUENT_PATHS = /^\/(?:(?:health|assets|mfe|media-files|ops\/queues)\/|metrics$)/;

export const isQuiet = (path: string) => FREQUENT_PATHS.test(path);

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
