import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { aDatabase } from './support/database.ts';
import { aDocument } from './builders/document.ts';
import { waitUntil } from './support/wait-until.ts';
import { logLines } from './support/log-lines.ts';
import { LOADER, PROGRAM_ENVIRONMENT, programFile, PROJECT } from './support/program.ts';

const LISTENING = /Server listening at (http:\/\/[\d.:]+)/;

type Program = Parameters<typeof programFile>[0];

interface Running {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

describe('a process', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>;
  let data: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    database = await aDatabase();
    data = await mkdtemp(path.join(tmpdir(), 'archive-process-'));
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(async () => {
    await database.drop();
    await rm(data, { recursive: true });
  });

  const environment = (overrides: Record<string, string>) => ({
    ...PROGRAM_ENVIRONMENT,
    DATABASE_URL: database.url,
    DATA_DIR: data,
    PORT: '0',
    ...overrides,
  });

  function follow(child: ChildProcess): Running {
    running.push(child);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, output: () => output, ended: once(child, 'exit').then(([code]) => code as number | null) };
  }

  const run = (entry: Program, overrides: Record<string, string> = {}) =>
    follow(
      spawn(process.execPath, [...LOADER, programFile(entry)], {
        cwd: PROJECT,
        env: environment(overrides),
        stdio: 'pipe',
      }),
    );

  const runWithChannel = (entry: Program, overrides: Record<string, string> = {}) =>
    follow(
      fork(programFile(entry), {
        cwd: PROJECT,
        execArgv: LOADER,
        env: environment(overrides),
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      }),
    );

  const logs = ({ output }: Running, words: string) => waitUntil(() => output().includes(words));

  const addressIn = async (process: Running, words: RegExp) => {
    await waitUntil(() => words.test(process.output()));
    return words.exec(process.output())?.[1] ?? '';
  };

  test('reports invalid configuration in plain words and exits with 1', async () => {
    const api = run('main', { PORT: '99999', NODE_ENV: 'production' });
    expect(await api.ended).toBe(1);
    expect(api.output()).toBe('PORT must be a whole number from 0 to 65535; it is "99999".\n');
    const strict = run('worker', { NODE_ENV: 'production' });
    expect(await strict.ended).toBe(1);
    expect(strict.output()).toBe(
      'CURATOR_USERNAME is required in production.\nCURATOR_PASSWORD is required in production.\n',
    );
    const guessable = run('migrate', {
      NODE_ENV: 'production',
      CURATOR_USERNAME: 'jane',
      CURATOR_PASSWORD: 'qwerty123456',
    });
    expect(await guessable.ended).toBe(1);
    expect(guessable.output()).toBe(
      'CURATOR_PASSWORD is one of the most common passwords, or close to one. Choose another one.\n',
    );
  });

  test('reports a port in use and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const api = run('main', { PORT: String(port) });
    expect(await api.ended).toBe(1);
    expect(api.output()).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program. Set PORT to a different port.\n`,
    );
    other.close();
  });

  test('ends with its parent, when the IPC channel or the pipe closes', async () => {
    const watched = runWithChannel('main', { PARENT_WATCH: '1' });
    const piped = run('worker', { PARENT_WATCH: '1' });
    await logs(watched, 'Server listening');
    watched.child.disconnect();
    await logs(piped, 'Ready for jobs.');
    piped.child.stdin?.end();
    expect(await Promise.all([watched.ended, piped.ended])).toEqual([0, 0]);
  });

  describe('running processes', () => {
    let api: Running;
    let worker: Running;
    beforeAll(() => {
      api = run('main');
      worker = run('worker', { WORKER_METRICS_PORT: '0' });
      running.length = 0;
    });
    afterAll(() => {
      for (const { child } of [api, worker]) child.kill('SIGKILL');
    });

    test('log JSON lines with the id of each request, and no secrets', async () => {
      await logs(api, 'Server listening');
      const url = await addressIn(api, LISTENING);
      await fetch(`${url}/api/auth/login?token=hidden`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'request-of-a-test', cookie: 'session=hidden' },
        body: '{"username": "curator", "password": "hidden"}',
      });
      const line = () => logLines(api.output()).find(({ request_id }) => request_id === 'request-of-a-test');
      await waitUntil(() => line() !== undefined);
      expect(line()).toMatchObject({
        level: 'info',
        process: 'api',
        method: 'POST',
        path: '/api/auth/login',
        status: 422,
      });
      expect(api.output()).not.toContain('hidden');
    });

    test('log the ids of request, operation and job in every line of a job, and no secrets', async () => {
      const url = await addressIn(api, LISTENING);
      const json = { 'content-type': 'application/json' };
      const login = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: json,
        body: '{"username": "curator", "password": "sequoia"}',
      });
      const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const sent = await fetch(`${url}/api/curator/ingest?confirm_names=1`, {
        method: 'POST',
        headers: { ...json, cookie, 'x-request-id': 'ingest-of-a-test' },
        body: JSON.stringify({ document: aDocument({ voyages: 2 }), filename: 'a.md' }),
      });
      const { operation_id } = (await sent.json()) as { operation_id: string };

      const ids = { request_id: 'ingest-of-a-test', operation_id, queue: 'ingest', job: 'ingest-run' };
      const linesOf = (process: Running) =>
        logLines(process.output()).filter(({ request_id }) => request_id === ids.request_id);
      await waitUntil(
        () => linesOf(api).length >= 2 && linesOf(worker).some(({ msg }) => String(msg).startsWith('Job completed')),
      );
      expect(linesOf(api)).toContainEqual(
        expect.objectContaining({ process: 'api', path: '/api/curator/ingest', status: 202 }),
      );
      expect(linesOf(api)).toContainEqual(expect.objectContaining({ ...ids, process: 'api', msg: 'Job queued' }));
      const done = linesOf(worker);
      expect(done.length).toBeGreaterThanOrEqual(3);
      for (const line of done) expect(line).toMatchObject({ ...ids, process: 'worker', job_id: `${operation_id}-1` });
      expect(done.at(-1)?.msg).toMatch(/^Job completed after \d+\.\d\d s$/);

      const token = cookie.slice(cookie.indexOf('=') + 1);
      expect(token.length).toBeGreaterThan(20);
      for (const secret of [token, 'sequoia"', new URL(database.url).password])
        for (const process of [api, worker]) expect(process.output()).not.toContain(secret);
    });

    test('the worker serves its health and metrics to this machine only', async () => {
      const url = await addressIn(worker, /Metrics at (http:\/\/[\d.:]+)\/metrics/);
      await logs(worker, 'Ready for jobs.');
      expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'up' });
      expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({
        status: 'up',
        dependencies: { database: { status: 'up' }, queue: { status: 'up' }, storage: { status: 'up' } },
      });
      const figures = await (await fetch(`${url}/metrics`)).text();
      expect(figures).toContain('# TYPE archive_job_duration_seconds histogram');
      expect(figures).toContain('# TYPE archive_job_failures_total counter');
      expect(figures).toMatch(/^archive_database_connections\{state="in_use"\} \d+$/m);
      expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(403);
      expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
      expect((await fetch(`${url}/api/voyages`)).status).toBe(404);
      const taken = run('worker', { WORKER_METRICS_PORT: new URL(url).port });
      expect(await taken.ended).toBe(1);
      expect(taken.output()).toContain('is in use by another program. Set WORKER_METRICS_PORT to a different port.\n');
    });

    test('shut down gracefully on a signal', async () => {
      for (const { child } of [api, worker]) child.kill('SIGTERM');
      expect(await Promise.all([api.ended, worker.ended])).toEqual([0, 0]);
      for (const { output } of [api, worker]) expect(output()).toContain('Stopping: SIGTERM.');
    });
  });

  test('a stopping process responds until its load balancer sends no more requests', async () => {
    const api = run('main', { SHUTDOWN_DRAIN_SECONDS: '2' });
    const url = await addressIn(api, LISTENING);
    const agent = new Agent({ keepAlive: true });
    const get = async (path: string) => {
      const sent = request(`${url}${path}`, { agent }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response;
    };
    let hasLeft = false;
    const responses: { status: number | undefined; connection: string | undefined }[] = [];
    const client = async () => {
      while (!hasLeft) {
        const { statusCode, headers } = await get('/health/live');
        responses.push({ status: statusCode, connection: headers.connection });
      }
    };
    const clients = [client(), client(), client(), client()];
    await waitUntil(() => responses.length > 20);
    expect((await get('/health/ready')).statusCode).toBe(200);
    api.child.kill('SIGTERM');
    await waitUntil(async () => (await get('/health/ready')).statusCode === 503);
    const before = responses.length;
    await waitUntil(() => responses.length > before + 20);
    hasLeft = true;
    await Promise.all(clients);
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(responses[0]?.connection).toBe('keep-alive');
    expect(responses.at(-1)?.connection).toBe('close');
    expect(await api.ended).toBe(0);
  });

  test('concurrent processes migrate a database once', async () => {
    const { createDatabase } = await import('@archive/postgres');
    const fresh = await createDatabase(database.url);
    const both = [run('migrate', { DATABASE_URL: fresh.url }), run('migrate', { DATABASE_URL: fresh.url })];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    const output = both.map(({ output }) => output()).join('');
    expect(output.match(/^Migrated 20261128040000-earlier-archives$/gm)).toHaveLength(1);
    expect(output).toContain('The database is up to date.\n');
    await fresh.drop();
  });

  test('a process refuses a schema that a newer version has migrated', async () => {
    const { createDatabase } = await import('@archive/postgres');
    const newer = await createDatabase(database.url);
    const environment = { DATABASE_URL: newer.url };
    expect(await run('migrate', environment).ended).toBe(0);
    const client = new Client(newer.url);
    await client.connect();
    await client.query(`update schema_contract set required_migration = '29990101000000-of-the-future'`);
    await client.end();
    const sentence =
      'The database was migrated by a newer version of the archive (29990101000000-of-the-future). ' +
      'Start that version, or restore a backup made before the upgrade.';
    const migration = run('migrate', environment);
    expect(await migration.ended).toBe(1);
    expect(migration.output()).toBe(`${sentence}\n`);
    for (const started of [run('main', environment), run('worker', environment)]) {
      expect(await started.ended).toBe(1);
      expect(started.output()).toContain(sentence);
    }
    await newer.drop();
  });

  test('migration waits until the server responds', async () => {
    const migration = run('migrate', { DATABASE_URL: 'postgresql://archive:x@127.0.0.1:1/archive' });
    await logs(migration, 'The database is unavailable');
    expect(migration.child.exitCode).toBeNull();
  });
});
