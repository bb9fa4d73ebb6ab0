import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Headers of browsers. Pages of other websites must not read metrics through the browser of a person at this machine. */
const BROWSER_HEADERS = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user'];

/** The mode that programs in Node state as well; browsers never state it alone. */
const PROGRAM_MODE = 'cors';

/** Headers that proxies set. If a request has any of them, the peer address isn't that of the client. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request may read metrics. If a token is configured, the request must have it; otherwise, it must come from a program of
 * this machine, not through a proxy and not from a browser. Forwarded addresses are always ignored here, even from trusted proxies.
 */
export function canReadMetrics(token: string | undefined, { headers, socket }: IncomingMessage): boolean {
  if (token !== undefined) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    [...PROXY_HEADERS, ...BROWSER_HEADERS].every((name) => headers[name] === undefined) &&
    [undefined, PROGRAM_MODE].includes(headers['sec-fetch-mode'] as string | undefined)
  );
}
