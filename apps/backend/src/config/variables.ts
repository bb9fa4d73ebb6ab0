import { type KeyObject, createPublicKey } from 'node:crypto';
import path from 'node:path';
import { DEFAULT_BUDGET } from '@archive/contracts';
import { z } from 'zod';
import { ROOT } from '../paths.ts';
import { mailAddress, mailServer } from './mail.ts';
import { signOnProviders } from './sign-on-providers.ts';

export const DEFAULT_USERNAME = 'curator';
export const DEFAULT_PASSWORD = 'sequoia';
/** `$scrypt$ln=14,r=8,p=5$<salt>$<key>`, both in Base64 without padding: the PHC string format. */
export const SCRYPT_HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;
/** Minimum password length in production. OWASP ASVS 5.0 (6.2.1) requires 8 characters and recommends 15. */
const MIN_PASSWORD = 12;

const wholeNumber = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence);
};

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');

const address = (protocols: string[], example: string) =>
  z
    .string()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), `must be an address like ${example}`);

const webAddress = (example: string) => address(['http:', 'https:'], example);

/** An origin: `http://host:port`. */
const origin = webAddress('https://archive.example.org')
  .refine((value) => {
    const url = new URL(value);
    return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  }, 'must be an address without a path, like https://archive.example.org')
  .transform((value) => new URL(value).origin);

const ADDRESS_LIST = /^[0-9a-fA-F.:]+(?:\/\d{1,3})?(?:\s*,\s*[0-9a-fA-F.:]+(?:\/\d{1,3})?)*$/;

/** Value of Fastify's `trustProxy`: all, none, a number of hops, or the addresses of the proxies. */
const trustProxy = z
  .string()
  .refine(
    (value) =>
      /^(?:true|false)$/.test(value) || /^\d{1,2}$/.test(value) || (/[.:]/.test(value) && ADDRESS_LIST.test(value)),
    'must be true, false, a number of proxies, or their addresses separated by commas',
  )
  .transform((value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    return /^\d+$/.test(value) ? Number(value) : value;
  });

const FRONTEND_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const ORIGINS_SENTENCE = 'must be pairs of name and address, like shell=http://shell:8080,voyages=http://voyages:8080';

const frontendOrigins = z.string().transform((value, context) => {
  const origins: Record<string, string> = {};
  for (const pair of value.split(',').filter((part) => part.trim() !== '')) {
    const [name = '', ...valueParts] = pair.trim().split('=');
    const parsed = origin.safeParse(valueParts.join('='));
    if (!FRONTEND_NAME.test(name) || !parsed.success) {
      context.addIssue({ code: 'custom', message: ORIGINS_SENTENCE });
      return z.NEVER;
    }
    origins[name] = parsed.data;
  }
  return origins;
});

/** A key that signs builds of one micro-frontend, of the shell, or (`*`) of all. */
export interface PublisherKey {
  name: string;
  key: KeyObject;
}

const KEYS_SENTENCE = 'must be pairs like people=…, with Ed25519 keys from “npm run mfe -- key people”';

function publisherKey(pair: string): PublisherKey | undefined {
  const [, name, key] = /^(\*|[a-z][a-z0-9-]*)=([A-Za-z0-9+/]+=*)$/.exec(pair) ?? [];
  if (name === undefined || key === undefined) return undefined;
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return publicKey.asymmetricKeyType === 'ed25519' ? { name, key: publicKey } : undefined;
  } catch {
    return undefined;
  }
}

const publisherKeys = z.string().transform((value, context) => {
  const pairs = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const keys = pairs.map(publisherKey).filter((key) => key !== undefined);
  if (keys.length === pairs.length) return keys;
  context.addIssue({ code: 'custom', message: KEYS_SENTENCE });
  return z.NEVER;
});

/** A host, with or without a port. Names of containers can have underscores. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w-]+(?:\.[\w-]+)*)(?::(\d{1,5}))?$/i;

const hosts = z.string().transform((value, context) => {
  const names = value.split(/[,\s]+/).filter(Boolean);
  const read = names.map((part) => ({ url: URL.parse(`http://${part}`), match: HOST.exec(part) }));
  if (read.every(({ url, match }) => url && match))
    return read.map(({ url, match }) => ({ hostname: url?.hostname ?? '', port: match?.[1] }));
  context.addIssue({
    code: 'custom',
    message: 'must be hosts separated by commas, like files.example.lan,10.0.0.5:8080',
  });
  return z.NEVER;
});

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const defaultFrontends = path.join(ROOT, 'dist/frontends');

/** All environment variables, with their defaults. */
export const variablesSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((directory) => path.resolve(directory)),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/archive'),
  DATABASE_POOLER_URL: address(
    ['postgres:', 'postgresql:'],
    'postgresql://user:password@pgbouncer:6432/archive',
  ).optional(),
  DATABASE_READ_URL: address(
    ['postgres:', 'postgresql:'],
    'postgresql://user:password@replica:5432/archive',
  ).optional(),
  DATABASE_OWNER_URL: address(['postgres:', 'postgresql:'], 'postgresql://owner:password@host:5432/archive').optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_OWNER_PASSWORD: z.string().optional(),
  DATABASE_POOL_MAX: wholeNumber(1, 1000).default(10),
  REQUEST_SECONDS: wholeNumber(1, 300).default(DEFAULT_BUDGET.bodySeconds),
  DATABASE_STATEMENT_SECONDS: wholeNumber(1, 600).default(DEFAULT_BUDGET.statementSeconds),
  REDIS_URL: address(['redis:', 'rediss:'], 'redis://host:6379').optional(),
  REDIS_PASSWORD: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: webAddress('http://s3:9000').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(true),
  S3_PUBLIC_URL: origin.optional(),
  CURATOR_USERNAME: z.string().max(200, 'must have at most 200 characters').optional(),
  CURATOR_PASSWORD: z.string().max(1000, 'must have at most 1000 characters').optional(),
  CURATOR_PASSWORD_HASH: z
    .string()
    .regex(SCRYPT_HASH, 'must be a scrypt hash in PHC format: $scrypt$ln=14,r=8,p=5$<salt>$<key>')
    .optional(),
  SIGN_ON_PROVIDERS: signOnProviders.default([]),
  LOCAL_ACCOUNTS: flag.default(true),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: mailAddress.optional(),
  SESSION_DAYS: wholeNumber(1, 3650).default(30),
  SESSION_MAX_DAYS: wholeNumber(1, 3650).default(90),
  TRASH_DAYS: wholeNumber(0, 3650).default(30),
  IMPORT_REVIEW_VOYAGES: wholeNumber(0, 1_000_000).default(0),
  PUBLIC_URL: origin.optional(),
  ALLOWED_HOSTS: hosts.default([]),
  TRUST_PROXY: trustProxy.default(false),
  ARCHIVE_TITLE: z.string().default('The Sequoia Archive'),
  ARCHIVE_SUBTITLE: z.string().default('Voyages of the presidential yacht'),
  MIGRATION_DOCUMENT_URL: webAddress('https://docs.example.org/voyages').optional(),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000).default(512),
  DISK_RESERVE_MB: wholeNumber(0, 1_000_000_000).optional(),
  INGEST_FETCH_MEDIA: flag.default(true),
  INGEST_ALLOW_HOSTS: hosts.default([]),
  FRONTENDS_DIR: z
    .string()
    .default(defaultFrontends)
    .transform((directory) => path.resolve(directory)),
  FRONTEND_ORIGINS: frontendOrigins.default({}),
  FRONTEND_KEYS: publisherKeys.default([]),
  PARENT_WATCH: flag.default(false),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 ASCII letters, digits or punctuation marks')
    .optional(),
  WORKER_METRICS_PORT: wholeNumber(0, 65_535).optional(),
  SANDBOX_MEMORY_MB: wholeNumber(128, 65_536).default(768),
  SANDBOX_CPU_SECONDS: wholeNumber(1, 600).default(30),
  JOB_LOCK_SECONDS: wholeNumber(1, 3600).default(30),
  BACKUP_LOCATION: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 100_000).optional(),
  BACKUP_EVERY_HOURS: wholeNumber(1, 8760).optional(),
  BACKUP_NAME: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d{6}Z$/, 'must be the name of a backup, like 2026-11-23T021500Z')
    .optional(),
  BACKUP_S3_ENDPOINT: webAddress('https://s3.example.org').optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  OTEL_SDK_DISABLED: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://collector:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress('http://collector:4318/v1/traces').optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json').optional(),
  // Not read here, but by the OpenTelemetry libraries.
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `must be ${SAMPLERS.slice(0, -1).join(', ')} or ${SAMPLERS.at(-1)}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
});

export type Variables = z.output<typeof variablesSchema>;

/** Checks that involve more than one variable. Returns one sentence per problem. */
export function combinationErrors(variables: Variables): string[] {
  const sentences: string[] = [];
  if (variables.NODE_ENV === 'production') {
    if (variables.CURATOR_USERNAME === undefined) sentences.push('CURATOR_USERNAME is required in production.');
    if ((variables.CURATOR_PASSWORD ?? variables.CURATOR_PASSWORD_HASH) === undefined)
      sentences.push('CURATOR_PASSWORD is required in production.');
    if (variables.CURATOR_PASSWORD === DEFAULT_PASSWORD) {
      sentences.push(
        'CURATOR_PASSWORD is the default password, which is not allowed in production. Choose another one.',
      );
    } else if ((variables.CURATOR_PASSWORD?.length ?? MIN_PASSWORD) < MIN_PASSWORD) {
      sentences.push(`CURATOR_PASSWORD is too short. Production requires at least ${MIN_PASSWORD} characters.`);
    }
  }
  if (variables.CURATOR_PASSWORD !== undefined && variables.CURATOR_PASSWORD_HASH !== undefined)
    sentences.push('CURATOR_PASSWORD and CURATOR_PASSWORD_HASH must not be set together.');
  if (!variables.LOCAL_ACCOUNTS && variables.SIGN_ON_PROVIDERS.length === 0)
    sentences.push('SIGN_ON_PROVIDERS is required when LOCAL_ACCOUNTS is false.');
  if ((variables.SMTP_URL === undefined) !== (variables.MAIL_FROM === undefined))
    sentences.push('SMTP_URL and MAIL_FROM must be set together.');
  if (variables.SMTP_URL !== undefined && variables.PUBLIC_URL === undefined)
    sentences.push('PUBLIC_URL is required when SMTP_URL is set.');
  if ((variables.S3_ACCESS_KEY_ID === undefined) !== (variables.S3_SECRET_ACCESS_KEY === undefined)) {
    sentences.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  }
  if ((variables.BACKUP_S3_ACCESS_KEY_ID === undefined) !== (variables.BACKUP_S3_SECRET_ACCESS_KEY === undefined)) {
    sentences.push('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set together.');
  }
  for (const name of ['S3_ENDPOINT', 'S3_PUBLIC_URL'] as const) {
    if (variables.S3_BUCKET === undefined && variables[name] !== undefined)
      sentences.push(`S3_BUCKET is required when ${name} is set.`);
  }
  for (const [password, url] of [
    ['DATABASE_OWNER_PASSWORD', 'DATABASE_OWNER_URL'],
    ['REDIS_PASSWORD', 'REDIS_URL'],
  ] as const) {
    if (variables[password] !== undefined && variables[url] === undefined)
      sentences.push(`${url} is required when ${password} is set.`);
  }
  return sentences;
}

/** Thrown for an invalid environment, with one sentence per problem. */
export class ConfigError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'ConfigError';
    this.sentences = sentences;
  }
}
