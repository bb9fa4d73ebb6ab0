import { ConfigError, DEFAULT_PASSWORD } from './variables.ts';
import type { Config } from './config.ts';

/** Whether only this machine reaches a host name or address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Whether only people at this machine reach the archive: it listens there, and nothing says that a proxy leads others to it. */
function isPrivate({ host, publicUrl, trustProxy, allowedHosts }: Config): boolean {
  const name = publicUrl && new URL(publicUrl).hostname;
  const names = [host, ...allowedHosts, ...(name ? [name] : [])];
  return names.every(isLoopback) && (trustProxy === false || trustProxy === 0);
}

export const hasDefaultPassword = ({ curator }: Config): boolean =>
  curator.hash === undefined && curator.password === DEFAULT_PASSWORD;

/**
 * The default password is printed in the documentation, so it must not open an archive that others reach.
 * @throws {ConfigError} if it would
 */
export function requireOwnPassword(config: Config): void {
  if (!hasDefaultPassword(config) || isPrivate(config)) return;
  throw new ConfigError([
    'CURATOR_PASSWORD is required if others can reach the archive: with TRUST_PROXY, or a name in PUBLIC_URL, ALLOWED_HOSTS or HOST that isn’t this machine’s. It must not be the default password.',
  ]);
}
