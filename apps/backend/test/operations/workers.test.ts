import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { JobQueues } from '../../src/queues/index.ts';
import { DRAIN_MS } from '../../src/queues/queue-workers.ts';
import { type TestApi, startApi } from '../support/api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { logLines } from '../support/log-lines.ts';
import { REDIS_SERVER, startRedis } from '../support/redis.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

const LOCK_SECONDS = 5;
const JOBS = Number(process.env.JOBS ?? 60);

const BACKENDS = ['PostgreSQL', ...(existsSync(REDIS_SERVER) ? ['Redis'] : [])];

describe.each(BACKENDS)('multiple worker processes, with queues on %s', (backend) => {
  let api: TestApi;
  let queues: JobQueues;
  const stops: (() => Promise<unknown>)[] = [];
  const workers: WorkerProcess[] = [];
  beforeAll(async () => {
    const redis = backend === 'Redis' ? await startRedis() : undefined;
    if (redis) stops.push(redis.stop);
    const environment = { JOB_LOCK_SECONDS: String(LOCK_SECONDS), ...(redis ? { REDIS_URL: redis.url } : {}) };
    api = await startApi({ environment });
    stops.push(api.close);
    queues = api.app.get(JobQueues);
  });
  afterAll(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    for (const stop of stops.splice(0).toReversed()) await stop();
  });

  /** Starts a worker whose jobs only sleep: for the milliseconds in the payload, but at most `atMost`. */
  const aWorker = async (atMost = Number.MAX_SAFE_INTEGER) => {
    const worker = await spawnWorker(api, {
      entry: 'test/support/sleeping-worker.ts',
      environment: { MAX_JOB_MS: String(atMost) },
    });
    workers.push(worker);
    return worker;
  };
  const add = (id: string, takes: number) => queues.add('storage-file-delete', { cleanup_id: takes }, { id });
  const stateOf = (id: string) => queues.state('storage-file-delete', id);
  const doneBy = (worker: WorkerProcess) =>
    logLines(worker.log())
      .filter(({ msg, queue }) => queue === 'storage-cleanup' && String(msg).startsWith('Job completed'))
      .map(({ job_id }) => String(job_id));

  test('share jobs, run each one once, and take over the jobs of a stopped worker', async () => {
    // On shutdown, a worker finishes its job and takes no more.
    const first = await aWorker();
    await add('begun', 1500);
    await waitUntil(async () => (await stateOf('begun')) === 'active');
    const firstEnds = first.stop();
    await waitUntil(() => first.log().includes('Taking no more jobs'));
    await add('later', 0);
    expect(await firstEnds).toBe(0);
    expect([await stateOf('begun'), await stateOf('later')]).toEqual(['completed', 'waiting']);
    expect(doneBy(first)).toEqual(['begun']);

    // It requeues a job that takes too long, and another worker takes it over immediately.
    const second = await aWorker();
    await waitUntil(async () => (await stateOf('later')) === 'completed');
    await add('long', 600_000);
    await waitUntil(async () => (await stateOf('long')) === 'active');
    const from = Date.now();
    const secondEnds = second.stop().then((code) => ({ code, ms: Date.now() - from }));
    const third = await aWorker();
    const { code, ms } = await secondEnds;
    expect(code).toBe(0);
    expect(ms).toBeLessThan(DRAIN_MS + 10_000);
    expect(second.log()).toContain('Worker is shutting down; job requeued.');
    expect(doneBy(second)).toEqual(['later']);
    await waitUntil(async () => (await stateOf('long')) === 'active');

    // A killed worker's job is taken over when its lock expires.
    await third.kill();
    const fourth = await aWorker(50);
    await waitUntil(async () => (await stateOf('long')) === 'completed', LOCK_SECONDS * 1000 + 15_000);
    expect(fourth.log()).toContain('Job stalled; requeued.');
    expect(doneBy(fourth)).toEqual(['long']);

    const fifth = await aWorker(50);
    let early = 0;
    await waitUntil(async () => {
      await add(`early-${(early += 1)}`, 50);
      return doneBy(fifth).length > 0;
    });
    const ids = Array.from({ length: JOBS }, (_, index) => `shared-${index}`);
    await Promise.all(ids.map((id) => add(id, 50)));
    const shares = () => [fourth, fifth].map((worker) => doneBy(worker).filter((id) => id.startsWith('shared-')));
    await waitUntil(() => shares().flat().length >= JOBS);
    expect(shares().flat().toSorted()).toEqual(ids.toSorted());
    expect(shares().filter(({ length }) => length > 0)).toHaveLength(2);
  });
});
