import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The parser rejects such a request without reading its body. */
const isTooLarge = ({ headers, routeOptions }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/json') === true &&
  Number(headers['content-length']) > routeOptions.bodyLimit;

/**
 * Asks clients that send `Expect: 100-continue` for their body only when the request is not rejected because of its headers. Node
 * would ask before anything is checked.
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
