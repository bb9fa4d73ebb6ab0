import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Headers set by proxies: with any of them, the peer address is not the client's. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read metrics: with the token where one is configured, otherwise only from this machine and not through a proxy.
 * Forwarded addresses are always ignored here, even from trusted proxies.
 */
export function canReadMetrics(token: string | undefined, { headers, socket }: IncomingMessage): boolean {
  if (token !== undefined) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return LOOPBACK.test(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined);
}
