import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { aDatabase } from './support/database.ts';
import { TcpProxy } from './support/tcp-proxy.ts';
import { waitUntil } from './support/wait-until.ts';

const problem = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (await response.json()) as Record<string, unknown>;
};

describe('errors', () => {
  let api: TestApi;
  let browser: Browser;
  beforeAll(async () => {
    api = await startApi();
    browser = await api.signIn();
  });
  afterAll(() => api.close());

  const login = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    api.visitor().request('POST', '/api/auth/login', { headers, body });

  test.each<[unknown]>([[{ length: { toString: 1 } }], [{ length: { valueOf: 1, toString: {} } }]])(
    'a value that cannot be compared is invalid: %j',
    async (hostile) => {
      const bodies = [
        { username: hostile, password: 'x' },
        { username: 'x', password: hostile },
      ];
      for (const body of bodies) {
        const response = await api.visitor().post('/api/auth/login', body);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          422,
          'application/problem+json; charset=utf-8',
        ]);
      }
    },
  );

  test.each([
    ['truncated JSON', () => login('{"username":'), 400],
    ['JSON that sets a prototype', () => login('{"__proto__": {"a": 1}}'), 400],
    ['an address that cannot be decoded', () => browser.get('/api/%zz'), 400],
    ['an unknown address', () => browser.get('/api/nothing'), 404],
    ['an unknown address, by another method', () => browser.post('/api/nothing', {}), 404],
    ['another method of a known address', () => browser.get('/api/auth/login'), 405],
    ['a body beyond a megabyte', () => login(JSON.stringify({ username: 'x'.repeat(1_100_000), password: 'x' })), 413],
    ['a form', () => login('username=curator', { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['plain text', () => login('username', { 'content-type': 'text/plain' }), 415],
    ['an unknown query parameter', () => browser.get('/api/s3/browse?color=blue'), 422],
    ['a query where none is expected', () => browser.get('/api/auth/session?x=1'), 422],
    ['a wrong field', () => login(JSON.stringify({ username: 'curator' })), 422],
  ])('%s gets a problem document', async (_, send, status) => {
    const response = await send();
    expect(response.status).toBe(status);
    const document = await problem(response);
    expect(document).toMatchObject({
      type: 'about:blank',
      status,
      title: expect.any(String),
      detail: expect.stringMatching(/\.$/),
    });
    if (response.headers.has('x-request-id')) expect(document.request_id).toBe(response.headers.get('x-request-id'));
    expect(JSON.stringify(document)).not.toMatch(/\\n +at |node_modules|select |FST_/);
  });

  test('names an unknown query parameter', async () => {
    const document = await problem(await browser.get('/api/s3/browse?prefix=a&color=blue'));
    expect(document.errors).toEqual([
      {
        path: 'color',
        message: '"color" is not a known field. Check the spelling. It may need a newer version of the archive.',
      },
    ]);
  });

  test('lists the allowed methods with 405', async () => {
    const response = await browser.send('PUT', '/api/auth/login', {});
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('malformed HTTP gets a response on the raw connection', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write('this is not a request\r\n\r\n');
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain('application/problem+json');
  });

  test('a trailing slash changes nothing', async () => {
    for (const path of ['/api/s3/browse', '/api/auth/session', '/health/live']) {
      const [plain, slashed] = await Promise.all([browser.get(path), browser.get(`${path}/`)]);
      expect(slashed.status).toBe(200);
      expect(await slashed.text()).toBe(await plain.text());
    }
  });

  test('a client’s request id is used if it is safe, otherwise replaced', async () => {
    const idOf = async (given: string) =>
      (await browser.get('/health/live', { 'x-request-id': given })).headers.get('x-request-id');
    expect(await idOf('client-1234.abcd')).toBe('client-1234.abcd');
    for (const bad of ['short', 'with space in it', 'x'.repeat(129), '<script>alert</script>']) {
      expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('every response has security headers', async () => {
    for (const path of ['/health/live', '/api/nothing', '/api/s3/browse']) {
      const { headers } = await browser.get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self';" +
          "frame-src 'self';media-src 'self' blob:;frame-ancestors 'none';base-uri 'none';form-action 'self';object-src 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.has('strict-transport-security')).toBe(false);
    }
  });
});

describe('while the database is unavailable', () => {
  let doorway: TcpProxy;
  let api: TestApi;
  let database: Awaited<ReturnType<typeof aDatabase>>;
  beforeAll(async () => {
    database = await aDatabase();
    doorway = new TcpProxy(database.url);
    await doorway.open();
  });
  afterAll(async () => {
    await api.close();
    await doorway.close();
    await database.drop();
  });

  const readiness = async () => (await (await api.visitor().get('/health/ready')).json()) as Record<string, unknown>;

  test('startup waits for the database while the server already responds', async () => {
    await doorway.close();
    api = await startApi({ databaseUrl: doorway.url });
    expect((await api.visitor().get('/health/live')).status).toBe(200);
    expect((await api.visitor().get('/mfe/registry.json')).status).toBe(200);
    const login = await api.visitor().post('/api/auth/login', CURATOR);
    expect(login.status).toBe(503);
    expect(login.headers.get('retry-after')).toBe('2');
    expect(await problem(login)).toMatchObject({
      detail: 'The database is not available at the moment. Please try again shortly.',
    });
    const ready = await api.visitor().get('/health/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      status: 'down',
      dependencies: {
        database: { status: 'down', detail: 'Does not respond.' },
        storage: { status: 'up', detail: null },
      },
    });
    await doorway.open();
    await waitUntil(async () => (await readiness()).status === 'up');
    expect((await api.visitor().post('/api/auth/login', CURATOR)).status).toBe(200);
  });

  test('a lost connection fails requests immediately; later ones succeed', async () => {
    const browser = await api.signIn();
    await doorway.close();
    const startedAt = Date.now();
    const responses = await Promise.all(Array.from({ length: 8 }, () => browser.get('/api/s3/browse')));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(503));
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    await doorway.open();
    await waitUntil(async () => (await browser.get('/api/s3/browse')).status === 200);
  });
});
