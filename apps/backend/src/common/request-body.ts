import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Whether the client is still sending its body. A request rejected before then closes its connection, because nothing reads the rest of the body. */
export const isBodyPending = ({ raw }: FastifyRequest) => !raw.complete && hasBody(raw);
