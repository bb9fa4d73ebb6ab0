import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

interface Reply {
  status: number;
  body: string;
}

/** Sends a request with exactly these headers. */
function send(url: string, headers: Record<string, string>, { method = 'GET', body = '' } = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const outgoing = httpRequest(url, { method, headers, agent: false }, (response) => {
    text(response).then((content) => resolve({ status: response.statusCode ?? 0, body: content }), reject);
  });
  outgoing.on('error', reject).end(body);
  return promise;
}

/** Sends bytes and reads everything until the server closes the connection. */
async function sendRaw(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`);
  return text(socket);
}

const FOREIGN = [
  'evil.example',
  'evil.example:PORT',
  'localhost.evil.example:PORT',
  '127.0.0.1.evil.example:PORT',
  'archive.example.org.evil.example',
  '127.0.0.2:PORT',
  '10.0.0.1:PORT',
  '[::2]:PORT',
  '0x7f.1:PORT@evil.example',
  'localhost@evil.example',
  'localhost/evil.example',
  'localhost:PORT#evil.example',
  'local\u00adhost',
  '.',
];
/** Every kind of thing that the server sends. */
const PATHS = [
  '/',
  '/voyages',
  '/api/voyages',
  '/health/ready',
  '/health/live',
  '/metrics',
  '/mfe/registry.json',
  '/mfe/voyages/1.0.0/mf-manifest.json',
  '/media-files/x.jpg',
  '/ops/plain',
  '/api/docs',
  '/api/iiif',
  '/nothing.here',
];

let api: TestApi;
let worker: WorkerProcess;
beforeAll(async () => {
  api = await startApi({ environment: { ALLOWED_HOSTS: 'yacht.lan, archive-api-1:3000, archive_api_2:3000' } });
});
afterAll(() => worker.stop());
const portOf = (url: string) => new URL(url).port;
const local = (host: string) => host.replace('PORT', portOf(api.url));

describe('on this machine', () => {
  test.each(FOREIGN)('the host %s gets 421 from everything', async (host) => {
    for (const path of PATHS)
      expect([path, (await send(api.url + path, { host: local(host) })).status]).toEqual([path, 421]);
  });

  test('a page under another name can neither sign in nor read metrics', async () => {
    const host = `evil.example:${portOf(api.url)}`;
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
    const login = await send(`${api.url}/api/auth/login`, headers, { method: 'POST', body: JSON.stringify(CURATOR) });
    expect(login).toMatchObject({ status: 421 });
    expect(JSON.parse(login.body)).toMatchObject({
      detail: `The archive is not served under the name “${host}”. Use the address in PUBLIC_URL, or add the name to ALLOWED_HOSTS.`,
    });
    // The name that a page can set itself doesn’t replace that of the connection.
    const forged = { ...headers, 'x-forwarded-host': 'localhost' };
    expect(
      (await send(`${api.url}/api/auth/login`, forged, { method: 'POST', body: JSON.stringify(CURATOR) })).status,
    ).toBe(421);
  });

  test.each([
    'localhost:PORT',
    'LOCALHOST',
    '127.0.0.1:PORT',
    '127.0.0.1',
    '[::1]:PORT',
    'yacht.lan',
    'Yacht.LAN:8080',
    'archive-api-1:3000',
  ])('the host %s is accepted', async (host) => {
    expect((await send(`${api.url}/health/ready`, { host: local(host) })).status).toBe(200);
  });

  test('a request needs exactly one host', async () => {
    const port = Number(portOf(api.url));
    const own = `host: localhost:${port}`;
    for (const hosts of [[], [own, own], [own, 'Host: evil.example'], ['Host: evil.example', own], [own, 'HOST:']])
      expect(await sendRaw(port, ['GET /health/live HTTP/1.1', ...hosts])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(port, ['GET /health/live HTTP/1.0'])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(port, ['GET /health/live HTTP/1.1', own])).toMatch(/^HTTP\/1\.1 200 /);
    // The address in the request line replaces the header.
    for (const host of ['evil.example', 'localhost@evil.example'])
      expect(await sendRaw(port, [`GET http://${host}/health/live HTTP/1.1`, own])).toMatch(/^HTTP\/1\.1 421 /);
    expect(await sendRaw(port, ['GET http://localhost/health/live HTTP/1.1', own])).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('metrics are for programs, not for browsers', async () => {
    const metrics = (headers: Record<string, string>) =>
      send(`${api.url}/metrics`, { host: local('localhost:PORT'), ...headers });
    expect((await metrics({})).status).toBe(200);
    for (const name of [
      'origin',
      'sec-fetch-site',
      'sec-fetch-mode',
      'sec-fetch-dest',
      'sec-fetch-user',
      'x-forwarded-for',
    ])
      expect([name, (await metrics({ [name]: 'x' })).status]).toEqual([name, 403]);
  });

  test('the metrics of a worker have the same rules', async () => {
    worker = await spawnWorker(api, { environment: { WORKER_METRICS_PORT: '0' } });
    const [, url = ''] = /Metrics at (http:\S+)\/metrics/.exec(worker.log()) ?? [];
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await send(url + path, { host: `evil.example:${portOf(url)}` })).status).toBe(421);
      expect((await send(url + path, { host: `127.0.0.1:${portOf(url)}` })).status).toBe(200);
    }
  });
});

test('elsewhere only the public host is accepted, in what a proxy forwards too', async () => {
  const remote = await startApi({
    environment: { PUBLIC_URL: 'https://archive.example.org', TRUST_PROXY: '1', HOST: '0.0.0.0' },
  });
  const health = async (headers: Record<string, string>) => (await send(`${remote.url}/health/live`, headers)).status;
  expect(await health({ host: 'archive.example.org' })).toBe(200);
  expect(await health({ host: 'archive.example.org:8443' })).toBe(200);
  expect(await health({ host: 'evil.example' })).toBe(421);
  expect(await health({ host: 'archive.example.org', 'x-forwarded-host': 'evil.example' })).toBe(421);
  expect(await health({ host: 'evil.example', 'x-forwarded-host': 'archive.example.org' })).toBe(421);
  // A proxy on this machine, and the health check of a container.
  expect(await health({ host: `127.0.0.1:${portOf(remote.url)}`, 'x-forwarded-host': 'archive.example.org' })).toBe(
    200,
  );
  expect(await health({ host: `127.0.0.1:${portOf(remote.url)}` })).toBe(200);
});
