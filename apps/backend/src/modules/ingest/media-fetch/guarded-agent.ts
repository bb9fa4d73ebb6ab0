import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { FetchLimits } from './fetch-limits.ts';
import { FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** A host that may be fetched from though it is none of the public internet; with a port, there alone. */
export interface AllowedHost {
  hostname: string;
  port: string | undefined;
}

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

const NOT_PUBLIC = 'The address does not lead to the public internet.';

export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>) => port || (PORTS[protocol] ?? '');

/** `URL` writes IPv6 addresses in brackets, sockets do not. */
const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

export function isAllowed(allowed: readonly AllowedHost[], hostname: string, port: string): boolean {
  return allowed.some(
    (host) => bare(host.hostname) === bare(hostname) && (host.port === undefined || host.port === port),
  );
}

/**
 * Refuses an address before anybody asks for it, so that the reason can be told; what counts is checked again at the socket.
 * @throws FetchFailure
 */
export function checkAddress(url: URL, allowed: readonly AllowedHost[]): void {
  if (PORTS[url.protocol] === undefined)
    throw new FetchFailure('final', 'Only addresses that begin with http or https are fetched.');
  if (url.username !== '' || url.password !== '')
    throw new FetchFailure('final', 'Addresses with a name and password in them are not fetched.');
  if (isAllowed(allowed, url.hostname, portOf(url))) return;
  if (url.port !== '') throw new FetchFailure('final', `The archive does not fetch from port ${url.port}.`);
  if (isIP(bare(url.hostname)) !== 0 && !isPublicAddress(bare(url.hostname)))
    throw new FetchFailure('final', NOT_PUBLIC);
}

export type Resolve = (hostname: string) => Promise<string[]>;

const NO_SUCH_HOST = /^(?:ENOTFOUND|ENODATA|EBADNAME|ENONAME)$/;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Addresses of a host by DNS alone, past the threads that the file system needs too. Names of this machine and its network are
 * not looked for.
 */
export function dnsResolver(timeoutMs: number): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 4), tries: 2 });
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length > 0) return found;
      const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [codeOf(answer.reason)] : []));
      if (codes.some((code) => NO_SUCH_HOST.test(code))) throw new FetchFailure('final', 'There is no such server.');
      throw new FetchFailure('offline', 'The name of the server could not be looked up.');
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Looks names up, and gives away none but public addresses: whatever a name leads to the next time, nobody else connects. */
const guarded =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const addresses = found.filter(isPublicAddress).map((address) => ({ address, family: isIP(address) }));
        const [first] = addresses;
        if (!first) callback(new FetchFailure('final', NOT_PUBLIC), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };

/** Connects to public addresses and to allowed hosts, and to nothing else: the last word, whoever asks. */
export function guardedAgent(
  allowed: readonly AllowedHost[],
  { connectMs, headersMs, idleMs }: FetchLimits,
  resolve: Resolve = dnsResolver(connectMs),
): Agent {
  const timeout = { timeout: connectMs };
  const outside = buildConnector({ ...timeout, lookup: guarded(resolve) });
  const inside = buildConnector({ ...timeout, lookup: systemLookup as LookupFunction });
  return new Agent({
    headersTimeout: headersMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 5000,
    connect: (options, callback) => {
      if (isAllowed(allowed, options.hostname, portOf({ port: options.port, protocol: options.protocol })))
        return inside(options, callback);
      const refuse = () => callback(new FetchFailure('final', NOT_PUBLIC), null);
      if (isIP(bare(options.hostname)) !== 0 && !isPublicAddress(bare(options.hostname))) return refuse();
      outside(options, (...answer) => {
        const [, socket] = answer;
        if (!socket || isPublicAddress(socket.remoteAddress ?? '')) return callback(...answer);
        socket.destroy();
        refuse();
      });
    },
  });
}
