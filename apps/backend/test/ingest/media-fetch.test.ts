import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { IngestReport, MediaItem, Voyage, VoyageListItem } from '@archive/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { FETCH_LIMITS, type FetchLimits } from '../../src/modules/ingest/media-fetch/fetch-limits.ts';
import { FetchTasks } from '../../src/modules/ingest/media-fetch/fetch-tasks.ts';
import { JobQueues } from '../../src/queues/index.ts';
import { aJpeg, aPdf, aPng } from '../builders/files.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { filesBelow } from '../support/files-below.ts';
import { type FileServer, startFileServer } from '../support/file-server.ts';
import { hasEnded, ingest, reportOf, startImport, waitForReport } from '../support/ingest.ts';
import { REDIS_SERVER, startRedis } from '../support/redis.ts';
import { spawnWorker, startWorker } from '../support/worker.ts';

const BACKENDS = ['PostgreSQL', ...(existsSync(REDIS_SERVER) ? ['Redis'] : [])];

/** Tests that don't depend on the queue run only once. */
const NONE = () => undefined;

describe.each(BACKENDS)('linked media, with queues on %s', (backend) => {
  const once = backend === BACKENDS[0] ? test : NONE;
  let api: TestApi;
  let curator: Browser;
  let server: FileServer;
  let worker: INestApplicationContext | undefined;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    server = await startFileServer();
    stops.push(server.stop);
    const redis = backend === 'Redis' ? await startRedis() : undefined;
    if (redis) stops.push(redis.stop);
    api = await startApi({
      environment: {
        INGEST_FETCH_MEDIA: 'true',
        INGEST_ALLOW_HOSTS: server.host,
        MAX_UPLOAD_MB: '2',
        ...(redis ? { REDIS_URL: redis.url } : {}),
      },
    });
    stops.push(api.close);
    curator = await api.signIn();
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    await api.database.pool.query('truncate ingest_operation, voyage, media cascade');
    await rm(path.join(api.config.dataDirectory, 'media'), { recursive: true, force: true });
    server.requests.length = 0;
  });
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  /** A worker with short delays. */
  const work = async (limits: Partial<FetchLimits> = {}) => {
    worker = await startWorker(api);
    Object.assign(worker.get<FetchLimits>(FETCH_LIMITS), { retryDelayMs: 20, offlineRetryDelayMs: 5, ...limits });
    return worker;
  };

  const document = (...voyages: string[][]) =>
    [
      '# President Truman (April 12, 1945 to January 20, 1953)',
      ...voyages.map((lines, index) => `## 1946-0${index + 1}-01\n${lines.join('\n')}`),
    ].join('\n\n');

  const sourcesOf = (...urls: string[]) => document([`Sources: ${urls.join('; ')}`]);

  const voyage = async (date: string) => {
    const [found] = await curator.json<VoyageListItem[]>(`/api/voyages?date_from=${date}&date_to=${date}`);
    if (!found) throw new Error(`No voyage of ${date}`);
    const fetchedVoyage = await curator.json<Voyage>(`/api/voyages/${found.voyage_slug}`);
    const media = await curator.json<MediaItem[]>(`/api/media/by-voyage/${found.voyage_slug}`);
    return { ...fetchedVoyage, media };
  };

  const warnings = ({ problems }: IngestReport) =>
    problems.map(({ line, voyage, field, severity, message }) => ({ line, voyage, field, severity, message }));

  /** Stored files without a record. */
  const orphans = async () => {
    const { rows } = await api.database.pool.query<{ key: string }>(
      'select storage_key key from media union all select storage_key from derivative',
    );
    const known = new Set(rows.map(({ key }) => key));
    const files = await filesBelow(path.join(api.config.dataDirectory, 'media'));
    return files.filter(
      (key) => !known.has(key) && !key.startsWith('_system/documents') && !key.startsWith('_derivatives'),
    );
  };

  /** Waits, because previews use temporary files while they are rendered. */
  const noOrphans = () => waitUntil(async () => (await orphans()).length === 0);

  once('are added to the library and their voyages, with metadata from the document', async () => {
    await work();
    const deck = await aJpeg();
    const pdf = aPdf();
    server.at('/deck.jpg', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(deck));
    server.at('/the%20menu.pdf', (response) => {
      response.setHeader('content-disposition', 'attachment; filename="The menu of 1946.pdf"');
      response.end(pdf);
    });
    // The first download determines the title, so the copy waits for it.
    server.at('/copy.jpeg', async (response) => {
      await waitUntil(async () => (await curator.json<unknown[]>('/api/media?q=rail')).length > 0);
      response.end(deck);
    });
    const report = await ingest(
      curator,
      document(
        [
          `Sources: [At the rail](${server.url}/deck.jpg); [A page](${server.url}/page)`,
          `Additional Sources: ${server.url}/the%20menu.pdf`,
        ],
        [`Notes: The same again, ${server.url}/deck.jpg, and as a copy: ${server.url}/copy.jpeg`],
      ),
    );
    expect(report).toMatchObject({ status: 'completed', current_step: 'Done', progress: 100, media_warnings: 0 });
    expect(server.requests.toSorted()).toEqual(['/copy.jpeg', '/deck.jpg', '/the%20menu.pdf']);
    const first = await voyage('1946-01-01');
    expect(first.has_photo).toBe(true);
    expect(first.source_urls.map(({ url }) => url)).toEqual([`${server.url}/deck.jpg`, `${server.url}/page`]);
    expect(
      first.media.map(({ title, media_type, credit, media_category }) => [title, media_type, credit, media_category]),
    ).toEqual([
      ['At the rail', 'image', '127.0.0.1', 'source'],
      ['The menu of 1946', 'pdf', '127.0.0.1', 'additional_source'],
    ]);
    expect(first.media[0]?.description_markdown).toBe(`Fetched from <${server.url}/deck.jpg>`);
    const stored = await curator.get(first.media[0]?.url ?? '');
    expect(Buffer.from(await stored.arrayBuffer()).equals(deck)).toBe(true);
    const second = await voyage('1946-02-01');
    expect(second.media.map(({ media_slug }) => media_slug)).toEqual([first.media[0]?.media_slug]);
    const { rows } = await api.database.pool.query(
      `select kind, action, operation_id is not null of_ingest from history where kind = 'media' or action = 'update'`,
    );
    expect(rows.every(({ of_ingest }) => of_ingest)).toBe(true);
    await noOrphans();
  });

  once('that can’t be downloaded are reported with line and reason, and keep their links', async () => {
    await work();
    server.at('/page.jpg', (response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<!doctype html><p>Log in'),
    );
    server.at('/inward.png', (response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    );
    server.at('/private.png', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    server.at('/large.mp4', (response) => response.end(Buffer.alloc(3 * 1024 * 1024)));
    server.at('/broken.pdf', (response) => response.writeHead(500).end());
    const names = ['gone.gif', 'page.jpg', 'inward.png', 'private.png', 'large.mp4', 'broken.pdf'];
    const report = await ingest(
      curator,
      document(names.map((name) => `Notes: see ${server.url}/${name}`).slice(0, 1), [
        'Location: Potomac River',
        `Sources: ${names
          .slice(1)
          .map((name) => `${server.url}/${name}`)
          .join('; ')}`,
      ]),
    );
    expect(report).toMatchObject({ status: 'completed', media_warnings: 6, validation_errors: 0, progress: 100 });
    const because = Object.fromEntries(
      warnings(report).map(({ message, ...where }) => {
        const [, name = '', reason] = /\/([^/]+) couldn’t be downloaded\. (.*)$/.exec(message) ?? [];
        return [name, { reason, ...where }];
      }),
    );
    const second = { line: 8, voyage: '1946-02-01', field: 'Sources', severity: 'warning' };
    const NOT_PUBLIC = 'The address isn’t on the public internet.';
    expect(because).toEqual({
      'gone.gif': {
        line: 4,
        voyage: '1946-01-01',
        field: 'Notes',
        severity: 'warning',
        reason: 'There’s no file at this address anymore.',
      },
      'page.jpg': { ...second, reason: expect.stringContaining('Web pages and scripts can’t be uploaded.') },
      'inward.png': { ...second, reason: NOT_PUBLIC },
      'private.png': { ...second, reason: 'Downloads aren’t allowed from port 1.' },
      'large.mp4': { ...second, reason: 'Files can be up to 2 MB. This file is larger.' },
      'broken.pdf': { ...second, reason: 'The server responded with status 500.' },
    });
    expect(server.requests.filter((path) => path === '/broken.pdf')).toHaveLength(5);
    expect(server.requests.filter((path) => path === '/gone.gif')).toHaveLength(1);
    const { source_urls, media } = await voyage('1946-02-01');
    expect([source_urls.length, media.length]).toEqual([5, 0]);
    await noOrphans();
  });

  test('are retried after temporary errors, with the delay that the server requests', async () => {
    await work();
    const png = await aPng();
    const times: number[] = [];
    server.at('/late.png', (response, _, count) => (count < 3 ? response.writeHead(500).end() : response.end(png)));
    server.at('/busy.pdf', (response, _, count) => {
      times.push(Date.now());
      if (count === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.end(aPdf());
    });
    server.at('/much-later.pdf', (response) => response.writeHead(503, { 'retry-after': '86400' }).end());
    const report = await ingest(
      curator,
      sourcesOf(...['late.png', 'busy.pdf', 'much-later.pdf'].map((name) => `${server.url}/${name}`)),
    );
    expect(warnings(report).map(({ message }) => message)).toEqual([
      expect.stringMatching(/much-later\.pdf couldn’t be downloaded\. .* That website asked us to try again later\.$/),
    ]);
    expect((await voyage('1946-01-01')).media).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test('all observe a delay that their server requests', async () => {
    await work();
    const began = Date.now();
    let early = 0;
    const files = await Promise.all(Array.from({ length: 6 }, () => aPng({ width: 40, height: 30 })));
    const urls = files.map((file, index) =>
      server.at(`/asked-${index}.png`, (response) => {
        if (Date.now() - began > 1500 || server.requests.length > 12) return response.end(file);
        early += 1;
        return response.writeHead(503, { 'retry-after': '2' }).end();
      }),
    );
    expect((await ingest(curator, sourcesOf(...urls))).media_warnings).toBe(0);
    // Two downloads were active when the first received the delay.
    expect(early).toBeLessThanOrEqual(2);
  });

  test('are requeued when the worker shuts down', async () => {
    const png = await aPng();
    const url = server.at('/handed.png', (response, _, count) =>
      count > 1 ? response.end(png) : response.write(png.subarray(0, 100)),
    );
    const aborted = await spawnWorker(api);
    const id = await startImport(curator, sourcesOf(url));
    await waitUntil(() => server.requests.length === 1);
    const startedAt = Date.now();
    expect(await aborted.stop()).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await work();
    expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ status: 'completed', media_warnings: 0 });
    expect(server.requests).toEqual(['/handed.png', '/handed.png']);
  });

  test('show increasing progress, with at most two requests per server', async () => {
    await work();
    const files = await Promise.all(Array.from({ length: 8 }, () => aPng({ width: 40, height: 30 })));
    const urls = files.map((file, index) =>
      server.at(`/${index}.png`, (response) => setTimeout(() => response.end(file), 60 * (8 - index))),
    );
    const id = await startImport(curator, sourcesOf(...urls));
    const seen: IngestReport[] = [];
    await waitForReport(curator, id, (report) => seen.push(report) > 0 && hasEnded(report));
    const steps = seen.map(({ current_step }) => current_step);
    expect(steps.some((step) => /^Fetching media \([1-7] of 8\)$/.test(step))).toBe(true);
    const progress = seen.map(({ progress: percent }) => percent);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ status: 'completed', media_warnings: 0 });
    expect(server.most()).toBeLessThanOrEqual(2);
    // In document order, although the last one finished first.
    expect((await voyage('1946-01-01')).media.map(({ title }) => title)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
  });

  once('are not fetched again with the same document, unless they failed', async () => {
    await work();
    const png = await aPng();
    server.at('/had.png', png);
    const text = sourcesOf(`${server.url}/had.png`, `${server.url}/not-yet.png`);
    expect((await ingest(curator, text)).media_warnings).toBe(1);
    const state = () =>
      api.database.pool
        .query('select v.version, v.updated_at, m.updated_at from voyage v, media m')
        .then(({ rows }) => rows);
    const before = await state();
    server.requests.length = 0;
    expect(await ingest(curator, text)).toMatchObject({ media_warnings: 1, plan: { unchanged: 1 } });
    expect(server.requests).toEqual(['/not-yet.png']);
    expect(await state()).toEqual(before);
    const { media, voyage_slug } = await voyage('1946-01-01');
    await curator.request(
      'DELETE',
      `/api/curator/media/unlink-from-voyage?media_slug=${media[0]?.media_slug}&voyage_slug=${voyage_slug}`,
    );
    server.at('/not-yet.png', await aPng());
    expect((await ingest(curator, text)).media_warnings).toBe(0);
    // Media that a curator detached stay detached.
    expect((await voyage('1946-01-01')).media.map(({ title }) => title)).toEqual(['not-yet']);
  });

  once(
    'are aborted with their operation or voyage',
    async () => {
      await work();
      let closed = 0;
      const slow = server.at('/slow.mp4', (response) => {
        response.write(Buffer.alloc(1000));
        response.on('close', () => (closed += 1));
      });
      const canceled = await startImport(curator, sourcesOf(slow));
      await waitUntil(() => server.requests.includes('/slow.mp4'));
      await waitForReport(curator, canceled, ({ current_step }) => current_step === 'Fetching media (0 of 1)');
      await api.database.pool.query(
        `update ingest_operation set status = 'failed', error_message = 'Canceled', finished_at = now() where id = $1`,
        [canceled],
      );
      await waitUntil(() => closed === 1);
      expect(await reportOf(curator, canceled)).toMatchObject({ status: 'failed', media_warnings: 0 });

      const deserted = await startImport(curator, sourcesOf(slow));
      await waitUntil(() => server.requests.length === 2);
      const { voyage_slug } = await voyage('1946-01-01');
      await curator.request('DELETE', `/api/curator/voyages/${voyage_slug}`);
      expect(await waitForReport(curator, deserted, hasEnded)).toMatchObject({
        status: 'completed',
        media_warnings: 0,
      });
      await waitUntil(() => closed === 2);
      await noOrphans();
    },
    30_000,
  );

  test('are resumed after the queue lost them or a worker was killed', async () => {
    const png = await aPng();
    let requests = 0;
    const url = server.at('/large.png', (response, _, count) => {
      requests += 1;
      if (count > 1) return response.end(png);
      response.writeHead(200, { 'content-length': png.length });
      return response.write(png.subarray(0, 500));
    });
    const doomed = await spawnWorker(api);
    const id = await startImport(curator, sourcesOf(url));
    await waitUntil(() => requests === 1);
    await waitForReport(curator, id, ({ current_step }) => current_step.startsWith('Fetching'));
    await doomed.kill();
    for (const queue of api.app.get(JobQueues).all)
      if (queue.name === 'media-fetch') await queue.obliterate({ force: true });
    const tasks = (await work()).get(FetchTasks);
    await tasks.resume(0);
    const report = await waitForReport(curator, id, hasEnded);
    expect(report).toMatchObject({ status: 'completed', media_warnings: 0 });
    expect((await voyage('1946-01-01')).media).toHaveLength(1);
    // The partial file is removed together with other interrupted uploads.
    await waitUntil(async () => (await orphans()).every((key) => /^(?:_system\/incoming|\.incoming)\//.test(key)));
  });
});

test('media stay links when fetching is disabled', async () => {
  const api = await startApi();
  const worker = await startWorker(api);
  const curator = await api.signIn();
  const report = await ingest(curator, '## 1946-01-01\nSources: http://127.0.0.1:9/a.jpg');
  expect(report).toMatchObject({ status: 'completed', media_warnings: 0 });
  await worker.close();
  await api.close();
});
