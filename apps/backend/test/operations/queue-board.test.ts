import { existsSync } from 'node:fs';
import { systemOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { JobQueues } from '../../src/queues/index.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { REDIS_SERVER, startRedis } from '../support/redis.ts';

const BACKENDS = ['PostgreSQL', ...(existsSync(REDIS_SERVER) ? ['Redis'] : [])];
const BOARD = '/ops/queues';
const PAGE = { accept: 'text/html,application/xhtml+xml' };

interface BoardQueue {
  name: string;
  counts: Record<string, number>;
  isPaused: boolean;
  jobs: { id: string; name: string; data: unknown; failedReason?: string }[];
}

describe.each(BACKENDS)('the queue board, with queues on %s', (backend) => {
  let api: TestApi;
  let curator: Browser;
  let stop: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const redis = backend === 'Redis' ? await startRedis() : undefined;
    if (redis) stop = redis.stop;
    api = await startApi({ environment: redis ? { REDIS_URL: redis.url } : {} });
    curator = await api.signIn();
  });
  afterAll(async () => {
    await api.close();
    await stop();
  });

  const queues = () => api.app.get(JobQueues);
  const shown = async (query: string, name: string) => {
    const { queues: boardQueues } = await curator.json<{ queues: BoardQueue[] }>(`${BOARD}/api/queues?${query}`);
    const found = boardQueues.find((queue) => queue.name === name);
    if (!found) throw new Error(`The board has no queue ${name}`);
    return found;
  };
  const order = (method: string, path: string, body?: unknown) =>
    curator.send(method, `${BOARD}/api/queues/${path}`, body);

  test('lists all queues with their jobs by state', async () => {
    await queues().add('storage-file-delete', { cleanup_id: 1 }, { id: 'board-1' });
    const queue = await shown('activeQueue=storage-cleanup&status=waiting', 'storage-cleanup');
    expect(queue).toMatchObject({
      counts: { waiting: 1, active: 0, failed: 0 },
      isPaused: false,
      jobs: [{ id: 'board-1', name: 'storage-file-delete', data: { cleanup_id: 1 } }],
    });
    expect(await curator.json(`${BOARD}/api/queues/storage-cleanup/board-1`)).toMatchObject({ status: 'waiting' });
    for (const path of [
      'storage-cleanup/board-1/logs',
      'storage-cleanup/workers',
      'storage-cleanup/metrics',
      'storage-cleanup/rate-limit',
    ])
      expect([path, (await curator.get(`${BOARD}/api/queues/${path}`)).status]).toEqual([path, 200]);
    expect((await curator.get(`${BOARD}/api/redis/stats`)).status).toBe(200);
    expect((await curator.get(`${BOARD}/api/job-schedulers`)).status).toBe(200);
  });

  test('pauses and resumes a queue', async () => {
    expect((await order('PUT', 'derivatives/pause')).status).toBe(200);
    expect((await shown('', 'derivatives')).isPaused).toBe(true);
    expect((await order('PUT', 'derivatives/resume')).status).toBe(200);
    expect((await shown('', 'derivatives')).isPaused).toBe(false);
  });

  test('retries a failed job, and removes one', async () => {
    const queue = queues().all.find(({ name }) => name === 'ingest');
    const job = await queue?.add('ingest-run', { operation_id: 'x', attempt: 1 }, { jobId: 'broken-1' });
    const { Worker } = await import('bullmq');
    const worker = new Worker('ingest', () => Promise.reject(new Error('broken')), {
      connection: queue?.opts.connection ?? {},
    });
    await new Promise((resolve) => worker.on('failed', resolve));
    await worker.close();
    const failed = await shown('activeQueue=ingest&status=failed', 'ingest');
    expect(failed.jobs).toMatchObject([{ id: 'broken-1', failedReason: 'broken' }]);
    expect((await order('PUT', 'ingest/broken-1/retry')).status).toBe(204);
    expect(await job?.getState()).toBe('waiting');
    expect((await order('PUT', 'ingest/broken-1/clean')).status).toBe(204);
    expect(await queue?.getJob('broken-1')).toBeUndefined();
  });

  test('retries all failed jobs of a queue, and empties it', async () => {
    const queue = queues().all.find(({ name }) => name === 'maintenance');
    const { Worker } = await import('bullmq');
    for (const id of ['a', 'b']) await queue?.add('retention-run', {}, { jobId: id });
    let count = 0;
    const worker = new Worker('maintenance', () => Promise.reject(new Error('broken')), {
      connection: queue?.opts.connection ?? {},
    });
    await new Promise<void>((resolve) => worker.on('failed', () => (count += 1) === 2 && resolve()));
    await worker.close();
    expect((await order('PUT', 'maintenance/retry/failed')).status).toBe(200);
    expect((await shown('', 'maintenance')).counts).toMatchObject({ failed: 0, waiting: 2 });
    expect((await order('PUT', 'maintenance/empty')).status).toBe(200);
    expect((await shown('', 'maintenance')).counts).toMatchObject({ failed: 0, waiting: 0 });
  });

  test.each([{ name: 'x', data: {} }, { name: 1 }, {}])('adds no job: %j', async (body) => {
    const response = await order('POST', 'ingest/add', body);
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ detail: expect.stringContaining('added') }),
    ]);
  });

  test('reports an error without a stack trace', async () => {
    const response = await curator.get(`${BOARD}/api/queues/nothing/x`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toMatch(/\n +at |node_modules/);
  });
});

describe('operations pages', () => {
  let api: TestApi;
  let curator: Browser;
  beforeAll(async () => {
    api = await startApi();
    curator = await api.signIn();
  });
  afterAll(() => api.close());

  test.each([BOARD, `${BOARD}/queue/ingest?status=failed`, '/ops/plain', '/api/docs'])(
    'redirect anonymous users from %s to sign-in, and back afterwards',
    async (path) => {
      const response = await api.visitor().get(path, PAGE);
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(`/?to=${encodeURIComponent(path)}`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toBe('');
    },
  );

  test('respond to unauthenticated clients with a problem document', async () => {
    for (const path of [`${BOARD}/api/queues`, BOARD, '/ops/plain', '/api/system', `${BOARD}/static/images/logo.svg`]) {
      const response = await api.visitor().get(path);
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    }
    expect((await api.visitor().send('PUT', `${BOARD}/api/queues/ingest/pause`)).status).toBe(401);
  });

  test('reject changes requested by another site’s page', async () => {
    for (const [name, value] of [
      ['origin', 'https://elsewhere.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const response = await curator.send('PUT', `${BOARD}/api/queues/ingest/pause`, undefined, { [name]: value });
      expect(response.status).toBe(403);
    }
    expect(await api.app.get(JobQueues).all[0]?.isPaused()).toBe(false);
  });

  test('the board keeps the common content security policy, except for its base address and one style', async () => {
    const response = await curator.get(BOARD, PAGE);
    const html = await response.text();
    expect(response.status).toBe(200);
    const usual = (await curator.get('/health/live')).headers.get('content-security-policy') ?? '';
    const [ownPolicy, ofAll] = [response.headers.get('content-security-policy') ?? '', usual].map((policy) =>
      policy.split(';'),
    );
    expect(ownPolicy?.filter((rule) => !ofAll?.includes(rule))).toEqual([
      expect.stringMatching(/^style-src 'self' 'sha256-[\w+/=]+'$/),
      "base-uri 'self'",
    ]);
    expect(ownPolicy).toHaveLength(ofAll?.length ?? 0);
    expect(html).toContain('<base href="/ops/queues/"');
    expect(html).toContain('<div id="root"></div>');
    expect(html).not.toMatch(/<style|style=|https?:/);
    const files = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await curator.get(`${BOARD}/${file}`)).status]).toEqual([file, 200]);
  });

  test('the system status has health, waiting jobs, workers, and failed imports, but not previews or canceled imports', async () => {
    await api.app.get(JobQueues).add('derivatives-make', { media_id: 1 }, { id: 'ops-1' });
    await api.database.pool.query(
      `insert into ingest_operation (filename, document_key, document_sha256, status, started_by, dry_run, cancelled, error_message, finished_at)
       select name, name, sha256('a'), 'failed', 'anna', name = 'preview.md', name = 'canceled.md', 'Not <a> document.', now()
       from unnest(array['import.md', 'preview.md', 'canceled.md']) name`,
    );
    await api.database.pool.query(
      `insert into worker (name, heartbeat_at) values ('alive', now()), ('dead', now() - interval '1 minute')`,
    );
    const response = await curator.get('/api/system');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const status = systemOperations.status.response.parse(await response.json());
    expect(status.health.dependencies.database).toEqual({ status: 'up', detail: null });
    expect(status.queues).toContainEqual(
      expect.objectContaining({
        name: 'derivatives',
        paused: false,
        counts: { waiting: 1, active: 0, delayed: 0, failed: 0, completed: 0 },
      }),
    );
    expect(status.imports?.failed).toMatchObject([
      { filename: 'import.md', started_by: 'anna', error_message: 'Not <a> document.' },
    ]);
    expect(status.imports?.operations.failed).toBe(1);
    expect([status.imports?.last_hour.length, status.imports?.last_day.length]).toEqual([60, 24]);
    const ages = new Map(status.workers?.map(({ name, heartbeat_age }) => [name, heartbeat_age]));
    expect(ages.get('alive')).toBeLessThan(20);
    expect(ages.get('dead')).toBeGreaterThanOrEqual(60);
  });

  test('pauses and resumes a queue, and retries its failed jobs', async () => {
    const [queue] = api.app.get(JobQueues).all;
    const post = (path: string, headers: Record<string, string> = {}) =>
      curator.post(`/api/system/queues/${path}`, undefined, headers);
    expect((await post('ingest/pause', { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect(await queue?.isPaused()).toBe(false);
    expect((await post('ingest/pause')).status).toBe(204);
    expect(await queue?.isPaused()).toBe(true);
    expect((await post('ingest/resume')).status).toBe(204);
    expect(await queue?.isPaused()).toBe(false);
    expect((await post('ingest/retry')).status).toBe(204);
    expect((await post('ingest/drain')).status).toBe(404);
    expect((await post('other/pause')).status).toBe(404);
    expect((await api.visitor().post('/api/system/queues/ingest/pause')).status).toBe(401);
  });

  test('the plain page needs no frontend: dependencies, links and the runbook, without scripts', async () => {
    const response = await curator.get('/ops/plain', PAGE);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const html = await response.text();
    expect(html).toContain('<li>database: up</li>');
    for (const href of ['/ops', '/ops/queues', '/health/ready']) expect(html).toContain(`href="${href}"`);
    const { markdown } = await curator.json<{ markdown: string }>('/api/system/runbook');
    expect(markdown).toMatch(/^# Runbook\n/);
    expect(html).toContain('## A worker is down');
    expect(html).toContain('psql &quot;${DATABASE_OWNER_URL:-$DATABASE_URL}&quot;');
    expect(html).not.toMatch(/<script|style=|\son\w+=/);
  });
});
