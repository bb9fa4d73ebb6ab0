import { UserError } from '@archive/postgres';
import { isIPv6 } from 'node:net';
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
  curator: { username: string; password: string; isDefault: boolean };
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
  const curator = {
    username: env.CURATOR_USERNAME || DEFAULT_CURATOR.username,
    password: env.CURATOR_PASSWORD || DEFAULT_CURATOR.password,
  };
  const isDefault = curator.password === DEFAULT_CURATOR.password;
  if (env.NODE_ENV === 'production' && (!env.CURATOR_USERNAME || isDefault)) {
    throw new UserError(
      'CURATOR_USERNAME and CURATOR_PASSWORD are required with NODE_ENV=production, and the password must not be the default.',
    );
  }
  return {
    root,
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT),
    dataDir,
    logs: join(dataDir, 'logs'),
    databaseUrl: env.DATABASE_URL || undefined,
    curator: { ...curator, isDefault },
    verbose: ['debug', 'trace'].includes(env.LOG_LEVEL ?? ''),
  };
}

function readPort(text: string | undefined): number {
  if (!text) return 3000;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new UserError(`PORT must be a whole number from 1 to 65535, not "${text}".`);
}

/** The address at which this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(local) ? `[${local}]` : local}:${port}`;
}
