import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase, freePort, startTestCluster, type TestCluster } from '@archive/postgres';
import { migrate, startProduct, startWorker } from '../servers.ts';
import { databaseGrowth, growthOf } from './bounds.ts';
import { SoakClient } from './client.ts';
import type { ProcessSample, Sample } from './samples.ts';
import { findLost, soak } from './soak.ts';

let cluster: TestCluster;
const directory = mkdtempSync(path.join(tmpdir(), 'soak-'));
beforeAll(async () => {
  cluster = await startTestCluster();
}, 60_000);
afterAll(async () => {
  await cluster?.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('an archive under load loses nothing that it has acknowledged', async () => {
  const database = await createDatabase(cluster.url);
  await migrate(database, directory);
  const product = await startProduct(database, directory);
  const { url, headers, env } = product;
  const WORKER_METRICS_PORT = String(await freePort());
  const worker = startWorker({ ...product, env: { ...env, WORKER_METRICS_PORT } }, directory);
  const workerUrl = `http://127.0.0.1:${WORKER_METRICS_PORT}`;
  try {
    while (!(await fetch(workerUrl).catch(() => undefined))) await sleep(50);
    const report = await soak({
      target: { url, headers, workerUrl, databaseUrl: database.url, dataDir: env['DATA_DIR'] ?? '' },
      seconds: 12,
      requestsPerSecond: 20,
      directory,
      print: () => undefined,
      signal: new AbortController().signal,
    });
    // Memory growth isn't checked: memory still grows while V8 compiles, and the bounds are for longer runs.
    expect(report).toMatchObject({ lost: [], failures: [], restarts: 0 });
    // One more if a busy machine ends the last second late.
    expect([2, 3]).toContain(report.imports);
    expect([6, 7]).toContain(report.uploads);
    expect(report.requests).toBeGreaterThan(230);
    const journal = readFileSync(path.join(directory, 'soak-journal.jsonl'), 'utf8').trim().split('\n');
    expect(journal).toHaveLength(report.writes);
  } finally {
    await worker.stop();
    await product.stop();
    await database.drop();
  }
}, 120_000);

test('detects data that an archive has lost', async () => {
  const records: Record<string, object> = {
    '/api/voyages/changed': { title: 'Before' },
    '/api/voyages/kept': { title: 'After' },
    '/api/voyages/restored': { title: 'Deleted' },
    '/api/media/damaged': { url: '/file' },
    '/file': { other: 'bytes' },
  };
  const server = createServer((request, response) => {
    const record = records[request.url ?? ''];
    response.statusCode = record ? 200 : 404;
    response.end(JSON.stringify(record ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new SoakClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {});
  const lost = await findLost(client, [
    { path: '/api/voyages/changed', fields: { title: 'After' } },
    { path: '/api/voyages/kept', fields: { title: 'After' } },
    { path: '/api/voyages/missing', fields: { title: 'After' } },
    { path: '/api/voyages/deleted' },
    { path: '/api/voyages/restored' },
    { path: '/api/media/damaged', fields: { url: '/file' }, sha256: 'of other bytes' },
  ]);
  server.closeAllConnections();
  server.close();
  expect(lost).toEqual([
    '/api/voyages/changed: title is "Before", not "After"',
    '/api/voyages/missing: title is undefined, not "After"',
    '/api/voyages/restored is deleted, and answers 200',
    '/api/media/damaged: its file is different',
  ]);
});

describe('the bounds', () => {
  /** An hour with a sample a minute; figures wander, but only `leak` grows. */
  const samplesWith = (leak: (minute: number) => Partial<ProcessSample> & Partial<Sample>): Sample[] =>
    Array.from({ length: 60 }, (_, minute) => {
      const wave = Math.sin(minute) * 5;
      const program: ProcessSample = {
        rss: 200 + Math.min(minute, 8) * 10 + wave,
        heap: 60 + (minute % 5) * 10,
        external: 20,
        fileDescriptors: 60 + wave,
        handles: 40,
        pooledConnections: 10,
        startedAt: 1,
        ...leak(minute),
      };
      const folders = { media: 20, scratch: 0 };
      return {
        second: minute * 60,
        writes: minute * 400,
        api: program,
        worker: program,
        connections: 50,
        database: 20 + minute,
        folders,
        ...leak(minute),
      };
    });
  const failed = (samples: Sample[]) =>
    [...growthOf(samples), databaseGrowth(samples)].filter(({ passed }) => !passed).map(({ name }) => name);

  test('accept values that only warm up and fluctuate', () => {
    expect(failed(samplesWith(() => ({})))).toEqual([]);
  });

  test.each([
    ['memory of the API', { rss: 2 }],
    ['JavaScript heap of the API', { heap: 1 }],
    ['open files of the worker', { fileDescriptors: 1 }],
    ['handles of the API', { handles: 1 }],
    ['database connections', { connections: 1 }],
    ['database, for each write', { database: 8 }],
  ])('notice a leak in %s', (name, perMinute) => {
    const [[field, growth] = ['', 0]] = Object.entries(perMinute);
    expect(failed(samplesWith((minute) => ({ [field]: 50 + minute * growth })))).toContain(name);
  });
});
