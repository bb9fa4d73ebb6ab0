import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A client's id is accepted when it is safe in logs and headers. */
const SAFE = /^[\w.:-]{8,128}$/;

export function requestIdOf(request: { headers: IncomingHttpHeaders }): string {
  const clientId = request.headers['x-request-id'];
  return typeof clientId === 'string' && SAFE.test(clientId) ? clientId : randomUUID();
}
