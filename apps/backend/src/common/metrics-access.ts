import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Headers that proxies set. If a request has any of them, the peer address isn't that of the client. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read metrics. If a token is configured, the request must have it; otherwise, it must come from this machine and
 * not through a proxy. Forwarded addresses are always ignored here, even from trusted proxies.
 */
export function canReadMetrics(token: string | undefined, { headers, socket }: IncomingMessage): boolean {
  if (token !== undefined) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return LOOPBACK.test(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
}
