import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FrontendsStatus, IngestOperation, MediaItem, Registry } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { readConfig } from '../../src/config/index.ts';
import { aDocument } from '../builders/document.ts';
import { anMp4, aPng } from '../builders/files.ts';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { CURATOR } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';
import { buildFrontends } from '../support/frontend-builds.ts';
import { hasEnded, startImport, waitForReport } from '../support/ingest.ts';
import { logLines } from '../support/log-lines.ts';
import { REDIS_SERVER, startRedis } from '../support/redis.ts';
import { type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts';
import { S3Server } from '../support/s3-server.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { recordVerdict } from '../support/verifier.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

const MB = 1024 * 1024;
const START_MS = 120_000;
const WORKERS = 3;
/** Offsets in the file at which the requests of the upload start. */
const STARTS = [0, 0.7 * MB, MB].map(Math.floor);

/** Two APIs and three workers, each as on its own machine: they share PostgreSQL, Redis and S3, and no folder. */
let apis: [ApiProcess, ApiProcess];
let workers: WorkerProcess[];
let proxy: ReverseProxy;
/** TCP proxy between the first API and PostgreSQL. */
let relay: TcpProxy;
let databaseUrl: string;
/** One session at both APIs and at the reverse proxy. */
let first: Browser;
let second: Browser;
let proxied: Browser;
const stops: (() => unknown)[] = [];

const aFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-machine-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

beforeAll(async () => {
  const database = await aDatabase();
  stops.push(database.drop);
  databaseUrl = database.applicationUrl;
  relay = new TcpProxy(databaseUrl);
  await relay.open();
  stops.push(() => relay.close());
  const s3 = new S3Server('library');
  await s3.start();
  stops.push(() => s3.stop());
  const redis = existsSync(REDIS_SERVER) ? await startRedis() : undefined;
  if (redis) stops.push(redis.stop);
  const builds = await buildFrontends('shell', 'sound', 'next');
  stops.push(() => builds.remove());
  const environment: Record<string, string> = {
    ...s3.environment,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
    DATABASE_POOL_MAX: '4',
    INGEST_FETCH_MEDIA: 'false',
    FRONTENDS_DIR: await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' }),
  };
  const startApi = async (url: string) => {
    const api = await spawnApi({ ...environment, DATABASE_URL: url, DATA_DIR: await aFolder() });
    stops.push(api.stop);
    return api;
  };
  const startWorker = async () => {
    const config = readConfig({ ...environment, DATABASE_URL: databaseUrl, DATA_DIR: await aFolder() });
    const worker = await spawnWorker({ config }, { environment });
    stops.push(worker.kill);
    return worker;
  };
  [apis, workers] = await Promise.all([
    Promise.all([startApi(relay.url), startApi(databaseUrl)]),
    Promise.all(Array.from({ length: WORKERS }, startWorker)),
  ]);
  proxy = await startReverseProxy(apis.map(({ url }) => url));
  stops.push(proxy.stop);
  first = await signIn(apis[0].url);
  [second, proxied] = [elsewhere(first, apis[1].url), elsewhere(first, proxy.url)];
  await first.post('/api/frontends/people/versions', await builds.build('people/1.1.0'));
  await recordVerdict(first, 'people', '1.1.0');
}, START_MS);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function signIn(url: string): Promise<Browser> {
  const browser = new Browser(url);
  expect((await browser.post('/api/auth/login', CURATOR)).status).toBe(200);
  return browser;
}

/** The same session at another URL. */
function elsewhere(browser: Browser, url: string): Browser {
  const other = new Browser(url);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

test('a session of one API is valid at the other, and ends at both', async () => {
  const here = await signIn(apis[0].url);
  const there = elsewhere(here, apis[1].url);
  for (const browser of [here, there, elsewhere(here, proxy.url)])
    expect(await browser.json('/api/auth/session')).toMatchObject({ authenticated: true });
  expect((await there.post('/api/auth/logout')).status).toBe(204);
  expect((await here.get('/api/voyages')).status).toBe(401);
});

test('a change through one API is in the next response of the other, cached or not', async () => {
  const created = await first.post('/api/curator/voyages/', { start_date: '1946-03-07', title: 'Voyage 0' });
  const { voyage_slug: slug } = (await created.json()) as { voyage_slug: string };
  for (let change = 1; change <= 10; change += 1) {
    const [writer, reader] = change % 2 === 0 ? [first, second] : [second, first];
    const title = `Voyage ${change}`;
    expect((await writer.send('PUT', `/api/curator/voyages/${slug}`, { title })).status).toBe(200);
    const list = await reader.json<{ title: string }[]>('/api/voyages?limit=5');
    expect([list[0]?.title, (await reader.json<{ title: string }>(`/api/voyages/${slug}`)).title]).toEqual([
      title,
      title,
    ]);
  }
});

test('clients of both APIs follow an import that a worker runs', async () => {
  const id = await startImport(proxied, aDocument({ voyages: 400 }));
  const streams = [first, second, proxied].map(async (browser) => {
    const events = (await (await browser.get(`/api/curator/ingest/${id}/events`)).text()).matchAll(/^data: (.*)$/gm);
    return [...events].map(([, data = '']) => JSON.parse(data) as IngestOperation);
  });
  await waitForReport(second, id, hasEnded);
  for (const events of await Promise.all(streams)) {
    expect(events.at(-1)).toMatchObject({ status: 'completed', progress: 100 });
    const progress = events.map((event) => event.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  }
});

test('workers share the jobs and do each one once', async () => {
  const pictures = await Promise.all(Array.from({ length: 6 }, () => aPng({ width: 400, height: 300 })));
  const uploads = await Promise.all(
    pictures.map((picture, index) => upload(index % 2 === 0 ? first : second, picture, { title: `Picture ${index}` })),
  );
  const slugs = uploads.map(({ body }) => body.media_slug);
  const isDone = async () => {
    const items = await second.json<MediaItem[]>('/api/media');
    return slugs.every((slug) => items.find(({ media_slug }) => media_slug === slug)?.preview_state === 'ready');
  };
  await waitUntil(isDone);
  const jobs = workers.map((worker) =>
    logLines(worker.log())
      .filter(({ msg, queue }) => queue === 'derivatives' && String(msg).startsWith('Job completed'))
      .map(({ job_id }) => String(job_id)),
  );
  const all = jobs.flat();
  expect(new Set(all).size).toBe(all.length);
  expect(jobs.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
});

test('a resumable upload continues at the other API', async () => {
  const film = Buffer.concat([anMp4(1000), Buffer.alloc(1.5 * MB, createHash('sha512').update('film').digest())]);
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await first.request('POST', '/media-uploads', {
    headers: { ...tus, 'upload-length': String(film.length) },
  });
  const address = created.headers.get('location') ?? '';
  for (const [index, start] of STARTS.entries()) {
    const part = film.subarray(start, STARTS[index + 1]);
    const browser = index % 2 === 0 ? first : second;
    const head = await browser.request('HEAD', address, { headers: tus });
    expect(head.headers.get('upload-offset')).toBe(String(start));
    const sent = await browser.request('PATCH', address, {
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(start) },
      body: new Uint8Array(part),
    });
    expect(sent.status).toBe(204);
  }
  const id = address.slice(address.lastIndexOf('/') + 1);
  const finished = await second.post(`/api/curator/media/uploads/${id}`, { title: 'A film' });
  const { url } = (await finished.json()) as { url: string };
  const bytes = Buffer.from(await (await first.get(url)).arrayBuffer());
  expect(bytes.equals(film)).toBe(true);
});

test('a session always sees the same version of a canary', async () => {
  const promoted = await first.post('/api/frontends/people/promote', { version: '1.1.0', canary: 50 });
  expect(promoted.status).toBe(200);
  const { revision } = await first.json<FrontendsStatus>('/api/frontends');
  const registryOf = (browser: Browser) => browser.json<Registry>('/mfe/registry.json');
  // The other API notices the promotion within seconds.
  await waitUntil(async () => (await registryOf(second)).revision === revision);
  const versions = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      const here = new Browser(apis[number % 2]?.url ?? '');
      here.cookies.set('session', createHash('sha256').update(`session ${number}`).digest('base64url'));
      const places = [here, ...[apis[0].url, apis[1].url, proxy.url].map((url) => elsewhere(here, url))];
      const seen = await Promise.all(places.map(async (place) => (await registryOf(place)).apps['people']?.version));
      expect(new Set(seen).size).toBe(1);
      return seen[0];
    }),
  );
  expect(new Set(versions)).toEqual(new Set(['1.0.0', '1.1.0']));
});

test('failed sign-ins at both APIs are counted together', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const browser = new Browser(apis[attempt % 2]?.url ?? '');
    const { status } = await browser.post('/api/auth/login', { username: 'nobody', password: 'wrong' });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

test('a request is not executed twice when its API is killed between the commit and the response', async () => {
  const path = '/api/curator/people';
  const body = { full_name: 'Committed Before The Kill' };
  const headers = { 'idempotency-key': 'one-person' };
  const committed = relay.withholdResponseTo('commit\0', { after: body.full_name });
  const lost = first.post(path, body, headers).then(
    ({ status }) => status,
    () => 'no response',
  );
  await committed;
  const count = async () =>
    (await query<{ n: number }>(`select count(*)::int n from person where full_name = $1`, [body.full_name]))[0]?.n;
  await waitUntil(async () => (await count()) === 1);
  await apis[0].stop();
  expect(await lost).toBe('no response');

  const again = await second.post(path, body, headers);
  // The proxy responds with 502 if it reuses an open connection to the killed API; the client then retries.
  let proxiedAgain = await proxied.post(path, body, headers);
  for (let tries = 1; proxiedAgain.status === 502 && tries < 5; tries += 1) {
    await pause(500);
    proxiedAgain = await proxied.post(path, body, headers);
  }
  expect([again.status, proxiedAgain.status]).toEqual([201, 201]);
  expect([again, proxiedAgain].map((response) => response.headers.get('idempotency-replayed'))).toEqual([
    'true',
    'true',
  ]);
  const { person_slug: slug } = (await again.json()) as { person_slug: string };
  expect(await proxiedAgain.json()).toMatchObject({ person_slug: slug, full_name: body.full_name });
  expect(await count()).toBe(1);
  expect(await second.json<unknown[]>(`/api/curator/history/person/${slug}`)).toHaveLength(1);
});
