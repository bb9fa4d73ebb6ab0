import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnavailableError } from '../../src/database/index.ts';
import { JobQueues } from '../../src/queues/index.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aDocument } from '../builders/document.ts';
import { type TestApi, startApi } from '../support/api.ts';
import { aDatabase } from '../support/database.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { ingest } from '../support/ingest.ts';
import { figure, figures, readMetrics } from '../support/metrics.ts';
import { REDIS_SERVER, startRedis } from '../support/redis.ts';
import { startWorker } from '../support/worker.ts';

describe('access to metrics', () => {
  // An unread response keeps its connection open, and the server waits for it on shutdown.
  const read = async (api: TestApi, headers: Record<string, string> = {}) => {
    const response = await api.visitor().get('/metrics', headers);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('without a token is limited to this machine, and not possible through a proxy', async () => {
    const api = await startApi();
    expect((await read(api)).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
      const rejected = await read(api, { [header]: '127.0.0.1' });
      expect([header, rejected.status]).toEqual([header, 403]);
      expect(rejected.text).not.toContain('archive_');
    }
    await api.close();
  });

  test('requires the token if one is set; a session is not enough', async () => {
    const token = 'a-token-of-operations';
    const api = await startApi({ environment: { METRICS_TOKEN: token, TRUST_PROXY: 'true' } });
    const curator = await api.signIn();
    expect((await read(api)).status).toBe(403);
    const rejected = await curator.get('/metrics');
    expect([rejected.status, await rejected.text()]).toEqual([403, expect.not.stringContaining('archive_')]);
    for (const shown of [token, 'Bearer', `Bearer ${token}x`, `bearer ${token}`, `Basic ${token}`])
      expect([shown, (await read(api, { authorization: shown })).status]).toEqual([shown, 403]);
    const response = await read(api, { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    await api.close();
  });
});

const BACKENDS = ['PostgreSQL', ...(existsSync(REDIS_SERVER) ? ['Redis'] : [])];

describe.each(BACKENDS)('metrics, with queues on %s', (backend) => {
  let api: TestApi;
  let stop: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const redis = backend === 'Redis' ? await startRedis() : undefined;
    if (redis) stop = redis.stop;
    api = await startApi({ environment: redis ? { REDIS_URL: redis.url } : {} });
  });
  afterAll(async () => {
    await api.close();
    await stop();
  });

  test('label requests with the pattern of their route', async () => {
    const curator = await api.signIn();
    for (const slug of ['nobody', 'no-one', 'none-at-all']) await curator.get(`/api/people/${slug}`);
    for (const path of ['/wp-admin.php', '/api/a', '/api/b']) await api.visitor().request('DELETE', path);
    const metricsText = await readMetrics(api);
    const requests = figures(metricsText, 'archive_http_request_duration_seconds_count');
    expect(requests).toContainEqual({ labels: { method: 'GET', route: '/api/people/:slug', status: '404' }, value: 3 });
    expect(requests).toContainEqual({ labels: { method: 'DELETE', route: 'none', status: '404' }, value: 3 });
    expect(metricsText).not.toContain('wp-admin');
    expect(
      figure(metricsText, 'archive_http_request_duration_seconds_sum', { route: '/api/auth/login' }),
    ).toBeGreaterThan(0);
  });

  test('show waiting jobs, their age, and outcomes', async () => {
    const queues = api.app.get(JobQueues);
    await queues.add('ingest-run', { operation_id: '00000000-0000-4000-8000-000000000000', attempt: 1 }, { id: 'old' });
    await queues.add('ingest-run', { operation_id: '00000000-0000-4000-8000-000000000001', attempt: 1 }, { id: 'new' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const waiting = await readMetrics(api);
    expect(figure(waiting, 'archive_queue_jobs', { queue: 'ingest', state: 'waiting' })).toBe(2);
    const oldest = figure(waiting, 'archive_queue_oldest_waiting_seconds', { queue: 'ingest' });
    expect(oldest).toBeGreaterThan(0.03);
    expect(oldest).toBeLessThan(30);
    expect(figure(waiting, 'archive_queue_oldest_waiting_seconds', { queue: 'derivatives' })).toBe(0);
    const [ingestQueue] = queues.all;
    await ingestQueue?.pause();
    expect(figure(await readMetrics(api), 'archive_queue_paused', { queue: 'ingest' })).toBe(1);
    await ingestQueue?.resume();

    const worker = await startWorker(api);
    const curator = await api.signIn();
    await ingest(curator, aDocument({ voyages: 3 }));
    await ingest(curator, 'This document has no voyages.');
    await ingest(curator, 'Nor has this preview.', { dryRun: true });
    await ingest(curator, aDocument({ voyages: 1 }), { dryRun: true });
    const after = await readMetrics(api);
    expect(figure(after, 'archive_queue_jobs', { queue: 'ingest', state: 'waiting' })).toBe(0);
    expect(figure(after, 'archive_queue_paused', { queue: 'ingest' })).toBe(0);
    expect(figure(after, 'archive_ingest_operations', { status: 'completed' })).toBe(1);
    expect(figure(after, 'archive_ingest_operations', { status: 'failed' })).toBe(1);
    expect(figure(after, 'archive_ingest_voyages', { outcome: 'create' })).toBe(3);
    expect(figure(after, 'archive_ingest_stalled_operations')).toBe(0);
    await worker.close();
  });
});

describe('metrics of failures', () => {
  test('an import without progress for two minutes is counted as stalled', async () => {
    const api = await startApi();
    await api.database.pool.query(
      `insert into ingest_operation (filename, document_key, document_sha256, status, started_by, progressed_at)
       select 'a.md', 'a', sha256('a'), 'running', 'curator', now() - age
       from unnest(array['90 seconds', '121 seconds']::interval[]) age`,
    );
    expect(figure(await readMetrics(api), 'archive_ingest_stalled_operations')).toBe(1);
    await api.close();
  });

  test('failed storage operations are counted by operation; missing files are not failures', async () => {
    const api = await startApi({ environment: { S3_BUCKET: 'away', S3_ENDPOINT: 'http://127.0.0.1:1' } });
    await expect(api.app.get(Storage, { strict: false }).open('ford/menu.pdf')).rejects.toThrow(UnavailableError);
    expect(figures(await readMetrics(api), 'archive_storage_errors_total')).toContainEqual({
      labels: { operation: 'open' },
      value: 1,
    });
    await api.close();
    const working = await startApi();
    expect(await working.app.get(Storage, { strict: false }).open('ford/nothing.jpg')).toBeUndefined();
    expect(figures(await readMetrics(working), 'archive_storage_errors_total')).toEqual([]);
    await working.close();
  });

  test('metrics of an unavailable dependency are omitted and reported, without delay', async () => {
    const database = await aDatabase();
    const doorway = new TcpProxy(database.url);
    await doorway.open();
    const api = await startApi({ databaseUrl: doorway.url });
    expect(figure(await readMetrics(api), 'archive_ingest_operations', { status: 'failed' })).toBe(0);
    await doorway.close();
    const from = Date.now();
    const away = await readMetrics(api);
    expect(Date.now() - from).toBeLessThan(15_000);
    expect(figure(away, 'archive_dependency_up', { dependency: 'database' })).toBe(0);
    expect(figure(away, 'archive_dependency_up', { dependency: 'queue' })).toBe(0);
    expect(figure(away, 'archive_dependency_up', { dependency: 'storage' })).toBe(1);
    for (const name of ['archive_ingest_operations', 'archive_queue_jobs', 'archive_derivatives'])
      expect(figures(away, name)).toEqual([]);
    expect(figure(away, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    await doorway.open();
    await api.close();
    await doorway.close();
    await database.drop();
  });
});
