import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Whether the declared body is too large. The parser then rejects the request without reading the body. */
const isTooLarge = ({ headers, routeOptions }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/json') === true &&
  Number(headers['content-length']) > routeOptions.bodyLimit;

/**
 * Asks clients that send `Expect: 100-continue` for their body only if the request isn't rejected because of its headers. Node would ask
 * for it before any check.
 */
export function continueWhenAccepted(server: FastifyInstance): void {
  const expecting = new WeakSet<IncomingMessage>();
  server.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (expecting.delete(request.raw) && !isTooLarge(request)) reply.raw.writeContinue();
    done(null, payload);
  });
}
