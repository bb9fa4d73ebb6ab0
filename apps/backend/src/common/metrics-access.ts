import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Headers of proxies: with one of them the far end of the connection says nothing of who asks. */
const PROXIED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read figures: with the token where one is configured, else only from this machine itself and past no proxy.
 * Forwarded addresses are not believed here, whatever proxies are trusted.
 */
export function mayReadMetrics(token: string | undefined, { headers, socket }: IncomingMessage): boolean {
  if (token !== undefined) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return LOOPBACK.test(socket.remoteAddress ?? '') && PROXIED.every((name) => headers[name] === undefined);
}
