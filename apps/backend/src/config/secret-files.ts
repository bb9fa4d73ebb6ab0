import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Variables whose value can be in a file that `<name>_FILE` names, such as a secret of Docker Compose. */
const SECRETS = [
  'DATABASE_PASSWORD',
  'DATABASE_OWNER_PASSWORD',
  'REDIS_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CURATOR_PASSWORD',
  'CURATOR_PASSWORD_HASH',
  'METRICS_TOKEN',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
];

/**
 * The environment with the secrets that are in files. A line break at the end is ignored, and an empty file counts as not set.
 * @throws {ConfigError} for a file that cannot be read, or a secret that is given twice
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const sentences: string[] = [];
  const secrets: NodeJS.ProcessEnv = {};
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) sentences.push(`${name} and ${name}_FILE must not be set together.`);
    try {
      secrets[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      sentences.push(
        `${name}_FILE names a file that can’t be read (${(error as NodeJS.ErrnoException).code}): ${file}.`,
      );
    }
  }
  if (sentences.length > 0) throw new ConfigError(sentences);
  return { ...environment, ...secrets };
}

/** A server's address with its password, which may contain any characters. */
export function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Like `withPassword`, but keeps a password that is already in the address. */
export const withDefaultPassword = (address: string, password: string | undefined): string =>
  new URL(address).password === '' ? withPassword(address, password) : address;
