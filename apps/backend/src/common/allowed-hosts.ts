import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Config, isLoopback } from '../config/index.ts';
import { Problem } from './problem.ts';
import { sendProblem } from './send-problem.ts';

const HOST = 'host';
/** Maximum number of hosts that are remembered as accepted. */
const MAX_ACCEPTED = 1000;

/** Names of this machine. They are accepted only on connections within it. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** `[::1]` or `10.0.0.7` for the address of a socket, which Node may state as an IPv4 address inside IPv6. */
function hostOfAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** The host name without its port, in lower case; undefined for anything that isn't a host. */
const hostnameOf = (host: string) =>
  /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;

/** Number of `Host` headers in a flat list of names and values. */
function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1;
  }
  return count;
}

/**
 * Why a request is rejected: 400 unless it has exactly one `Host`, 421 for a host that isn't this archive's. Without this check, a page
 * on any website could reach an archive on its visitor's machine, under a name of its own that it resolves to that machine (DNS
 * rebinding). Accepted are the hosts of PUBLIC_URL and ALLOWED_HOSTS, the address to which the client connected, and on connections
 * within the machine its own names.
 *
 * @param forwarded the host that a trusted proxy states, which is checked too
 */
export function hostProblem(
  { publicUrl, allowedHosts }: Pick<Config, 'publicUrl' | 'allowedHosts'>,
  { url = '', rawHeaders, headers, socket }: IncomingMessage,
  forwarded = headers.host,
): Problem | undefined {
  if (hostCount(rawHeaders) !== 1) return new Problem(400, 'A request must have exactly one Host header.');
  const address = socket.localAddress ?? '';
  const allowed = new Set([
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ...allowedHosts,
    hostOfAddress(address),
    ...(isLoopback(hostOfAddress(address)) ? OWN_NAMES : []),
  ]);
  // A request line with a whole address replaces the header (RFC 9112, 3.2.2).
  const [, target = headers.host] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  const wrong = [headers.host ?? '', target ?? '', forwarded ?? ''].find(
    (host) => !allowed.has(hostnameOf(host) ?? ''),
  );
  if (wrong === undefined) return undefined;
  return new Problem(
    421,
    `The archive is not served under the name “${wrong.slice(0, 100)}”. Use the address in PUBLIC_URL, or add the name to ALLOWED_HOSTS.`,
  );
}

/** Rejects requests for other hosts, before anything else looks at them. */
export function requireAllowedHost(server: FastifyInstance, config: Config): void {
  const accepted = new Set<string>();
  server.addHook('onRequest', (request, reply, done) => {
    const { raw, host } = request;
    const key = `${raw.socket.localAddress} ${raw.headers.host} ${host}`;
    // Parsing names takes longer than everything else that a small request needs before its handler.
    if (raw.url?.startsWith('/') && accepted.has(key) && hostCount(raw.rawHeaders) === 1) return done();
    const problem = hostProblem(config, raw, host);
    if (problem) return sendProblem(request, reply, problem);
    if (accepted.size < MAX_ACCEPTED) accepted.add(key);
    return done();
  });
}
