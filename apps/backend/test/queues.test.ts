import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { PostgresQueueBackend, RedisQueueBackend } from 'bullmq';
import { NestLog } from '../src/common/index.ts';
import { UnavailableError } from '../src/database/index.ts';
import { platform } from '../src/platform.ts';
import { JobQueues, QueueWorkersModule } from '../src/queues/index.ts';
import { queueBackend, queueConnection } from '../src/queues/queue-backend.ts';
import { FinishedJobs } from '../src/queues/queue-workers.ts';
import { JOB_REPEATS } from '../src/queues/jobs.ts';
import { Retention } from '../src/queues/retention.ts';
import { pino } from 'pino';
import { type TestApi, startApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';
import { TcpProxy } from './support/tcp-proxy.ts';
import { waitUntil } from './support/wait-until.ts';
import { aDocument } from './builders/document.ts';
import { hasEnded, ingest, startImport, waitForReport } from './support/ingest.ts';
import { REDIS_SERVER, startRedis } from './support/redis.ts';
import { startWorker } from './support/worker.ts';

/** The longest timeout of a connection, plus a margin for a slow machine. */
const RECOVERY_TIMEOUT_MS = 25_000;

const BACKENDS = ['PostgreSQL', ...(existsSync(REDIS_SERVER) ? ['Redis'] : [])];

describe.each(BACKENDS)('queues on %s', (backend) => {
  let api: TestApi;
  let doorway: TcpProxy;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    if (backend === 'Redis') {
      const redis = await startRedis();
      stops.push(redis.stop);
      doorway = new TcpProxy(redis.url);
      await doorway.open();
      api = await startApi({ environment: { REDIS_URL: doorway.url } });
    } else {
      const database = await aDatabase();
      stops.push(database.drop);
      doorway = new TcpProxy(database.url);
      await doorway.open();
      api = await startApi({ databaseUrl: doorway.url });
    }
  });
  afterAll(async () => {
    await api?.close();
    await doorway?.close();
    for (const stop of stops.toReversed()) await stop();
  });

  test('a job id is queued only once', async () => {
    const queues = api.app.get(JobQueues);
    const payload = { operation_id: '0', attempt: 1 };
    for (let time = 0; time < 2; time += 1) await queues.add('ingest-run', payload, { id: 'once-1' });
    const [ingestQueue] = queues.all;
    expect(await ingestQueue?.getJobCounts('waiting')).toEqual({ waiting: 1 });
    expect(await queues.state('ingest-run', 'once-1')).toBe('waiting');
    await ingestQueue?.obliterate();
    expect(await queues.state('ingest-run', 'once-1')).toBe('unknown');
  });

  test('a repeated job is scheduled once, and again after the queue was emptied', async () => {
    const queues = api.app.get(JobQueues);
    const maintenance = queues.all.find(({ name }) => name === 'maintenance');
    const due = async () => (await maintenance?.getJobSchedulers())?.map(({ key, next }) => [key, next]);
    await queues.repeat();
    const first = await due();
    expect(first?.map(([name]) => name).toSorted()).toEqual(Object.keys(JOB_REPEATS).toSorted());
    await queues.repeat();
    expect(await due()).toEqual(first);
    await maintenance?.obliterate({ force: true });
    await maintenance?.removeJobScheduler('derivatives-resume');
    await queues.repeat();
    expect((await due())?.map(([name]) => name).toSorted()).toEqual(Object.keys(JOB_REPEATS).toSorted());
  });

  test('an unavailable queue is reported in time, and recovers without a restart', async () => {
    const queues = api.app.get(JobQueues);
    await doorway.close();
    const from = Date.now();
    await expect(queues.add('retention-run', {}, { id: 'away-1' })).rejects.toThrow(UnavailableError);
    expect(Date.now() - from).toBeLessThan(15_000);
    await doorway.open();
    await waitUntil(async () =>
      queues.ping().then(
        () => true,
        () => false,
      ),
    );
    await queues.add('retention-run', {}, { id: 'away-2' });
    expect(await queues.state('retention-run', 'away-2')).toBe('waiting');
  });

  test('an import survives an outage of the queue', async () => {
    const worker = await startWorker(api);
    const curator = await api.signIn();
    const id = await startImport(curator, aDocument({ voyages: 600 }));
    await waitForReport(curator, id, ({ voyages_processed }) => voyages_processed >= 100);
    await doorway.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await doorway.open();
    await waitUntil(async () => (await curator.get('/health/ready')).ok);
    expect(await waitForReport(curator, id, hasEnded)).toMatchObject({
      status: 'completed',
      voyages_processed: 600,
      plan: { create: 600, update: 0, unchanged: 0, conflict: 0 },
    });
    expect((await ingest(curator, aDocument({ voyages: 2 }))).status).toBe('completed');
    await worker.close();
  });

  test('a stopping worker does not start a job that wakes it up', async () => {
    const worker = await startWorker(api);
    const curator = await api.signIn();
    expect((await ingest(curator, aDocument({ voyages: 1 }))).status).toBe('completed');
    const queues = api.app.get(JobQueues);
    const { prototype } = backend === 'Redis' ? RedisQueueBackend : PostgresQueueBackend;
    const wake = prototype.disconnectBlocking;
    jest.spyOn(prototype, 'disconnectBlocking').mockImplementation(async function (this: typeof prototype, wait) {
      await queues.add('storage-file-delete', { cleanup_id: 0 }, { id: 'late' });
      await wake.call(this, wait);
    });
    await worker.close();
    jest.restoreAllMocks();
    expect(await queues.state('storage-file-delete', 'late')).toBe('waiting');
  });

  test('a job that ends while its worker stops can still use the queues', async () => {
    const worker = await startWorker(api);
    const queues = api.app.get(JobQueues);
    const finished = worker.get(FinishedJobs);
    const { promise: isRunning, resolve: report } = Promise.withResolvers<void>();
    worker.get(Retention).enforce('finished-jobs', async () => {
      report();
      // Long enough for everything else to be closed.
      await pause(500);
      return finished.clean();
    });
    await api.database.pool.query('delete from retention_run');
    await queues.add('retention-run', {}, { id: 'while-stopping' });
    await isRunning;
    await worker.close();
    expect(await queues.state('retention-run', 'while-stopping')).toBe('completed');
  });

  test('finished jobs are kept for a week', async () => {
    const [ingestQueue] = api.app.get(JobQueues).all;
    expect((await ingestQueue?.getJobCounts('completed'))?.completed).toBeGreaterThan(0);
    const finished = new FinishedJobs(api.app.get(JobQueues), { enforce: () => undefined } as never);
    await finished.clean();
    expect((await ingestQueue?.getJobCounts('completed'))?.completed).toBeGreaterThan(0);
    await finished.clean(0);
    expect((await ingestQueue?.getJobCounts('completed'))?.completed).toBe(0);
  });
});

(existsSync(REDIS_SERVER) ? test : test.skip)(
  'API and worker replace Redis connections that are lost without an error',
  async () => {
    const redis = await startRedis();
    const relay = new TcpProxy(redis.url);
    await relay.open();
    const api = await startApi({ environment: { REDIS_URL: relay.url } });
    const worker = await startWorker(api);
    const curator = await api.signIn();
    expect((await ingest(curator, aDocument({ voyages: 1 }))).status).toBe('completed');
    relay.loseConnections();
    const lostAt = Date.now();
    try {
      await waitUntil(async () => (await curator.get('/health/ready')).ok, RECOVERY_TIMEOUT_MS);
      // The worker runs the import with its own connections.
      expect((await ingest(curator, aDocument({ voyages: 2 }))).status).toBe('completed');
      expect(Date.now() - lostAt).toBeLessThan(RECOVERY_TIMEOUT_MS);
    } finally {
      await worker.close();
      await api.close();
      // Dropped connections never close on their own.
      await relay.close();
      await redis.stop();
    }
  },
);

test('a connection that the server ends while it is being closed does not end the process', async () => {
  const database = await aDatabase();
  const connection = queueConnection({ url: database.applicationUrl, statementMs: 5000 });
  const backend = queueBackend('ingest', { connection }) as PostgresQueueBackend;
  const client = (await backend.connection.getListenClient()) as unknown as EventEmitter;
  const closed = backend.connection.close();
  // Without a listener, this throws.
  client.emit('error', new Error('terminating connection due to administrator command'));
  await closed;
  await database.drop();
});

test('a worker does not start if a job has no handler', async () => {
  const api = await startApi();
  const starting = NestFactory.createApplicationContext(
    { module: class Incomplete {}, imports: [...platform(api.config), QueueWorkersModule] },
    { logger: new NestLog(pino({ level: 'silent' })), abortOnError: false },
  );
  await expect(starting).rejects.toThrow(/^No handler for the jobs: .*ingest-run/);
  await api.close();
});
