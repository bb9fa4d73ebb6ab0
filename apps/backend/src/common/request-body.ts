import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Whether the client is still sending its body. A connection that is refused by then is closed: nobody reads the rest. */
export const isBodyPending = ({ raw }: FastifyRequest) => !raw.complete && hasBody(raw);
