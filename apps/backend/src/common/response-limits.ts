import { DEFAULT_BUDGET } from '@archive/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import { sendProblem } from './send-problem.ts';

/** Interval at which pending responses are checked. One timer for all of them costs less than a timer for each. */
const CHECK_MS = 1000;

const timeoutProblem = () =>
  new Problem(503, 'The archive took too long to answer. Try again in a moment.', { headers: { 'retry-after': '5' } });

/**
 * Sends 503 for a request whose response hasn't started within the time limit of its operation. The time starts when the request has
 * arrived completely. A response that has started may take as long as it needs. Until then, the connection isn't closed as idle.
 */
export function limitResponses(server: FastifyInstance): void {
  /** When each request was fully received; undefined while its body is still arriving. */
  const pending = new Map<FastifyReply, number | undefined>();
  /** Whether the operation may take longer than a connection may be idle; 0 means without a limit. */
  const isLonger = (reply: FastifyReply) =>
    server.server.timeout > 0 && responseMs(reply) + 2 * CHECK_MS > server.server.timeout;
  server.addHook('onRequest', (request, reply, done) => {
    pending.set(reply, undefined);
    if (isLonger(reply)) setIdleTime(request, responseMs(reply) + 2 * CHECK_MS);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (isLonger(reply)) setIdleTime(request, server.server.timeout);
    done();
  });
  server.addHook('onResponse', (_request, reply, done) => {
    pending.delete(reply);
    done();
  });
  const check = () => {
    const now = performance.now();
    for (const [reply, arrivedAt] of pending) {
      const { request, raw } = reply;
      if (reply.sent || raw.headersSent || raw.destroyed) pending.delete(reply);
      else if (arrivedAt === undefined) {
        if (request.raw.complete) pending.set(reply, now);
      } else if (now - arrivedAt >= responseMs(reply)) {
        pending.delete(reply);
        sendProblem(request, reply, timeoutProblem());
      }
    }
  };
  const timer = setInterval(check, CHECK_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

/** How long the connection may have no data in either direction. */
const setIdleTime = ({ raw: { socket } }: FastifyRequest, ms: number) => {
  // Requests that are injected have no connection.
  if ('setTimeout' in socket) socket.setTimeout(ms);
};

const responseMs = ({ routeOptions: { config } }: FastifyReply) =>
  (config.responseTimeoutSeconds ?? DEFAULT_BUDGET.responseTimeoutSeconds) * 1000;
