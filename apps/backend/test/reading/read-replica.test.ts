import { startTestCluster, type TestCluster } from '@archive/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { Client, Pool } from 'pg';
import { ResponseCache } from '../../src/common/response-cache.ts';
import { readConfig } from '../../src/config/index.ts';
import { allowReplicaReads, col, statement } from '../../src/database/index.ts';
import { ReadReplica, type ReadOutcome } from '../../src/database/read-replica.ts';
import { executorOn } from '../../src/database/statement-executor.ts';
import { migrateDatabase } from '../../src/migrations.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { figure, readMetrics } from '../support/metrics.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';

const START_MS = 120_000;
/** Maximum duration of a request while the replica never responds: the statement timeout plus the client's margin. */
const SILENT_MS = 12_000;

let cluster: TestCluster;
let relay: TcpProxy;
let replica: Client;
let primaryUrl: string;
let replicaHref: string;
/** Two APIs that read from the replica. */
let api: TestApi;
let otherApi: TestApi;
let curator: Browser;
let reader: Browser;
let slug: string;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  cluster = await startTestCluster({ replicated: true });
  stops.push(cluster.stop);
  const server = await cluster.startReplica();
  stops.push(server.stop);
  const { url, name } = await cluster.createDatabase();
  await migrateDatabase(readConfig({ DATABASE_URL: url }), () => undefined);
  const replicaUrl = new URL(server.url);
  replicaUrl.pathname = `/${name}`;
  [primaryUrl, replicaHref] = [url, replicaUrl.href];
  const connects = async () => {
    replica = new Client(replicaUrl.href);
    return replica.connect().then(
      () => true,
      () => false,
    );
  };
  await waitUntil(connects);
  stops.push(() => replica.end());
  relay = new TcpProxy(replicaUrl.href);
  await relay.open();
  stops.push(() => relay.close());
  const start = async () => {
    const started = await startApi({
      databaseUrl: url,
      environment: { DATABASE_READ_URL: relay.url },
      cache: new ResponseCache(0),
    });
    stops.push(started.close);
    return started;
  };
  [api, otherApi] = [await start(), await start()];
  [curator, reader] = [await api.signIn(), await otherApi.signIn()];
  const created = await curator.post('/api/curator/voyages/', { start_date: '1946-03-07', title: 'Voyage' });
  ({ voyage_slug: slug } = (await created.json()) as { voyage_slug: string });
}, START_MS);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

const readsOf = async (testApi: TestApi, outcome: string) =>
  figure(await readMetrics(testApi), 'archive_database_replica_reads_total', { outcome }) ?? 0;
let titles = 0;
const retitle = async () => {
  const title = `Title ${(titles += 1)}`;
  expect((await curator.send('PUT', `/api/curator/voyages/${slug}`, { title })).status).toBe(200);
  return title;
};
const firstTitle = async (browser: Browser) => (await browser.json<{ title: string }[]>('/api/voyages'))[0]?.title;
const findTitle = async (browser: Browser, title: string) =>
  JSON.stringify(await browser.json(`/api/search?q=${encodeURIComponent(`"${title}"`)}`)).includes(slug);

/** Each list has a different limit, so that none comes from the cache. */
let listLimit = 0;
const usesReplica = async (testApi: TestApi, browser: Browser) => {
  const before = await readsOf(testApi, 'replica');
  await browser.json(`/api/voyages?limit=${(listLimit = (listLimit % 900) + 1)}`);
  return (await readsOf(testApi, 'replica')) > before;
};

beforeEach(async () => {
  await waitUntil(async () => (await usesReplica(api, curator)) && usesReplica(otherApi, reader));
});

test('lists and search are read from the replica, and include every acknowledged change', async () => {
  for (let change = 0; change < 20; change += 1) {
    const title = await retitle();
    expect([await firstTitle(curator), await firstTitle(reader), await findTitle(reader, title)]).toEqual([
      title,
      title,
      true,
    ]);
  }
  expect(await readsOf(otherApi, 'failed')).toBe(0);
});

describe('while the replica is behind', () => {
  beforeEach(async () => {
    await replica.query('select pg_wal_replay_pause()');
  });
  afterEach(async () => {
    await replica.query('select pg_wal_replay_resume()');
  });

  test('the primary responds, and nothing outdated is cached', async () => {
    const [first, behind] = [await retitle(), await readsOf(otherApi, 'behind')];
    const { rows } = await replica.query('select title from voyage');
    expect(rows).not.toEqual([{ title: first }]);
    for (let read = 0; read < 3; read += 1)
      expect([await firstTitle(curator), await firstTitle(reader), await findTitle(reader, first)]).toEqual([
        first,
        first,
        true,
      ]);
    expect(await readsOf(otherApi, 'behind')).toBeGreaterThan(behind);
    const etag = (await reader.get('/api/voyages')).headers.get('etag') ?? '';
    const second = await retitle();
    expect((await reader.get('/api/voyages', { 'if-none-match': etag })).status).toBe(200);

    await replica.query('select pg_wal_replay_resume()');
    await waitUntil(() => usesReplica(otherApi, reader));
    expect([await firstTitle(curator), await firstTitle(reader)]).toEqual([second, second]);
    expect((await reader.get('/api/voyages', { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('with a replica', () => {
  test('that is unavailable, the primary responds and the health check reports it', async () => {
    await relay.close();
    const title = await retitle();
    expect([await firstTitle(curator), await firstTitle(reader)]).toEqual([title, title]);
    const { status, warnings } = await reader.json<{ status: string; warnings: string[] }>('/health/ready');
    expect({ status, warnings }).toMatchObject({
      status: 'up',
      warnings: [expect.stringContaining('The read replica is unavailable')],
    });
    await relay.open();
    await waitUntil(() => usesReplica(otherApi, reader));
    expect((await reader.json<{ warnings: string[] }>('/health/ready')).warnings).toEqual([]);
  });

  test('that never responds, only one of three requests waits for it', async () => {
    relay.loseConnections();
    const title = await retitle();
    const startedAt = performance.now();
    expect([await firstTitle(reader), await firstTitle(reader), await firstTitle(reader)]).toEqual([
      title,
      title,
      title,
    ]);
    expect(performance.now() - startedAt).toBeLessThan(SILENT_MS);
  });
});

describe('a replica that works', () => {
  const number = { value: col.int };
  const PLAIN = statement('test-plain', 'select 1 as value', number);
  const SLOW = statement('test-slow', 'select 1 as value from pg_sleep(1.5)', number);
  const WRONG = statement('test-wrong', 'select 1 / 0 as value', number);
  const WRITE = statement('test-write', `update session set username = '' where false`);

  /** Reads as a request does, with one connection to the replica. */
  async function reading(reads: (replica: ReadReplica) => Promise<unknown>) {
    const pool = new Pool({ connectionString: primaryUrl, max: 1 });
    const outcomes: ReadOutcome[] = [];
    const server = fastify();
    const single = new ReadReplica(replicaHref, 1, executorOn(pool), (outcome) => outcomes.push(outcome));
    try {
      server.decorateRequest('changeCount', null);
      server.addHook('onRequest', async (request) => void (request.changeCount = '0'));
      allowReplicaReads(server);
      const config = { operation: { cacheable: true } } as never;
      server.get('/', { config }, async () => {
        // The position of the primary may be some milliseconds ahead.
        while ((await single.read(PLAIN, [])) === undefined) outcomes.length = 0;
        outcomes.length = 0;
        await reads(single);
        return {};
      });
      expect((await server.inject('/')).statusCode).toBe(200);
      return { outcomes, isFailing: single.isFailing };
    } finally {
      await server.close();
      await single.end();
      await pool.end();
    }
  }

  test('is used again at once after it has rejected a statement', async () => {
    const result = await reading(async (single) => {
      for (const rejected of [WRONG, WRITE]) expect(await single.read(rejected, [])).toBeUndefined();
      expect((await single.read(PLAIN, []))?.rows).toEqual([{ value: 1 }]);
    });
    expect(result).toEqual({ outcomes: ['failed', 'failed', 'replica'], isFailing: false });
  });

  test('is used again at once after all its connections were in use', async () => {
    const result = await reading(async (single) => {
      const [slow, waiting] = await Promise.all([single.read(SLOW, []), single.read(PLAIN, [])]);
      expect([slow?.rows, waiting]).toEqual([[{ value: 1 }], undefined]);
      expect((await single.read(PLAIN, []))?.rows).toEqual([{ value: 1 }]);
    });
    expect(result).toEqual({ outcomes: ['busy', 'replica', 'replica'], isFailing: false });
  });
});
