import { UserError } from '@archive/postgres';
import { readFileSync } from 'node:fs';
import { isIPv6, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';

/** The settings of the commands. The backend reads its own from the same environment. */
export interface Settings {
  root: string;
  host: string;
  port: number;
  dataDir: string;
  logs: string;
  /** An external database; undefined starts the embedded one. */
  databaseUrl: string | undefined;
  /** The owner of its tables, if that is another role. */
  databaseOwnerUrl: string | undefined;
  /** The password is undefined if only its hash is set, or if one is generated because others can reach the archive. */
  curator: { username: string; password: string | undefined; source: 'default' | 'settings' | 'generated' };
  /** Shows all output of the children in the terminal. */
  verbose: boolean;
}

export const ROOT = resolve(import.meta.dirname, '..', '..', '..');

const DEFAULT_CURATOR = { username: 'curator', password: 'sequoia' };

/**
 * Reads the environment.
 * @throws a `UserError` that names the variable with an invalid value
 */
export function readSettings(env: NodeJS.ProcessEnv, root: string = ROOT): Settings {
  const dataDir = resolve(root, env.DATA_DIR || '.data');
  const host = env.HOST || '127.0.0.1';
  const password = secretOf(env, 'CURATOR_PASSWORD');
  const hash = secretOf(env, 'CURATOR_PASSWORD_HASH');
  const hasDefault = (!password && !hash) || password === DEFAULT_CURATOR.password;
  if (env.NODE_ENV === 'production' && (!env.CURATOR_USERNAME || hasDefault)) {
    throw new UserError(
      'CURATOR_USERNAME and CURATOR_PASSWORD are required with NODE_ENV=production, and the password must not be the default.',
    );
  }
  return {
    root,
    host,
    port: readPort(env.PORT),
    dataDir,
    logs: join(dataDir, 'logs'),
    databaseUrl: addressWithPassword(env, 'DATABASE_URL', 'DATABASE_PASSWORD'),
    databaseOwnerUrl: addressWithPassword(env, 'DATABASE_OWNER_URL', 'DATABASE_OWNER_PASSWORD'),
    curator: {
      username: env.CURATOR_USERNAME || DEFAULT_CURATOR.username,
      ...(!hasDefault
        ? { password, source: 'settings' }
        : isPrivate(env, host)
          ? { password: DEFAULT_CURATOR.password, source: 'default' }
          : { password: undefined, source: 'generated' }),
    },
    verbose: ['debug', 'trace'].includes(env.LOG_LEVEL ?? ''),
  };
}

/** A secret, or the content of the file that `<name>_FILE` names. The backend checks both. */
export function secretOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (env[name] || !file) return env[name] || undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    throw new UserError(
      `${name}_FILE names a file that can’t be read (${(error as NodeJS.ErrnoException).code}): ${file}.`,
    );
  }
}

/** Addresses of PgBouncer and a replica, with the password of the database if they have none. */
export function withDatabasePassword(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['DATABASE_POOLER_URL', 'DATABASE_READ_URL'];
  const withoutPassword = names.filter((name) => URL.parse(env[name] ?? '')?.password === '');
  return Object.fromEntries(withoutPassword.map((name) => [name, addressWithPassword(env, name, 'DATABASE_PASSWORD')]));
}

function addressWithPassword(env: NodeJS.ProcessEnv, name: string, passwordName: string): string | undefined {
  const address = env[name] || undefined;
  const password = secretOf(env, passwordName);
  if (!address || !password) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

function readPort(text: string | undefined): number {
  if (!text) return 3000;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new UserError(`PORT must be a whole number from 1 to 65535, not "${text}".`);
}

/** Whether only programs of this machine reach a server that listens on `host`. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Whether only people at this machine reach the archive: it listens there, and nothing says that a proxy leads others to it. */
function isPrivate({ PUBLIC_URL, TRUST_PROXY, ALLOWED_HOSTS = '' }: NodeJS.ProcessEnv, host: string): boolean {
  const name = PUBLIC_URL ? URL.parse(PUBLIC_URL)?.hostname.replace(/^\[(.*)\]$/, '$1') : undefined;
  const hasProxy = Boolean(TRUST_PROXY) && !['false', '0'].includes(TRUST_PROXY ?? '');
  const hasNames = ALLOWED_HOSTS.split(/[\s,]+/).some(
    (allowed) => allowed !== '' && !isLoopback(allowed.replace(/:\d+$/, '')),
  );
  return isLoopback(host) && !hasProxy && !hasNames && (!PUBLIC_URL || (name !== undefined && isLoopback(name)));
}

/** Addresses at which other machines reach a server that listens on `host`; none on a loopback address. */
export function networkAddresses(host: string, port: number, interfaces = networkInterfaces()): string[] {
  if (isLoopback(host)) return [];
  if (host !== '0.0.0.0' && host !== '::') return [addressOf(host, port)];
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => !internal && (family === 'IPv4' || host === '::'))
    .filter(({ scopeid }) => !scopeid)
    .map(({ address }) => addressOf(address, port));
}

/** The address at which this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return addressOf(local, port);
}

const addressOf = (host: string, port: number) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** Rejects with a `UserError` when a server could not listen on this address. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new UserError(describeError(error, host, port))));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

function describeError({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use by another program. Stop it, or set another PORT.`;
  if (code === 'EACCES') return `Port ${port} is reserved for root. Set PORT to 1024 or higher.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST "${host}" is not an address of this machine.`;
  return `The server cannot listen on ${host} port ${port}: ${message}`;
}
