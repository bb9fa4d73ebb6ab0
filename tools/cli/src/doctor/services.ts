import { type Health, STORAGE_REJECTIONS, storageRejectionOf } from '@archive/contracts';
import { lockHolder } from '@archive/postgres';
import { get } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isLoopback, localAddress, secretOf, type Settings } from '../settings.ts';
import { type Finding, ok, problem, warning } from './report.ts';

const TIMEOUT_MS = 4000;
/** S3 servers reject requests when clocks differ by 15 minutes. */
const CLOCK_TOLERANCE_MS = 60_000;
const OLDEST_POSTGRESQL = 18;
const CHECK_ADDRESS = 'Start it, and check its address and password.';

const reasonOf = (error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
};

/** Compares the clock of a service with ours. */
function withClock(finding: Finding, serverClock: number): Finding {
  const seconds = Math.round(Math.abs(serverClock - Date.now()) / 1000);
  if (seconds * 1000 < CLOCK_TOLERANCE_MS) return finding;
  return problem(finding.subject, `${finding.detail}; its clock differs by ${seconds} s.`, 'Synchronize both clocks.');
}

/** Without DATABASE_URL the archive has its own server, which it starts. */
export async function databaseServer({ databaseUrl, databaseOwnerUrl }: Settings): Promise<Finding | undefined> {
  if (databaseUrl === undefined) return undefined;
  const checks = [databaseUrl, databaseOwnerUrl].filter((url) => url !== undefined).map(checkDatabase);
  const findings = await Promise.all(checks);
  return findings.find(({ state }) => state !== 'ok') ?? findings[0];
}

async function checkDatabase(url: string): Promise<Finding> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; now: Date }>(
      `select current_setting('server_version') as version, clock_timestamp() as now`,
    );
    const { version = '', now = new Date() } = rows[0] ?? {};
    if (Number.parseInt(version, 10) < OLDEST_POSTGRESQL)
      return problem('PostgreSQL', `version ${version} is too old.`, `Use PostgreSQL ${OLDEST_POSTGRESQL} or newer.`);
    return withClock(ok('PostgreSQL', `version ${version}`), now.getTime());
  } catch (error) {
    return problem('PostgreSQL', `not reached: ${reasonOf(error)}.`, CHECK_ADDRESS);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Without REDIS_URL the queues are in the database. Any response will do, because the API checks the password. */
export async function queueServer({ REDIS_URL }: NodeJS.ProcessEnv): Promise<Finding | undefined> {
  if (!REDIS_URL) return undefined;
  const { hostname, port, protocol } = new URL(REDIS_URL);
  if (protocol === 'rediss:') return ok('Queue', 'with TLS, which is not checked here');
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) });
    const end = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    const unreachable = (reason: string) => end(problem('Queue', `not reached: ${reason}.`, CHECK_ADDRESS));
    socket.setTimeout(TIMEOUT_MS, () => unreachable(`no response within ${TIMEOUT_MS / 1000} s`));
    socket.once('error', (error) => unreachable(reasonOf(error)));
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      const response = data.toString();
      end(
        /^[+-]/.test(response)
          ? ok('Queue', 'responds')
          : problem('Queue', 'another program listens at its address.', 'Check REDIS_URL.'),
      );
    });
  });
}

/** Without S3_BUCKET the files are in DATA_DIR. */
export async function fileServer(env: NodeJS.ProcessEnv): Promise<Finding | undefined> {
  const { S3_BUCKET, S3_ENDPOINT } = env;
  if (!S3_BUCKET || !S3_ENDPOINT) return undefined;
  try {
    const response = await fetch(S3_ENDPOINT, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const date = Date.parse(response.headers.get('date') ?? '');
    const finding = (await rejectionOf(env, S3_BUCKET, S3_ENDPOINT)) ?? ok('S3', `${S3_ENDPOINT} responds`);
    return Number.isNaN(date) || finding.state !== 'ok' ? finding : withClock(finding, date);
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    return problem('S3', `${S3_ENDPOINT} was not reached: ${reasonOf(cause)}.`, CHECK_ADDRESS);
  }
}

/** Why the server rejects to list the bucket, in the words of the archive. Keys that are not among the settings are not checked. */
async function rejectionOf(env: NodeJS.ProcessEnv, Bucket: string, endpoint: string): Promise<Finding | undefined> {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_FORCE_PATH_STYLE, S3_REGION } = env;
  const secretAccessKey = secretOf(env, 'S3_SECRET_ACCESS_KEY');
  if (!accessKeyId || !secretAccessKey) return undefined;
  // Large, and most archives have no bucket.
  const { ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint,
    region: S3_REGION || 'us-east-1',
    forcePathStyle: S3_FORCE_PATH_STYLE !== 'false',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  });
  try {
    const abortSignal = AbortSignal.timeout(TIMEOUT_MS);
    await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }), { abortSignal });
    return undefined;
  } catch (error) {
    const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    const rejection = storageRejectionOf(name, $metadata?.httpStatusCode);
    if (!rejection) throw error;
    const { reason, remedy } = STORAGE_REJECTIONS[rejection];
    return problem('S3', `${endpoint} rejects requests: ${reason}.`, remedy);
  } finally {
    client.destroy();
  }
}

/**
 * Whether the bucket accepts parts of files from pages of the archive, checked with a browser's preflight request. If not, files go
 * through the API.
 */
export async function directUploads(env: NodeJS.ProcessEnv): Promise<Finding | undefined> {
  const { S3_BUCKET, S3_PUBLIC_URL, S3_FORCE_PATH_STYLE, PUBLIC_URL } = env;
  if (!S3_BUCKET || !S3_PUBLIC_URL) return undefined;
  if (!PUBLIC_URL) return warning('Direct uploads', 'not checked, because PUBLIC_URL is empty.', 'Set PUBLIC_URL.');
  const url = new URL(`/${S3_BUCKET}/_system/uploads/check`, S3_PUBLIC_URL);
  if (S3_FORCE_PATH_STYLE === 'false') {
    url.host = `${S3_BUCKET}.${url.host}`;
    url.pathname = '/_system/uploads/check';
  }
  const { origin } = new URL(PUBLIC_URL);
  const headers = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-amz-checksum-sha256',
  };
  try {
    const response = await fetch(url, { method: 'OPTIONS', headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const allowed = response.headers.get('access-control-allow-origin');
    if (response.ok && (allowed === '*' || allowed === origin)) return ok('Direct uploads', `allowed from ${origin}`);
    return warning(
      'Direct uploads',
      `The bucket doesn’t allow PUT from ${origin}, so large files go through the API.`,
      'Set its CORS rules: docs/operations.md.',
    );
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    return warning('Direct uploads', `${url.origin} was not reached from here: ${reasonOf(cause)}.`, CHECK_ADDRESS);
  }
}

interface ProviderSettings {
  name?: string;
  issuer?: string;
  client_id?: string;
  client_secret?: string;
}

/** Providers that people sign in with. The archive itself checks the other settings when it starts. */
export async function signOnProviders(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const value = secretOf(env, 'SIGN_ON_PROVIDERS');
  if (!value) return [];
  try {
    return await Promise.all((JSON.parse(value) as ProviderSettings[]).map(checkProvider));
  } catch {
    return [problem('Sign-on', 'SIGN_ON_PROVIDERS is not a JSON list.', SIGN_ON_DOCS)];
  }
}

const SIGN_ON_DOCS = 'See “Single sign-on” in docs/operations.md.';

async function checkProvider(provider: ProviderSettings): Promise<Finding> {
  const { name = 'a provider', issuer = '', client_id = '', client_secret = '' } = provider;
  const subject = `Sign-on, ${name}`;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const description = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal });
    if (!description.ok)
      return problem(subject, `${issuer} has no description: status ${description.status}.`, SIGN_ON_DOCS);
    const found = (await description.json()) as { issuer?: string; token_endpoint?: string };
    if (found.issuer !== issuer)
      return problem(subject, `its issuer is ${found.issuer}, not ${issuer}.`, 'Correct the issuer.');
    // A code that nobody has: the provider checks who asks before it looks at the code.
    const fields = { grant_type: 'authorization_code', code: 'doctor', redirect_uri: issuer, client_id, client_secret };
    const body = new URLSearchParams(fields);
    const response = await fetch(found.token_endpoint ?? '', { method: 'POST', body, signal });
    const { error } = (await response.json()) as { error?: string };
    if (error === 'invalid_client')
      return problem(subject, 'it rejects client_id or client_secret.', 'Compare them with the provider’s.');
    const date = Date.parse(description.headers.get('date') ?? '');
    const finding = ok(subject, `${issuer} responds`);
    return Number.isNaN(date) ? finding : withClock(finding, date);
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    return problem(subject, `${issuer} was not reached: ${reasonOf(cause)}.`, 'Check its issuer and the network.');
  }
}

/** The status of the running archive's response to a request for a host. */
function statusFor(address: string, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  get(`${address}/health/live`, { headers: { host }, signal, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on('error', reject);
  return promise;
}

/** Under which names people can reach the archive. Requests for others get 421. */
export async function hosts(
  { dataDir, host, port }: Settings,
  { PUBLIC_URL, ALLOWED_HOSTS }: NodeJS.ProcessEnv,
): Promise<Finding> {
  const publicHost = PUBLIC_URL ? URL.parse(PUBLIC_URL)?.host : undefined;
  const names = [publicHost, ...(ALLOWED_HOSTS ?? '').split(/[,\s]+/)].filter((name) => name);
  if (names.length === 0)
    return isLoopback(host)
      ? ok('Host names', 'localhost and 127.0.0.1; others get status 421')
      : warning(
          'Host names',
          `Other computers reach the archive by its IP address only; “${hostname()}” gets status 421.`,
          'Set PUBLIC_URL to the address that people use, or add names to ALLOWED_HOSTS.',
        );
  if (lockHolder(join(dataDir, 'lock')) !== undefined)
    for (const name of names) {
      const status = await statusFor(localAddress(host, port), name ?? '').catch(() => undefined);
      if (status === 421)
        return problem(
          'Host names',
          `The running archive refuses “${name}” with status 421.`,
          'Restart it with these settings.',
        );
    }
  return ok('Host names', names.join(', '));
}

/** What a running archive reports about its health. */
export async function runningArchive({ dataDir, host, port }: Settings): Promise<Finding> {
  const holder = lockHolder(join(dataDir, 'lock'));
  if (holder === undefined) return ok('Archive', 'not running');
  try {
    const response = await fetch(`${localAddress(host, port)}/health/ready`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { dependencies = {}, warnings = [] } = (await response.json()) as {
      dependencies?: Health['dependencies'];
      warnings?: string[];
    };
    const down = Object.entries(dependencies).filter(([, { status }]) => status !== 'up');
    if (!response.ok)
      return problem(
        'Archive',
        `running (process ${holder}), not ready. ${down.map(([name, { detail }]) => `${name}: ${detail}`).join(' ')}`,
        'See docs/runbook.md.',
      );
    return warnings.length > 0
      ? warning('Archive', warnings.join(' '), 'See /ops.')
      : ok('Archive', `running (process ${holder}) and ready`);
  } catch (error) {
    return warning(
      'Archive',
      `process ${holder} has the data, and port ${port} does not respond: ${reasonOf(error)}.`,
      'It may be starting, or listen elsewhere: name its --port.',
    );
  }
}
