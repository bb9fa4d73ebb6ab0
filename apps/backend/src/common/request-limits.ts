import type { IncomingMessage } from 'node:http';
import { DEFAULT_BUDGET } from '@archive/contracts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/index.ts';
import { hasBody } from './request-body.ts';
import { rejectConnection } from './send-problem.ts';

/** Interval at which the server checks for connections whose headers or request take too long. */
const CHECK_MS = 2000;
/** Time limit for sending a whole request. Enough for a large file over a slow connection. */
const REQUEST_MS = 3_600_000;
/** Time limit without any data in either direction. Event streams send a heartbeat every 15 seconds. */
const IDLE_MS = 120_000;

/** Content types of bodies that are streamed to storage. They have no deadline, but a minimum rate. */
const STREAMED = /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i;

/** Options of the HTTP server. */
export const serverLimits = {
  http: { headersTimeout: DEFAULT_BUDGET.headersSeconds * 1000, connectionsCheckingInterval: CHECK_MS },
  requestTimeout: REQUEST_MS,
  connectionTimeout: IDLE_MS,
};

const TIMED_OUT = Object.assign(new Error('The request body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Limits the time that a client may take to send a body. A JSON body must arrive within `requestSeconds`; a
 * file must make progress in each such period. A client that takes longer gets 408, and its connection is closed.
 */
export function limitRequests(server: FastifyInstance, { requestSeconds }: Config): void {
  const period = requestSeconds * 1000;
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) watchBody(raw, period);
    done();
  });
}

function watchBody(raw: IncomingMessage, period: number): void {
  const { socket } = raw;
  const isStreamed = STREAMED.test(raw.headers['content-type'] ?? '');
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) return clearInterval(timer);
    const progress = socket.bytesRead - received;
    received = socket.bytesRead;
    // If bytes are buffered, the storage is slow rather than the client.
    const isStorageDelay = raw.readableLength > 0;
    if (isStreamed && (isStorageDelay || progress >= (DEFAULT_BUDGET.bytesPerSecond * period) / 1000)) return undefined;
    clearInterval(timer);
    return rejectConnection(TIMED_OUT, socket);
  }, period).unref();
  raw.once('close', () => clearInterval(timer));
}
