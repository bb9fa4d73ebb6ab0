import { Refusal } from '@archive/postgres';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';

/** What the commands themselves look at. The backend reads the rest, from the same environment. */
export interface Settings {
  root: string;
  host: string;
  port: number;
  dataDir: string;
  logs: string;
  /** A database of the user's own; without it the archive brings one. */
  databaseUrl: string | undefined;
  curator: { username: string; password: string; isDefault: boolean };
  /** Everything the children say goes to the terminal as well. */
  verbose: boolean;
}

export const ROOT = resolve(import.meta.dirname, '..', '..', '..');

const DEFAULT_CURATOR = { username: 'curator', password: 'sequoia' };

/** Reads the environment. What cannot be used is refused with a sentence that names the variable. */
export function readSettings(env: NodeJS.ProcessEnv, root: string = ROOT): Settings {
  const dataDir = resolve(root, env.DATA_DIR || '.data');
  const curator = {
    username: env.CURATOR_USERNAME || DEFAULT_CURATOR.username,
    password: env.CURATOR_PASSWORD || DEFAULT_CURATOR.password,
  };
  const isDefault = curator.password === DEFAULT_CURATOR.password;
  if (env.NODE_ENV === 'production' && (!env.CURATOR_USERNAME || isDefault)) {
    throw new Refusal(
      'CURATOR_USERNAME and CURATOR_PASSWORD must be set with NODE_ENV=production, the password to another than the default.',
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
  throw new Refusal(`PORT must be a whole number from 1 to 65535, and it is "${text}".`);
}

/** The address at which a person on this machine reaches a server that listens on `host`. */
export function addressOf(host: string, port: number): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(local) ? `[${local}]` : local}:${port}`;
}
