import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { aDocument } from '../builders/document.ts';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { CURATOR } from '../support/api.ts';
import { aDatabase } from '../support/database.ts';
import { startReverseProxy } from '../support/reverse-proxy.ts';

/** Restarts of each of the two APIs. The full size is ten, at 50 requests a second. */
const RESTARTS = Number(process.env['ROLLING_RESTARTS'] ?? 1);
const REQUESTS_PER_SECOND = RESTARTS > 1 ? 50 : 20;
/** Every fifth request changes something. */
const REQUESTS_PER_WRITE = 5;
/** Time for the proxy to notice that an API is ready: it checks every second. */
const HEALTH_CHECK_MS = 1500;

let database: Awaited<ReturnType<typeof aDatabase>>;
let data: string;
const running: ApiProcess[] = [];
beforeAll(async () => {
  database = await aDatabase();
  data = await mkdtemp(path.join(tmpdir(), 'archive-rolling-'));
});
afterEach(async () => {
  for (const api of running.splice(0)) await api.stop();
});
afterAll(async () => {
  await database.drop();
  await rm(data, { recursive: true });
});

async function start(environment: Record<string, string>): Promise<ApiProcess> {
  const api = await spawnApi({
    DATABASE_URL: database.url,
    DATA_DIR: data,
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
    ...environment,
  });
  running.push(api);
  return api;
}

const agent = new Agent({ keepAlive: true });
interface TestResponse {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}
async function send(
  url: string,
  { method = 'GET', cookie = '', body = undefined as unknown } = {},
): Promise<TestResponse> {
  const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const sent = request(url, { method, headers, agent });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
async function signIn(url: string): Promise<string> {
  const { headers } = await send(`${url}/api/auth/login`, { method: 'POST', body: CURATOR });
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
}

test(
  'rolling restarts of two APIs behind a proxy fail no request and lose no change',
  async () => {
    const environment = { SHUTDOWN_DRAIN_SECONDS: '4' };
    const apis = await Promise.all([start(environment), start(environment)]);
    const proxy = await startReverseProxy(apis.map(({ url }) => url));
    const cookie = await signIn(proxy.url);
    const failed: string[] = [];
    let created = 0;
    const requests: Promise<void>[] = [];
    const load = setInterval(() => {
      const number = requests.length;
      const isWrite = number % REQUESTS_PER_WRITE === 0;
      const response = isWrite
        ? send(`${proxy.url}/api/curator/people`, { method: 'POST', cookie, body: { full_name: `Deckhand ${number}` } })
        : send(`${proxy.url}/api/voyages?limit=5`, { cookie });
      requests.push(
        response.then(
          ({ status, body }) => {
            if (isWrite && status === 201) created += 1;
            if (status !== (isWrite ? 201 : 200)) failed.push(`${status}: ${body}`);
          },
          (error: Error) => void failed.push(error.message),
        ),
      );
    }, 1000 / REQUESTS_PER_SECOND);
    try {
      for (let restart = 0; restart < RESTARTS; restart += 1)
        for (const [index, api] of apis.entries()) {
          expect(await api.terminate()).toBe(0);
          apis[index] = await start({ ...environment, PORT: new URL(api.url).port });
          await pause(HEALTH_CHECK_MS);
        }
    } finally {
      clearInterval(load);
      await Promise.all(requests);
      await proxy.stop();
    }
    expect(failed).toEqual([]);
    expect(created).toBeGreaterThan(5);
    const client = new Client(database.url);
    await client.connect();
    const { rows } = await client.query(`select count(*)::int count from person where full_name like 'Deckhand %'`);
    await client.end();
    expect(rows).toEqual([{ count: created }]);
  },
  60_000 + RESTARTS * 60_000,
);

test('a stopping API tells event streams to reconnect first', async () => {
  const api = await start({ SHUTDOWN_DRAIN_SECONDS: '3' });
  const cookie = await signIn(api.url);
  const { body } = await send(`${api.url}/api/curator/ingest`, {
    method: 'POST',
    cookie,
    body: { document: aDocument({ voyages: 1 }), filename: 'a.md' },
  });
  const { operation_id: id } = JSON.parse(body) as { operation_id: string };
  const stream = send(`${api.url}/api/curator/ingest/${id}/events`, { cookie });
  await pause(300);
  const stopped = api.terminate();
  expect(await Promise.race([stream.then(({ body: events }) => events), stopped])).toMatch(
    /^retry: \d+\n\nevent: operation\n/,
  );
  expect(api.isRunning()).toBe(true);
  expect((await send(`${api.url}/health/ready`)).status).toBe(503);
  expect(await stopped).toBe(0);
});

test('a stopping API waits for a slow request, but not for idle connections', async () => {
  const api = await start({});
  const cookie = await signIn(api.url);
  const { hostname, port } = new URL(api.url);
  // Like a browser that opens a connection in advance.
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const body = JSON.stringify({ full_name: 'Slow Sender' });
  const slow = request(`${api.url}/api/curator/people`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'content-length': body.length },
  });
  slow.write(body.slice(0, 10));
  await pause(200);
  const stopped = api.terminate();
  await pause(4500);
  slow.end(body.slice(10));
  const [response] = (await once(slow, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers.connection]).toEqual([201, 'close']);
  response.resume();
  const began = Date.now();
  expect(await stopped).toBe(0);
  expect(Date.now() - began).toBeLessThan(5000);
  unused.destroy();
});
