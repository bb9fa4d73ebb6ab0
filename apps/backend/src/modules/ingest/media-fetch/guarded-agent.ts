import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { FetchLimits } from './fetch-limits.ts';
import { FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** A non-public host that downloads are allowed from. If `port` is set, only that port is allowed. */
export interface AllowedHost {
  hostname: string;
  port: string | undefined;
}

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

const NOT_PUBLIC = 'The address isn’t on the public internet.';

export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>) => port || (PORTS[protocol] ?? '');

/** Removes the brackets that `URL` puts around IPv6 addresses, because sockets don't use them. */
const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

export function isAllowed(allowed: readonly AllowedHost[], hostname: string, port: string): boolean {
  return allowed.some(
    (host) =>
      withoutBrackets(host.hostname) === withoutBrackets(hostname) && (host.port === undefined || host.port === port),
  );
}

/**
 * Rejects a forbidden URL before it is requested, to give a clear reason. The agent checks the connection as well.
 * @throws FetchFailure
 */
export function checkAddress(url: URL, allowed: readonly AllowedHost[]): void {
  if (PORTS[url.protocol] === undefined)
    throw new FetchFailure('final', 'Only http and https addresses can be downloaded.');
  if (url.username !== '' || url.password !== '')
    throw new FetchFailure('final', 'Addresses that contain a user name and password can’t be downloaded.');
  if (isAllowed(allowed, url.hostname, portOf(url))) return;
  if (url.port !== '') throw new FetchFailure('final', `Downloads aren’t allowed from port ${url.port}.`);
  if (isIP(withoutBrackets(url.hostname)) !== 0 && !isPublicAddress(withoutBrackets(url.hostname)))
    throw new FetchFailure('final', NOT_PUBLIC);
}

export type ResolveHost = (hostname: string) => Promise<string[]>;

const NO_SUCH_HOST = /^(?:ENOTFOUND|ENODATA|EBADNAME|ENONAME)$/;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Resolves a host by DNS only: `dns.lookup` would occupy the thread pool that file system calls need, and would resolve local names.
 */
export function dnsResolver(timeoutMs: number): ResolveHost {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 4), tries: 2 });
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (addresses.length > 0) return addresses;
      const codes = results.flatMap((result) => (result.status === 'rejected' ? [codeOf(result.reason)] : []));
      if (codes.some((code) => NO_SUCH_HOST.test(code)))
        throw new FetchFailure('final', 'The website couldn’t be found.');
      throw new FetchFailure('offline', 'The server name couldn’t be looked up.');
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A lookup that returns only public addresses. It runs for every connection, so DNS rebinding can't bypass it. */
const guardedLookup =
  (resolve: ResolveHost): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (lookups) => {
        const addresses = lookups.filter(isPublicAddress).map((address) => ({ address, family: isIP(address) }));
        const [firstAddress] = addresses;
        if (!firstAddress) callback(new FetchFailure('final', NOT_PUBLIC), []);
        else if (options.all) callback(null, addresses);
        else callback(null, firstAddress.address, firstAddress.family);
      },
      (error: Error) => callback(error, []),
    );
  };

/** Connects only to public addresses and allowed hosts, whatever URL is requested. */
export function guardedAgent(
  allowed: readonly AllowedHost[],
  { connectMs, headersMs, idleMs }: FetchLimits,
  resolve: ResolveHost = dnsResolver(connectMs),
): Agent {
  const timeout = { timeout: connectMs };
  const connectToPublic = buildConnector({ ...timeout, lookup: guardedLookup(resolve) });
  const connectToAllowed = buildConnector({ ...timeout, lookup: systemLookup as LookupFunction });
  return new Agent({
    headersTimeout: headersMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 5000,
    connect: (options, callback) => {
      if (isAllowed(allowed, options.hostname, portOf({ port: options.port, protocol: options.protocol })))
        return connectToAllowed(options, callback);
      const reject = () => callback(new FetchFailure('final', NOT_PUBLIC), null);
      if (isIP(withoutBrackets(options.hostname)) !== 0 && !isPublicAddress(withoutBrackets(options.hostname)))
        return reject();
      connectToPublic(options, (...result) => {
        const [, socket] = result;
        if (!socket || isPublicAddress(socket.remoteAddress ?? '')) return callback(...result);
        socket.destroy();
        reject();
      });
    },
  });
}
