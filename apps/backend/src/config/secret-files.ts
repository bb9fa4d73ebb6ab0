import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Each may be in a file that `<name>_FILE` names, such as a secret of Compose. */
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
 * The environment with the secrets of these files. A line break at the end does not count, and an empty file means none.
 * @throws {ConfigError} for a file that cannot be read, or a secret that is given twice
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const sentences: string[] = [];
  const found: NodeJS.ProcessEnv = {};
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) sentences.push(`${name} and ${name}_FILE must not be set together.`);
    try {
      found[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      sentences.push(
        `${name}_FILE names a file that can’t be read (${(error as NodeJS.ErrnoException).code}): ${file}.`,
      );
    }
  }
  if (sentences.length > 0) throw new ConfigError(sentences);
  return { ...environment, ...found };
}

/** A server's address with its password, which may contain any characters. */
export function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The same, unless the address has a password of its own. */
export const withDefaultPassword = (address: string, password: string | undefined): string =>
  new URL(address).password === '' ? withPassword(address, password) : address;
