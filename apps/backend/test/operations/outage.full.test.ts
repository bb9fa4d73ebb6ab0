import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase, removePostgres, startPostgres } from '@archive/postgres';
import { MikroORM } from '@mikro-orm/postgresql';
import { databaseOptions } from '../../src/database/driver-options.ts';
import { JobQueues } from '../../src/queues/index.ts';
import { createQueueTables } from '../../src/queues/queue-tables.ts';
import { JOB_REPEATS } from '../../src/queues/jobs.ts';
import { aDocument } from '../builders/document.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { hasEnded, startImport, waitForReport } from '../support/ingest.ts';
import { REDIS_SERVER, type RedisServer, startRedis } from '../support/redis.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

/** Length of the outage; the full test uses 60 seconds. */
const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? 3) * 1000;
const VOYAGES = 600;

const document = aDocument({ voyages: VOYAGES });
/** Voyages in years that the other document does not contain. */
const OTHERS = 20;
const another = [
  '# Owner Thomas Malloy (1977 to 1981)',
  ...Array.from(
    { length: OTHERS },
    (_, index) => `## 1978-05-${index + 10}\n\nAdditional Information: Trip ${index + 1}.`,
  ),
].join('\n\n');
const TOTAL = VOYAGES + OTHERS;

const expectEachOnce = async (api: TestApi) => {
  const { rows } = await api.database.pool.query(
    `select count(*)::int voyages, count(distinct additional_information)::int described,
       (select count(*)::int from history where kind = 'voyage' and revision > 1) twice from voyage`,
  );
  expect(rows[0]).toEqual({ voyages: TOTAL, described: TOTAL, twice: 0 });
};

const ready = async (browser: Browser) => (await browser.get('/health/ready')).status;

const withRedis = () => {
  let redis: RedisServer;
  let api: TestApi;
  let curator: Browser;
  let worker: WorkerProcess;
  beforeAll(async () => {
    redis = await startRedis();
    api = await startApi({ environment: { REDIS_URL: redis.url } });
    curator = await api.signIn();
    worker = await spawnWorker(api);
  });
  afterAll(async () => {
    await worker.kill();
    await api.close();
    await redis.stop();
  });

  test(
    'accepted documents complete, new ones are rejected during the outage, and everything recovers',
    async () => {
      const queues = api.app.get(JobQueues);
      const maintenance = queues.all.find(({ name }) => name === 'maintenance');
      await waitUntil(async () => (await maintenance?.getJobSchedulersCount()) !== 0);
      const first = await startImport(curator, document);
      await waitForReport(curator, first, ({ voyages_processed }) => voyages_processed >= 100);
      const second = await startImport(curator, another);
      await redis.kill();

      const rejected = await curator.post('/api/curator/ingest', { document: another, filename: 'c.md' });
      expect(rejected.status).toBe(503);
      expect(rejected.headers.get('retry-after')).toBe('2');
      expect(await rejected.json()).toMatchObject({
        detail: 'The queue is not available at the moment. Please try again shortly.',
      });
      const health = await curator.get('/health/ready');
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({
        dependencies: { queue: { status: 'down', detail: 'Does not respond.' }, database: { status: 'up' } },
      });
      expect((await curator.get('/api/voyages?limit=1')).status).toBe(200);
      await pause(OUTAGE_MS);

      await redis.start();
      await waitUntil(async () => (await ready(curator)) === 200);
      for (const id of [first, second])
        expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ status: 'completed', error_message: null });
      await expectEachOnce(api);
      const { rows } = await api.database.pool.query('select count(*)::int operations from ingest_operation');
      expect(rows).toEqual([{ operations: 2 }]);

      // The worker also does this once a minute.
      await queues.repeat();
      expect(await maintenance?.getJobSchedulersCount()).toBe(Object.keys(JOB_REPEATS).length);
    },
    OUTAGE_MS + 90_000,
  );
};

if (existsSync(REDIS_SERVER)) describe('an outage of Redis, which loses its data', withRedis);

describe('an outage of PostgreSQL, including its queues', () => {
  let home: string;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let api: TestApi;
  let worker: WorkerProcess;
  const start = () => startPostgres({ dataDir: home, log: path.join(home, 'log') });
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'archive-outage-'));
    server = await start();
    const { url } = await createDatabase(server.url, { name: 'outage' });
    const orm = await MikroORM.init({ ...databaseOptions(url, 2), logger: () => undefined });
    await orm.migrator.up();
    const owner = await (await orm.em.getConnection().getNativeClient()).connect();
    await createQueueTables(owner);
    owner.release();
    await orm.close(true);
    api = await startApi({ databaseUrl: url });
    worker = await spawnWorker(api);
  });
  afterAll(async () => {
    await worker?.kill();
    await api?.close();
    await server.stop();
    removePostgres({ dataDir: home });
    await rm(home, { recursive: true, force: true });
  });

  test(
    'the running import and the waiting one finish afterwards',
    async () => {
      const curator = await api.signIn();
      const first = await startImport(curator, document);
      await waitForReport(curator, first, ({ voyages_processed }) => voyages_processed >= 100);
      const second = await startImport(curator, another);
      await server.stop();

      const rejected = await curator.post('/api/curator/ingest', { document: another, filename: 'c.md' });
      expect(rejected.status).toBe(503);
      expect(await rejected.json()).toMatchObject({ detail: expect.stringMatching(/^The database is not available/) });
      expect(await ready(curator)).toBe(503);
      await pause(OUTAGE_MS);

      server = await start();
      await waitUntil(async () => (await ready(curator)) === 200);
      for (const id of [first, second])
        expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ status: 'completed', error_message: null });
      await expectEachOnce(api);
    },
    OUTAGE_MS + 90_000,
  );
});
