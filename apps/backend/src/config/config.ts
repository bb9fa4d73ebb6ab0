import { readFileSync } from 'node:fs';
import type { MailConfig } from './mail.ts';
import type { SignOnProvider } from './sign-on-providers.ts';
import {
  ConfigError,
  DEFAULT_PASSWORD,
  DEFAULT_USERNAME,
  type PublisherKey,
  type Variables,
  combinationErrors,
  variablesSchema,
} from './variables.ts';

export type { PublisherKey } from './variables.ts';

/** Injection token of the configuration: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('configuration');

export interface S3Config {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
  /** Origin of the S3 server for browsers; if undefined, browsers load files through the API. */
  publicUrl: string | undefined;
}

/** Configuration of the process, read once at startup. Nothing else reads the environment. */
export interface Config {
  environment: 'development' | 'test' | 'production';
  host: string;
  port: number;
  /** Absolute path. */
  dataDirectory: string;
  logLevel: string;
  /** Seconds in which a client must send a JSON body, or in which a file must make progress. */
  requestSeconds: number;
  /**
   * `poolerUrl`: PgBouncer, for the API. `readUrl`: a streaming replica, for reads of the API. `ownerUrl`: for migrations, if the role in
   * `url` may not change the schema. `statementMs`: default time limit of a statement.
   */
  database: {
    url: string;
    poolerUrl: string | undefined;
    readUrl: string | undefined;
    ownerUrl: string | undefined;
    poolMax: number;
    statementMs: number;
  };
  /** If undefined, the queues are in PostgreSQL. */
  redisUrl: string | undefined;
  /** If undefined, files are in the data directory. */
  s3: S3Config | undefined;
  /** The curators' shared login, with either its password or the password's hash. */
  curator: { username: string } & ({ password: string; hash?: never } | { password?: never; hash: string });
  /** Providers that people sign in with, and whether invited people may also sign in with a password of their own. */
  signOn: { providers: SignOnProvider[]; localAccounts: boolean };
  /** If undefined, the archive sends no mail. */
  mail: MailConfig | undefined;
  /** Days without use after which a session ends, and the maximum number of days until it ends. */
  sessionDays: number;
  sessionMaxDays: number;
  /** Days during which deleted media can be restored; null means until the trash is emptied. */
  trashDays: number | null;
  /** Voyages that an import may change without the approval of a second curator; null for any number. */
  importReviewVoyages: number | null;
  /** Origin that users see, without a trailing slash. */
  publicUrl: string | undefined;
  /** Names besides that of `publicUrl` under which the archive may be reached. */
  allowedHosts: string[];
  trustProxy: boolean | number | string;
  archive: { title: string; subtitle: string; migrationDocumentUrl: string | undefined };
  maxUploadBytes: number;
  /** Uploads and imports are rejected while less space than this is free on the data directory’s disk. */
  diskReserveBytes: number;
  /** Whether to download files that documents link to, and the hosts that are allowed in addition to the public internet. */
  ingest: { fetchMedia: boolean; allowHosts: { hostname: string; port: string | undefined }[] };
  /** If there are any `keys`, published builds must be signed with one of them. */
  frontends: { directory: string; origins: Record<string, string>; keys: PublisherKey[] };
  /** Whether to stop when the parent process ends. */
  parentWatch: boolean;
  /** Time between the request to stop and the end of accepting connections. */
  drainMs: number;
  /** Bearer token for reading metrics; if undefined, only this machine may read them. */
  metricsToken: string | undefined;
  /** Port for a worker's metrics; if undefined, the worker serves none. */
  workerMetricsPort: number | undefined;
  /** Resource limits of a process that decodes an untrusted file. */
  sandbox: { memoryBytes: number; cpuSeconds: number };
  /** Seconds without a heartbeat after which another worker runs a job. */
  jobLockSeconds: number;
  backup: BackupConfig;
  /** If undefined, nothing is traced. */
  tracing: TracingConfig | undefined;
}

/** Configured with the standard OpenTelemetry variables. */
export interface TracingConfig {
  sampler: Variables['OTEL_TRACES_SAMPLER'];
  /** Share of requests to trace, 0 to 1, for a ratio-based sampler. */
  ratio: number;
}

export interface BackupConfig {
  /** Location of the backups: a folder, or `s3://bucket/folder`. */
  location: string | undefined;
  /** Number of backups to keep; undefined keeps all. */
  keep: number | undefined;
  /** Hours between backups; if undefined, the process makes one backup and exits. */
  everyHours: number | undefined;
  /** Name of the backup to restore; undefined restores the latest one. */
  name: string | undefined;
  /** The S3 server of an `s3://` location. */
  s3: Omit<S3Config, 'bucket' | 'publicUrl'>;
}

/** Names of variables whose values must not appear in messages. */
const SECRET = /PASSWORD|SECRET|KEY|TOKEN|SIGN_ON|_URL$/;

/** The size that PostgreSQL's write-ahead log may reach (`max_wal_size`). */
const DEFAULT_DISK_RESERVE_MB = 1024;

const MISSING = 'is required';

function parse(variables: NodeJS.ProcessEnv) {
  const environment = withSecretFiles(variables);
  const names = Object.keys(variablesSchema.shape);
  // Compose files and shells pass unset variables as empty strings.
  const nonEmpty = Object.fromEntries(names.map((name) => [name, environment[name]]).filter(([, value]) => value));
  const parsed = variablesSchema.safeParse(nonEmpty);
  if (parsed.success) return parsed.data;
  const first = new Map(
    parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message] as const).toReversed(),
  );
  throw new ConfigError(
    [...first].toReversed().map(([name, message]) => {
      if (nonEmpty[name] === undefined) return `${name} ${MISSING}.`;
      return SECRET.test(name) ? `${name} ${message}.` : `${name} ${message}; it is "${nonEmpty[name]}".`;
    }),
  );
}

/**
 * Reads and validates the configuration.
 * @throws {ConfigError} with a sentence for each invalid variable
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const v = parse(environment);
  const sentences = combinationErrors(v);
  if (sentences.length > 0) throw new ConfigError(sentences);
  return {
    environment: v.NODE_ENV,
    host: v.HOST,
    port: v.PORT,
    dataDirectory: v.DATA_DIR,
    logLevel: v.LOG_LEVEL,
    requestSeconds: v.REQUEST_SECONDS,
    database: {
      url: withPassword(v.DATABASE_URL, v.DATABASE_PASSWORD),
      poolerUrl: v.DATABASE_POOLER_URL && withDefaultPassword(v.DATABASE_POOLER_URL, v.DATABASE_PASSWORD),
      readUrl: v.DATABASE_READ_URL && withDefaultPassword(v.DATABASE_READ_URL, v.DATABASE_PASSWORD),
      ownerUrl: v.DATABASE_OWNER_URL && withPassword(v.DATABASE_OWNER_URL, v.DATABASE_OWNER_PASSWORD),
      poolMax: v.DATABASE_POOL_MAX,
      statementMs: v.DATABASE_STATEMENT_SECONDS * 1000,
    },
    redisUrl: v.REDIS_URL && withPassword(v.REDIS_URL, v.REDIS_PASSWORD),
    s3: v.S3_BUCKET
      ? {
          bucket: v.S3_BUCKET,
          endpoint: v.S3_ENDPOINT,
          region: v.S3_REGION,
          credentials:
            v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: v.S3_ACCESS_KEY_ID, secretAccessKey: v.S3_SECRET_ACCESS_KEY }
              : undefined,
          forcePathStyle: v.S3_FORCE_PATH_STYLE,
          publicUrl: v.S3_PUBLIC_URL,
        }
      : undefined,
    curator: {
      username: v.CURATOR_USERNAME ?? DEFAULT_USERNAME,
      ...(v.CURATOR_PASSWORD_HASH === undefined
        ? { password: v.CURATOR_PASSWORD ?? DEFAULT_PASSWORD }
        : { hash: v.CURATOR_PASSWORD_HASH }),
    },
    signOn: { providers: v.SIGN_ON_PROVIDERS, localAccounts: v.LOCAL_ACCOUNTS },
    mail:
      v.SMTP_URL && v.MAIL_FROM && v.PUBLIC_URL
        ? { server: v.SMTP_URL, from: v.MAIL_FROM, origin: v.PUBLIC_URL }
        : undefined,
    sessionDays: v.SESSION_DAYS,
    sessionMaxDays: v.SESSION_MAX_DAYS,
    trashDays: v.TRASH_DAYS === 0 ? null : v.TRASH_DAYS,
    importReviewVoyages: v.IMPORT_REVIEW_VOYAGES === 0 ? null : v.IMPORT_REVIEW_VOYAGES,
    publicUrl: v.PUBLIC_URL,
    allowedHosts: v.ALLOWED_HOSTS.map(({ hostname }) => hostname),
    trustProxy: v.TRUST_PROXY,
    archive: {
      title: v.ARCHIVE_TITLE,
      subtitle: v.ARCHIVE_SUBTITLE,
      migrationDocumentUrl: v.MIGRATION_DOCUMENT_URL,
    },
    maxUploadBytes: v.MAX_UPLOAD_MB * 1024 * 1024,
    // With files in S3, the disk may be small.
    diskReserveBytes: (v.DISK_RESERVE_MB ?? (v.S3_BUCKET ? 0 : DEFAULT_DISK_RESERVE_MB)) * 1024 * 1024,
    ingest: { fetchMedia: v.INGEST_FETCH_MEDIA, allowHosts: v.INGEST_ALLOW_HOSTS },
    frontends: { directory: v.FRONTENDS_DIR, origins: v.FRONTEND_ORIGINS, keys: v.FRONTEND_KEYS },
    parentWatch: v.PARENT_WATCH,
    drainMs: v.SHUTDOWN_DRAIN_SECONDS * 1000,
    metricsToken: v.METRICS_TOKEN,
    workerMetricsPort: v.WORKER_METRICS_PORT,
    sandbox: { memoryBytes: v.SANDBOX_MEMORY_MB * 1024 * 1024, cpuSeconds: v.SANDBOX_CPU_SECONDS },
    jobLockSeconds: v.JOB_LOCK_SECONDS,
    backup: {
      location: v.BACKUP_LOCATION,
      keep: v.BACKUP_KEEP,
      everyHours: v.BACKUP_EVERY_HOURS,
      name: v.BACKUP_NAME,
      s3: backupServer(v),
    },
    tracing: isTraced(v) ? { sampler: v.OTEL_TRACES_SAMPLER, ratio: v.OTEL_TRACES_SAMPLER_ARG } : undefined,
  };
}

const isTraced = (v: Variables) =>
  !v.OTEL_SDK_DISABLED && (v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? v.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;

/** The media library's server, unless the backups have their own. */
function backupServer(v: Variables): BackupConfig['s3'] {
  const isOwn = v.BACKUP_S3_ENDPOINT !== undefined || v.BACKUP_S3_ACCESS_KEY_ID !== undefined;
  const [accessKeyId, secretAccessKey] = isOwn
    ? [v.BACKUP_S3_ACCESS_KEY_ID, v.BACKUP_S3_SECRET_ACCESS_KEY]
    : [v.S3_ACCESS_KEY_ID, v.S3_SECRET_ACCESS_KEY];
  return {
    endpoint: isOwn ? v.BACKUP_S3_ENDPOINT : v.S3_ENDPOINT,
    region: v.BACKUP_S3_REGION ?? v.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: v.S3_FORCE_PATH_STYLE,
  };
}

/** Variables whose value can be in a file that `<name>_FILE` names, such as a Docker Compose secret. */
const SECRETS = [
  'DATABASE_PASSWORD',
  'DATABASE_OWNER_PASSWORD',
  'REDIS_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CURATOR_PASSWORD',
  'CURATOR_PASSWORD_HASH',
  'SIGN_ON_PROVIDERS',
  'SMTP_URL',
  'METRICS_TOKEN',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
];

/**
 * Adds the secrets in files to the environment. Ignores a line break at the end of a file, and treats an empty file as not set.
 * @throws {ConfigError} for a file that can't be read, or a secret that is set twice
 */
function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
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
function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Like `withPassword`, but keeps a password that is already in the URL. */
const withDefaultPassword = (address: string, password: string | undefined): string =>
  new URL(address).password === '' ? withPassword(address, password) : address;

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
