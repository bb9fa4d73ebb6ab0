import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { JobQueues } from '../../src/queues/index.ts';
import { FINISHING_MS } from '../../src/queues/queue-workers.ts';
import { type TestApi, startApi } from '../support/api.ts';
import { until } from '../support/doorway.ts';
import { REDIS_SERVER, startRedis } from '../support/redis.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

const LOCK_SECONDS = 2;
const JOBS = Number(process.env.JOBS ?? 60);

const BACKENDS = ['PostgreSQL', ...(existsSync(REDIS_SERVER) ? ['Redis'] : [])];

describe.each(BACKENDS)('several worker processes, with queues on %s', (backend) => {
  let api: TestApi;
  let queues: JobQueues;
  const stops: (() => Promise<unknown>)[] = [];
  const workers: WorkerProcess[] = [];
  beforeEach(async () => {
    const redis = backend === 'Redis' ? await startRedis() : undefined;
    if (redis) stops.push(redis.stop);
    const environment = { JOB_LOCK_SECONDS: String(LOCK_SECONDS), ...(redis ? { REDIS_URL: redis.url } : {}) };
    api = await startApi({ environment });
    stops.push(api.close);
    queues = api.app.get(JobQueues);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    for (const stop of stops.splice(0).toReversed()) await stop();
  });

  /** Real in everything but what a job does: it takes so many milliseconds. */
  const aWorker = async (jobTakes: number) => {
    const worker = await spawnWorker(api, {
      entry: 'test/support/plain-worker.ts',
      environment: { JOB_TAKES: String(jobTakes) },
    });
    workers.push(worker);
    return worker;
  };
  const add = (id: string) => queues.add('storage-file-delete', { deletion_id: 1 }, { id });
  const stateOf = (id: string) => queues.state('storage-file-delete', id);
  const doneBy = (worker: WorkerProcess) =>
    worker
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg?: string; job_id?: string; queue?: string })
      .filter(({ msg, queue }) => queue === 'storage-deletion' && msg?.startsWith('Job completed'))
      .map(({ job_id }) => job_id);

  test('share the jobs, and each job is done once', async () => {
    await Promise.all([aWorker(50), aWorker(50), aWorker(50)]);
    const ids = Array.from({ length: JOBS }, (_, at) => `shared-${at}`);
    await Promise.all(ids.map(add));
    await until(() => workers.flatMap(doneBy).length >= JOBS, 20_000);
    const shares = workers.map(doneBy);
    expect(shares.flat().toSorted()).toEqual(ids.toSorted());
    expect(shares.filter(({ length }) => length > 0).length).toBeGreaterThan(1);
  }, 40_000);

  test('when one is asked to end, it finishes what it has, takes nothing more, and the others go on', async () => {
    const first = await aWorker(1500);
    await add('begun');
    await until(async () => (await stateOf('begun')) === 'active');
    const ended = first.stop();
    await pause(100);
    await add('later');
    expect(await ended).toBe(0);
    expect([await stateOf('begun'), await stateOf('later')]).toEqual(['completed', 'waiting']);
    expect(doneBy(first)).toEqual(['begun']);
    const second = await aWorker(0);
    await until(async () => (await stateOf('later')) === 'completed');
    expect(doneBy(second)).toEqual(['later']);
  }, 40_000);

  test('what one cannot finish in time it puts back, and another does it at once', async () => {
    const first = await aWorker(600_000);
    await add('long');
    await until(async () => (await stateOf('long')) === 'active');
    const from = Date.now();
    const ended = first.stop();
    const second = await aWorker(0);
    expect(await ended).toBe(0);
    expect(Date.now() - from).toBeLessThan(FINISHING_MS + 4000);
    expect(first.log()).toContain('The worker ends; the job is put back.');
    await until(async () => (await stateOf('long')) === 'completed', 5000);
    expect(doneBy(second)).toEqual(['long']);
  }, 40_000);

  test('the job of one that was killed is taken over by another when its lock has run out', async () => {
    const first = await aWorker(600_000);
    await add('stranded');
    await until(async () => (await stateOf('stranded')) === 'active');
    await first.kill();
    const second = await aWorker(0);
    await until(async () => (await stateOf('stranded')) === 'completed', LOCK_SECONDS * 1000 + 6000);
    expect(doneBy(second)).toEqual(['stranded']);
    expect(second.log()).toContain('The job gave no sign of life and is put back.');
  }, 40_000);
});
