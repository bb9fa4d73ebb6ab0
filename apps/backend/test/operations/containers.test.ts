import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, freePort } from '@archive/postgres';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { parse } from 'yaml';
import { LOADER, PROGRAM_ENVIRONMENT, programFile, PROJECT } from '../support/program.ts';
import { REDIS_SERVER } from '../support/redis.ts';
import { S3Server } from '../support/s3-server.ts';
import { waitUntil } from '../support/wait-until.ts';

/*
 * The commands and health checks of the containers that are built from this repository, with the environment that Compose gives them. Only
 * what the network and the volumes provide differs: host names, ports and folders of this machine.
 */

interface ComposeService {
  build?: { target: string };
  command?: string[];
  environment?: Record<string, string | number>;
  secrets?: string[];
  healthcheck?: { test: string[] };
}

const ROOT = path.resolve(PROJECT, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, ComposeService> };

/** What the file `.env` of a new installation contains. */
const SETTINGS: Record<string, string> = {
  CURATOR_USERNAME: 'curator',
  PUBLIC_URL: 'https://archive.example.org',
  SITE_ADDRESS: 'archive.example.org',
  S3_BUCKET: 'library',
  S3_ACCESS_KEY_ID: 'test-key',
  DISK_RESERVE_MB: '0',
};
const SECRETS: Record<string, string> = {
  sign_on_providers: '',
  smtp_url: '',
  postgres_app_password: 'of-the-application',
  valkey_password: 'of-the-queue',
  s3_secret_access_key: 'test-secret',
  curator_password: 'three blue anchors at noon',
  metrics_token: 'a-token-of-the-metrics',
  backup_s3_secret_access_key: '',
};

/** Replaces variables in a value, as Compose does. */
const interpolate = (value: string) =>
  value
    .replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, rest = '') => {
      const found = SETTINGS[name];
      if (!found && kind === '?') throw new Error(`${name}: ${rest}`);
      return found || rest;
    })
    .replaceAll('$$', '$');

/** Variables and command of the image. */
function imageOf(target: string): { environment: Record<string, string>; command: string[] } {
  const [text = ''] = (read('deploy/Dockerfile').split(` AS ${target}\n`)[1] ?? '').split(/^FROM /m);
  const variables = [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, plain = '']): [string, string] => [
      name,
      quoted ?? plain,
    ]),
  );
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]') as string[];
  return { environment: Object.fromEntries(variables), command };
}
const IMAGES = { backend: imageOf('backend'), verifier: imageOf('verifier') };
const imageFor = (service: string) => IMAGES[service === 'verifier' ? 'verifier' : 'backend'];

const TABLES_CHANGED_BY_RESTORE = ['storage_check', 'storage_discrepancy'];

const hasRedis = existsSync(REDIS_SERVER);

(hasRedis ? describe : describe.skip)('containers (skipped where redis-server is not installed)', () => {
  const s3 = new S3Server('library');
  const started: ChildProcess[] = [];
  /** The API and the worker. They are stopped during the backup, as before an upgrade. */
  const serving: ChildProcess[] = [];
  let folder: string;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let restored: Awaited<ReturnType<typeof createDatabase>>;
  let redisPort: number;
  let apiPort: number;
  /** Local replacements for names, ports and folders of the containers. */
  let local: [string, string][];

  const onThisMachine = (text: string) =>
    local.reduce((changed, [name, place]) => changed.replaceAll(name, place), text);

  const newest = () => new URL(process.env.TEST_CLUSTER_URL ?? '');
  /** Owner of the archive that is backed up. For an upgrade, OLD_POSTGRES_URL names a server of an older major version. */
  const owner = () => new URL(process.env.OLD_POSTGRES_URL ?? newest().href);

  function environmentOf(name: string, overrides: Record<string, string> = {}): Record<string, string> {
    const given = Object.entries({ ...imageFor(name).environment, ...services[name]?.environment });
    const resolved = given.map(([key, value]) => [key, onThisMachine(interpolate(String(value)))]);
    const { PATH = '', NODE_COMPILE_CACHE = '', TEST_TRANSPILED = '' } = PROGRAM_ENVIRONMENT;
    const machine = {
      PATH: `${folder}:${PATH}`,
      NODE_COMPILE_CACHE,
      TEST_TRANSPILED,
      TMPDIR: path.join(folder, `tmp-${name}`),
    };
    mkdirSync(machine.TMPDIR, { recursive: true });
    return {
      ...machine,
      ...(Object.fromEntries(resolved) as Record<string, string>),
      PORT: String(apiPort),
      HOST: '127.0.0.1',
      WORKER_METRICS_PORT: '0',
      ...overrides,
    };
  }

  /** Runs the image's programs as built in the full test run, and otherwise from source; the command for teams always runs from source. */
  const argumentsOf = (words: readonly string[]) =>
    words.flatMap((word) => {
      if (word === 'archive-mfe.js') return ['tools/cli/mfe.ts'];
      const [, program] = /^apps\/backend\/dist\/(\w+)\.js$/.exec(word) ?? [];
      if (!program) return [onThisMachine(interpolate(word))];
      return [...LOADER, path.join(PROJECT, programFile(program as Parameters<typeof programFile>[0]))];
    });

  function start(name: string, overrides?: Record<string, string>) {
    const [program = '', ...words] = argumentsOf(services[name]?.command ?? imageFor(name).command);
    const child = spawn(program === 'node' ? process.execPath : program, words, {
      cwd: ROOT,
      env: environmentOf(name, overrides),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    return { child, output: () => output };
  }

  async function stop(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async function run(name: string, overrides?: Record<string, string>) {
    const { child, output } = start(name, overrides);
    const [status] = (await once(child, 'close')) as [number];
    if (status !== 0) throw new Error(`${name} ended with ${status}:\n${output()}`);
    return output();
  }

  /** The exit status of the health check. */
  async function health(name: string): Promise<number | null> {
    const [kind, ...words] = services[name]?.healthcheck?.test ?? [];
    const [program = '', ...args] =
      kind === 'CMD-SHELL' ? ['sh', '-c', onThisMachine(interpolate(words[0] ?? ''))] : argumentsOf(words);
    const options = { cwd: ROOT, env: environmentOf(name), stdio: 'ignore' } as const;
    const [status] = await once(spawn(program === 'node' ? process.execPath : program, args, options), 'close');
    return status as number | null;
  }

  /** Row count and checksum of each table. */
  async function contents(url: string): Promise<Record<string, unknown>> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
      );
      const found: Record<string, unknown> = {};
      for (const { name } of tables) {
        const row = `row_to_json(t)::text`;
        const { rows } = await client.query(
          `select count(*)::int as rows, md5(string_agg(${row}, '' order by ${row})) as checksum from ${client.escapeIdentifier(name)} t`,
        );
        found[name] = rows[0];
      }
      return found;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'containers-'));
    for (const name of ['data', 'backups', 'queue']) mkdirSync(path.join(folder, name));
    const { password, host, username } = owner();
    for (const [name, value] of Object.entries({ ...SECRETS, postgres_password: decodeURIComponent(password) }))
      writeFileSync(path.join(folder, name), `${value}\n`);
    database = await createDatabase(owner().href);
    restored = await createDatabase(newest().href);
    redisPort = await freePort();
    apiPort = await freePort();
    await s3.start();
    const unusedPort = await freePort();
    local = [
      ['/run/secrets', folder],
      // Roles belong to the server, not to a database.
      ['archive_app@postgres:5432/archive', `containers_app@${host}/${database.name}`],
      ['archive@postgres:5432/archive', `${username}@${host}/${database.name}`],
      ['valkey:6379', `127.0.0.1:${redisPort}`],
      ['http://s3:7070', s3.url],
      ...['shell', 'voyages', 'people', 'media'].map((name): [string, string] => [
        `${name}:8080`,
        `127.0.0.1:${unusedPort}`,
      ]),
      ['http://127.0.0.1:3000', `http://127.0.0.1:${apiPort}`],
    ];
    // Redis runs as Valkey does: it reads its configuration from standard input.
    const script = (name: string, line: string) =>
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    script(
      'docker-entrypoint.sh',
      `shift; exec ${REDIS_SERVER} "$@" --port ${redisPort} --bind 127.0.0.1 --dir ${folder}/queue`,
    );
    script('valkey-cli', `exec redis-cli -p ${redisPort} "$@"`);
    start('valkey');
    await waitUntil(async () => (await health('valkey')) === 0);
  }, 60_000);
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await s3.stop();
    await database.drop();
    await restored.drop();
    for (const url of new Set([owner().href, newest().href])) {
      const client = new pg.Client(url);
      await client.connect();
      await client.query('drop role if exists containers_app').catch(() => undefined);
      await client.end();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const volumes = () => ({ DATA_DIR: path.join(folder, 'data') });
  const backups = () => ({ ...volumes(), BACKUP_LOCATION: path.join(folder, 'backups') });

  test('bucket, migrate, api, worker and verifier start in this order, and their health checks succeed', async () => {
    expect(await run('bucket')).toBe('The bucket library is there.\n');
    await run('migrate', volumes());
    expect(await health('api')).toBe(1);
    expect(await health('worker')).not.toBe(0);
    const api = start('api', volumes());
    const worker = start('worker', volumes());
    serving.push(api.child, worker.child);
    const isUp = () => worker.output().includes('Ready for jobs.') && api.output().includes('Server listening');
    await waitUntil(isUp).catch(() => {
      throw new Error(`${api.output()}\n${worker.output()}`);
    });
    await waitUntil(async () => (await health('api')) === 0);
    expect(await health('worker')).toBe(0);

    const origin = 'https://archive.example.org';
    const headers = { origin, 'content-type': 'application/json', 'x-forwarded-proto': 'https' };
    const send = (address: string, body: unknown, more = {}) =>
      fetch(`http://127.0.0.1:${apiPort}${address}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      });
    const login = await send('/api/auth/login', { username: 'curator', password: SECRETS['curator_password'] });
    expect(login.status).toBe(200);
    const cookie = login.headers
      .getSetCookie()
      .map((item) => item.split(';')[0])
      .join('; ');
    const voyage = { title: 'Down the Potomac', start_date: '1947-05-01' };
    expect((await send('/api/curator/voyages', voyage, { cookie })).status).toBe(201);
    const metrics = await fetch(`http://127.0.0.1:${apiPort}/metrics`, {
      headers: { authorization: `Bearer ${SECRETS['metrics_token']}` },
    });
    expect(metrics.status).toBe(200);

    const token = { label: 'Verifier of the stack', scopes: ['verify'] };
    const rejected = await send('/api/tokens', token, { cookie });
    const { confirmation } = (await rejected.json()) as { confirmation: { confirmation_id: string } };
    const id = confirmation.confirmation_id;
    await send(`/api/auth/confirmations/${id}`, { password: SECRETS['curator_password'] }, { cookie });
    const made = await send('/api/tokens', token, { cookie, confirmation: id });
    writeFileSync(path.join(folder, 'verify_token'), `${((await made.json()) as { token: string }).token}\n`);
    expect(await health('verifier')).not.toBe(0);
    const verifier = start('verifier', { ARCHIVE_URL: `http://127.0.0.1:${apiPort}` });
    const isTokenUsed = async () => {
      const response = await fetch(`http://127.0.0.1:${apiPort}/api/tokens`, {
        headers: { cookie, 'x-forwarded-proto': 'https' },
      });
      return ((await response.json()) as { last_used_at: string | null }[]).every((token) => token.last_used_at);
    };
    await waitUntil(isTokenUsed).catch(() => {
      throw new Error(verifier.output());
    });
    expect(await health('verifier')).toBe(0);
    await stop(verifier.child);
    expect(verifier.output()).not.toContain('archive at');
  }, 240_000);

  test('backup and backups write a backup, which restore reads into an empty database', async () => {
    // Stopping the API takes seconds even without requests, so it overlaps with the backup.
    await Promise.all([run('backup', backups()), ...serving.map((child) => stop(child))]);
    const scheduled = start('backups', backups());
    await waitUntil(() => /backup/i.test(scheduled.output()));
    expect(await health('backups')).toBe(0);
    scheduled.child.kill('SIGTERM');

    s3.objects.clear();
    const inRestored = (url: string | number = '') =>
      onThisMachine(interpolate(String(url)))
        .replace(owner().host, newest().host)
        .replace(database.name, restored.name);
    writeFileSync(path.join(folder, 'postgres_password'), decodeURIComponent(newest().password));
    const { DATABASE_URL, DATABASE_OWNER_URL } = services['restore']?.environment ?? {};
    await run('restore', {
      ...backups(),
      DATA_DIR: path.join(folder, 'restored'),
      DATABASE_URL: inRestored(DATABASE_URL),
      DATABASE_OWNER_URL: inRestored(DATABASE_OWNER_URL),
    });
    const [before, after] = [await contents(database.url), await contents(restored.url)];
    expect(before['voyage']).toMatchObject({ rows: 1 });
    for (const name of TABLES_CHANGED_BY_RESTORE) delete before[name];
    expect(after).toMatchObject(before);
  }, 240_000);
});

test('these tests run every service that has a program of the archive', () => {
  const built = Object.entries(services)
    .filter(([, { build }]) => build && build.target in IMAGES)
    .map(([name]) => name);
  expect(built.toSorted()).toEqual(['api', 'backup', 'backups', 'bucket', 'migrate', 'restore', 'verifier', 'worker']);
});
