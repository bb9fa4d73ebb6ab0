import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { col, LONG_STATEMENT_MS, statement } from '../src/database/index.ts';
import { JobQueues } from '../src/queues/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';
import { logLines } from './support/log-lines.ts';
import { LOADER, PROGRAM_ENVIRONMENT, PROJECT } from './support/program.ts';
import { TcpProxy } from './support/tcp-proxy.ts';
import { waitUntil } from './support/wait-until.ts';

const REASON = 'No database connection of this process works, although the database answers new ones.';
const QUEUE_REASON = 'A queue connection of this process does not work, although the queue answers new ones.';
const STATEMENT_SECONDS = 1;
/** Longer than the time limits of four statements. */
const OUTAGE_MS = 6000;
/** Longer than that, plus the time that health checks wait for a connection. */
const BUSY_SECONDS = 10;

const SLEEP = statement('liveness-test-sleep', 'select pg_sleep($1)::text as slept', { slept: col.text });

let testDatabase: Awaited<ReturnType<typeof aDatabase>>;
let proxy: TcpProxy;
let data: string;
const environment = { DATABASE_STATEMENT_SECONDS: String(STATEMENT_SECONDS), SHUTDOWN_DRAIN_SECONDS: '2' };

beforeAll(async () => {
  testDatabase = await aDatabase();
  data = await mkdtemp(path.join(tmpdir(), 'archive-liveness-'));
  proxy = new TcpProxy(testDatabase.applicationUrl);
  await proxy.open();
});

afterAll(async () => {
  await proxy.close();
  await testDatabase.drop();
  await rm(data, { recursive: true, force: true });
});

describe('a process whose pool has lost all its connections', () => {
  const running: ChildProcess[] = [];

  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  async function run(program: 'main' | 'worker', address: RegExp) {
    const child = spawn(process.execPath, [...LOADER, path.join(PROJECT, 'test/support/leaking-process.ts')], {
      cwd: PROJECT,
      env: {
        ...PROGRAM_ENVIRONMENT,
        ...environment,
        LEAKING_PROGRAM: program,
        DATABASE_URL: testDatabase.applicationUrl,
        DATABASE_POOL_MAX: '4',
        DATA_DIR: data,
        PORT: '0',
        WORKER_METRICS_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    await waitUntil(() => address.test(output));
    const live = `${address.exec(output)?.[1]}/health/live`;
    expect((await fetch(live)).status).toBe(200);
    return { child, live, ended, output: () => output };
  }

  test('reports it and exits with code 1', async () => {
    const [api, worker] = await Promise.all([
      run('main', /Server listening at (http:\/\/[\d.:]+)/),
      run('worker', /Metrics at (http:\/\/[\d.:]+)\/metrics/),
    ]);
    api.child.kill('SIGUSR2');
    worker.child.kill('SIGUSR2');
    let response: Response | undefined;
    await waitUntil(async () => {
      response = await fetch(api.live);
      return response.status !== 200;
    });
    expect([response?.status, await response?.json()]).toEqual([503, { status: 'down', detail: REASON }]);
    expect(await Promise.all([api.ended, worker.ended])).toEqual([1, 1]);
    for (const { output } of [api, worker])
      expect(logLines(output())).toContainEqual(expect.objectContaining({ level: 'fatal', msg: REASON }));
  });
});

describe('a process that can recover', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({ databaseUrl: proxy.url, environment });
  });

  afterAll(async () => {
    await api.close();
  });

  const live = async () => (await api.visitor().get('/health/live')).status;

  test('keeps running while the database is unavailable, and is ready once it is back', async () => {
    await proxy.close();
    await pause(OUTAGE_MS);
    expect(await live()).toBe(200);
    await proxy.open();
    await waitUntil(async () => (await api.visitor().get('/health/ready')).status === 200);
    expect(await live()).toBe(200);
  });

  test('keeps running while long statements occupy all its connections', async () => {
    const takesAll = Array.from({ length: api.database.pool.options.max }, () =>
      api.database.transaction((executor) => executor.rows(SLEEP, [BUSY_SECONDS]), {
        statementMs: LONG_STATEMENT_MS,
      }),
    );
    await Promise.all(takesAll);
    expect(await live()).toBe(200);
  });

  // Last, because this process does not recover.
  test('reports when one of its queues has no working connection', async () => {
    await api.app.get(JobQueues).all[0]?.close();
    let response: Response | undefined;
    await waitUntil(async () => {
      response = await api.visitor().get('/health/live');
      return response.status !== 200;
    });
    expect(await response?.json()).toEqual({ status: 'down', detail: QUEUE_REASON });
  });
});
