import type { FastifyInstance } from 'fastify';
import { runFor } from './work-context.ts';

/** Requests that say little when they succeed: many, and of no one in particular. */
const QUIET = /^\/(?:(?:health|assets|mfe|media-files|ops\/queues)\/|metrics$)/;

/** Gives each request its id, in the answer and in all that is logged on its behalf, and logs it when it has been answered. */
export function followRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    runFor({ request_id: request.id }, done);
  });
  // A body arrives in the context of its socket: what comes after it finds back here. A read has none.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'GET') done();
    else runFor({ request_id: request.id }, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const level = reply.statusCode < 400 && QUIET.test(path) ? 'debug' : 'info';
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
