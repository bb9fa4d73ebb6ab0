import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { aDatabase } from './support/database.ts';
import { Doorway, until } from './support/doorway.ts';

const problem = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return (await answer.json()) as Record<string, unknown>;
};

describe('what is refused', () => {
  let api: TestApi;
  let browser: Browser;
  beforeAll(async () => {
    api = await startApi();
    browser = await api.signIn();
  });
  afterAll(() => api.close());

  const login = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    api.visitor().request('POST', '/api/auth/login', { headers, body });

  test.each([
    ['JSON that breaks off', () => login('{"username":'), 400],
    ['JSON that reaches for prototypes', () => login('{"__proto__": {"a": 1}}'), 400],
    ['an address that cannot be decoded', () => browser.get('/api/%zz'), 400],
    ['an unknown address', () => browser.get('/api/nothing'), 404],
    ['an unknown address, by another method', () => browser.post('/api/nothing', {}), 404],
    ['another method of a known address', () => browser.get('/api/auth/login'), 405],
    ['a body beyond a megabyte', () => login(JSON.stringify({ username: 'x'.repeat(1_100_000), password: 'x' })), 413],
    ['a form', () => login('username=curator', { 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['plain text', () => login('username', { 'content-type': 'text/plain' }), 415],
    ['an unknown word in the query', () => browser.get('/api/s3/browse?colour=blue'), 422],
    ['a query where none is taken', () => browser.get('/api/auth/session?x=1'), 422],
    ['a wrong field', () => login(JSON.stringify({ username: 'curator' })), 422],
  ])('%s is answered as a problem document', async (_, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    const document = await problem(answer);
    expect(document).toMatchObject({
      type: 'about:blank',
      status,
      title: expect.any(String),
      detail: expect.stringMatching(/\.$/),
    });
    if (answer.headers.has('x-request-id')) expect(document.request_id).toBe(answer.headers.get('x-request-id'));
    expect(JSON.stringify(document)).not.toMatch(/\\n +at |node_modules|select |FST_/);
  });

  test('an unknown word of the query is named', async () => {
    const document = await problem(await browser.get('/api/s3/browse?prefix=a&colour=blue'));
    expect(document.errors).toEqual([{ path: 'colour', message: '"colour" is not known here.' }]);
  });

  test('another method is told which ones there are', async () => {
    const answer = await browser.send('PUT', '/api/auth/login', {});
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('what is no HTTP is answered on the bare connection', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write('this is no request\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('application/problem+json');
  });

  test('a slash at the end changes nothing', async () => {
    for (const path of ['/api/s3/browse', '/api/auth/session', '/health/live']) {
      const [plain, slashed] = await Promise.all([browser.get(path), browser.get(`${path}/`)]);
      expect(slashed.status).toBe(200);
      expect(await slashed.text()).toBe(await plain.text());
    }
  });

  test("a caller's request id is kept when it can do no harm, and made anew when it can", async () => {
    const idOf = async (given: string) =>
      (await browser.get('/health/live', { 'x-request-id': given })).headers.get('x-request-id');
    expect(await idOf('client-1234.abcd')).toBe('client-1234.abcd');
    for (const bad of ['short', 'with space in it', 'x'.repeat(129), '<script>alert</script>']) {
      expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('every answer carries the headers that keep a browser safe', async () => {
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

describe('while the database is away', () => {
  let doorway: Doorway;
  let api: TestApi;
  let database: Awaited<ReturnType<typeof aDatabase>>;
  beforeAll(async () => {
    database = await aDatabase();
    doorway = new Doorway(database.url);
    await doorway.open();
  });
  afterAll(async () => {
    await api.close();
    await doorway.shut();
    await database.drop();
  });

  const readiness = async () => (await (await api.visitor().get('/health/ready')).json()) as Record<string, unknown>;

  test('a start waits for it, answering what it can, and goes on by itself', async () => {
    await doorway.shut();
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
        database: { status: 'down', detail: 'Does not answer.' },
        storage: { status: 'up', detail: null },
      },
    });
    await doorway.open();
    await until(async () => (await readiness()).status === 'up');
    expect((await api.visitor().post('/api/auth/login', CURATOR)).status).toBe(200);
  });

  test('in the middle of work, requests hear of it at once and the next ones succeed when it is back', async () => {
    const browser = await api.signIn();
    await doorway.shut();
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.get('/api/s3/browse')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(503));
    expect(Date.now() - started).toBeLessThan(15_000);
    await doorway.open();
    await until(async () => (await browser.get('/api/s3/browse')).status === 200);
  });
});
