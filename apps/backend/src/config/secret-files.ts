import { readFileSync } from 'node:fs';
import { ConfigError } from './variables.ts';

/** Variables whose value can be in a file that `<name>_FILE` names, such as a Docker Compose secret. */
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
 * Adds the secrets in files to the environment. Ignores a line break at the end of a file, and treats an empty file as not set.
 * @throws {ConfigError} for a file that can't be read, or a secret that is set twice
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

/** Adds a password, which may contain any characters, to a server's URL. */
export function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Like `withPassword`, but keeps a password that is already in the URL. */
export const withDefaultPassword = (address: string, password: string | undefined): string =>
  new URL(address).password === '' ? withPassword(address, password) : address;
