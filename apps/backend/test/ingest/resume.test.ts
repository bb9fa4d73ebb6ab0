import { existsSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { IngestReport, IngestStatus } from '@archive/contracts';
import { aDocument } from '../builders/document.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { hasEnded, ingest, startImport, waitForReport } from '../support/ingest.ts';
import { REDIS_SERVER, startRedis } from '../support/redis.ts';
import { spawnWorker, startWorker, type WorkerProcess } from '../support/worker.ts';

const VOYAGES = 800;
const document = aDocument({ voyages: VOYAGES });

const BACKENDS = ['PostgreSQL', ...(existsSync(REDIS_SERVER) ? ['Redis'] : [])];

describe.each(BACKENDS)('with queues on %s', (backend) => {
  let api: TestApi;
  let curator: Browser;
  const stops: (() => Promise<unknown>)[] = [];
  const processes: WorkerProcess[] = [];
  const workers: INestApplicationContext[] = [];
  beforeAll(async () => {
    const redis = backend === 'Redis' ? await startRedis() : undefined;
    if (redis) stops.push(redis.stop);
    api = await startApi({ environment: redis ? { REDIS_URL: redis.url } : {} });
    stops.push(api.close);
    curator = await api.signIn();
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((worker) => worker.kill()));
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    await api.database.pool.query('truncate voyage, person_alias, ingest_operation, history cascade');
    await api.database.pool.query(
      'delete from person p where not exists (select from president o where o.person_id = p.id)',
    );
  });
  afterAll(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });

  /** A worker process that can be killed. */
  const aProcess = async () => {
    const worker = await spawnWorker(api);
    processes.push(worker);
    return worker;
  };
  const aWorker = async () => {
    workers.push(await startWorker(api));
  };

  const saved =
    (voyages: number) =>
    ({ voyages_processed }: IngestReport) =>
      voyages_processed >= voyages;

  const expectEverythingOnce = async (report: IngestReport) => {
    expect(report).toMatchObject({
      status: 'completed',
      progress: 100,
      voyages_processed: VOYAGES,
      validation_errors: 0,
      plan: { create: VOYAGES, update: 0, unchanged: 0, conflict: 0 },
    });
    const { rows } = await api.database.pool.query(
      `select count(*)::int voyages, count(distinct additional_information)::int cruises,
         (select count(*)::int from ingest_record) records,
         (select count(*)::int from history where kind = 'voyage' and action = 'create') created,
         (select count(*)::int from history where revision > 1) more_than_once,
         (select count(*)::int from voyage v where not exists (select from passenger l where l.voyage_id = v.id)) without_passengers,
         (select count(*)::int from (select full_name from person group by 1 having count(*) > 1) names) duplicate_people
       from voyage`,
    );
    expect(rows[0]).toEqual({
      voyages: VOYAGES,
      cruises: VOYAGES,
      records: VOYAGES,
      created: VOYAGES,
      more_than_once: 0,
      without_passengers: 0,
      duplicate_people: 0,
    });
  };

  test('another worker continues after a kill, without duplicates or gaps', async () => {
    const first = await aProcess();
    const id = await startImport(curator, document);
    const beforeKill = await waitForReport(curator, id, saved(200));
    await first.kill();
    const stopped = await waitForReport(curator, id, saved(200));
    expect(stopped).toMatchObject({ status: 'running' });
    expect(stopped.voyages_processed).toBeLessThan(VOYAGES);
    const { rows: before } = await api.database.pool.query<{ id: number }>('select id from voyage');
    expect(before).toHaveLength(stopped.voyages_processed);

    await aWorker();
    const from = Date.now();
    await waitForReport(curator, id, saved(stopped.voyages_processed + 1));
    expect(Date.now() - from).toBeLessThan(20_000);
    const end = await waitForReport(curator, id, (report) => {
      expect(report.progress).toBeGreaterThanOrEqual(beforeKill.progress);
      return hasEnded(report);
    });
    const { rows: remaining } = await api.database.pool.query('select id from voyage where id = any($1)', [
      before.map(({ id: voyage }) => voyage),
    ]);
    expect(remaining).toHaveLength(before.length);
    await expectEverythingOnce(end);
  });

  test('a worker that shuts down stops between batches, and another continues', async () => {
    const first = await aProcess();
    const id = await startImport(curator, document);
    await waitForReport(curator, id, saved(100));
    expect(await first.stop()).toBe(0);
    const stopped = await waitForReport(curator, id, saved(100));
    expect(stopped.voyages_processed % 100).toBe(0);
    await aWorker();
    await expectEverythingOnce(await waitForReport(curator, id, hasEnded));
  });

  test('two workers save one document at a time, and each document only once', async () => {
    await Promise.all([aWorker(), aWorker()]);
    const other = aDocument({ voyages: 200 }).replaceAll('Cruise', 'Trip').replaceAll('Written for a test', 'Another');
    const ids = [await startImport(curator, document), await startImport(curator, other)];
    const running = new Set<number>();
    let operations: IngestStatus['operations'];
    do {
      ({ operations } = await curator.json<IngestStatus>('/api/curator/ingest-status'));
      running.add(operations.filter(({ current_step: step }) => /^(?:Planning|Saving)/.test(step)).length);
    } while (!operations.every(({ finished_at }) => finished_at !== null));
    expect(Math.max(...running)).toBe(1);
    expect(operations.map(({ operation_id, status }) => [operation_id, status])).toEqual(
      ids.toReversed().map((id) => [id, 'completed']),
    );
    const { rows } = await api.database.pool.query<{ separate: boolean }>(
      `select bool_and(a.finished_at <= b.planned_at or b.finished_at <= a.planned_at) separate
       from ingest_operation a, ingest_operation b where a.id < b.id`,
    );
    expect(rows).toEqual([{ separate: true }]);
  });

  test('an operation that has no job is found in the table and resumed', async () => {
    const id = await startImport(curator, aDocument({ voyages: 3 }));
    await api.database.pool.query(
      `update ingest_operation set attempt = 7, updated_at = now() - interval '1 minute' where id = $1`,
      [id],
    );
    await aWorker();
    expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ status: 'completed', voyages_processed: 3 });
  });

  test('readiness includes the queue', async () => {
    const ready = await curator.json('/health/ready');
    expect(ready).toMatchObject({ status: 'up', dependencies: { queue: { status: 'up' } } });
  });

  test('a document waits until there is a worker', async () => {
    const id = await startImport(curator, aDocument({ voyages: 2 }));
    expect(await waitForReport(curator, id, () => true)).toMatchObject({ status: 'initializing', progress: 0 });
    await aWorker();
    expect((await waitForReport(curator, id, hasEnded)).status).toBe('completed');
    expect((await ingest(curator, aDocument({ voyages: 2 }))).plan).toMatchObject({ unchanged: 2 });
  });
});
