import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { limiterKey } from '../src/modules/auth/login-limiter.ts';
import { Retention } from '../src/queues/index.ts';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';
import { waitUntil } from './support/wait-until.ts';
import { sql } from './support/sql.ts';
import { startWorker } from './support/worker.ts';

const WRONG = { username: CURATOR.username, password: 'not it' };
/** The session cookie that a response sets. */
const cookieOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => /^(?:__Host-)?session=/.test(cookie)) ?? '';

describe('sessions', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  test('start with the right username and password, in a cookie that scripts cannot read', async () => {
    const browser = api.visitor();
    expect(await browser.json('/api/auth/session')).toEqual({ authenticated: false, username: null, role: null });
    const response = await browser.post('/api/auth/login', CURATOR);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ username: 'curator', role: 'administrator' });
    expect(cookieOf(response)).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await browser.json('/api/auth/session')).toEqual({
      authenticated: true,
      username: 'curator',
      role: 'administrator',
    });
    expect((await browser.get('/api/s3/browse')).status).toBe(200);
  });

  test.each([
    ['a wrong password', WRONG],
    ['a wrong username', { username: 'unknown', password: CURATOR.password }],
    ['both wrong', { username: 'unknown', password: 'not it' }],
  ])('do not start with %s', async (_, credentials) => {
    const browser = api.visitor();
    const response = await browser.post('/api/auth/login', credentials);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ status: 401, detail: 'Invalid credentials. Please try again.' });
    expect(cookieOf(response)).toBe('');
    expect((await browser.get('/api/s3/browse')).status).toBe(401);
  });

  test('signing in requires both fields', async () => {
    const response = await api.visitor().post('/api/auth/login', { username: '', password: '' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: [
        { path: 'username', message: 'Enter username' },
        { path: 'password', message: 'Enter password' },
      ],
    });
  });

  test('signing out ends the session on the server: a copied cookie no longer works', async () => {
    const browser = await api.signIn();
    const cookie = browser.cookies.get('session') ?? '';
    const response = await browser.post('/api/auth/logout');
    expect(response.status).toBe(204);
    expect(browser.cookies.has('session')).toBe(false);
    const other = api.visitor();
    other.cookies.set('session', cookie);
    expect((await other.get('/api/s3/browse')).status).toBe(401);
    expect(await other.json('/api/auth/session')).toEqual({ authenticated: false, username: null, role: null });
  });

  test('only a hash is stored', async () => {
    const browser = await api.signIn();
    const token = browser.cookies.get('session') ?? '';
    const rows = await api.database.rows(sql<{ token_hash: Buffer }>('select token_hash from session'));
    expect(rows.length).toBeGreaterThan(0);
    for (const { token_hash } of rows) expect(token_hash.equals(Buffer.from(token, 'base64url'))).toBe(false);
  });

  test('signing in again ends the previous session', async () => {
    const browser = await api.signIn();
    const first = browser.cookies.get('session') ?? '';
    await browser.post('/api/auth/login', CURATOR);
    const other = api.visitor();
    other.cookies.set('session', first);
    expect((await other.get('/api/s3/browse')).status).toBe(401);
  });

  test.each(['', 'x', 'x'.repeat(43), "' or 1=1 --", '%00'])('rejects the invalid token %j', async (token) => {
    const browser = api.visitor();
    browser.cookies.set('session', token);
    expect((await browser.get('/api/s3/browse')).status).toBe(401);
  });

  test('an expired session is rejected and deleted', async () => {
    const browser = await api.signIn();
    await api.database.execute(sql(`update session set expires_at = now() - interval '1 second'`));
    expect((await browser.get('/api/s3/browse')).status).toBe(401);
    const worker = await startWorker(api);
    await worker.get(Retention).apply('sessions');
    await worker.close();
    expect(await api.database.rows(sql('select 1 from session'))).toEqual([]);
  });

  test('requests extend a session, with at most one write per hour', async () => {
    const browser = await api.signIn();
    const expiry = async () =>
      (
        await api.database.row(
          sql<{ days: number }>('select extract(epoch from max(expires_at) - now()) / 86400 as days from session'),
        )
      )?.days;
    expect(cookieOf(await browser.get('/api/s3/browse'))).toBe('');
    await api.database.execute(
      sql(`update session set last_seen_at = now() - interval '2 hours', expires_at = now() + interval '1 day'`),
    );
    const response = await browser.get('/api/s3/browse');
    expect(response.status).toBe(200);
    expect(cookieOf(response)).toMatch(/^session=[\w-]{43}; Max-Age=2592000/);
    expect(await expiry()).toBeCloseTo(30, 1);
    expect(cookieOf(await browser.get('/api/s3/browse'))).toBe('');
  });
});

describe('sessions across processes and restarts', () => {
  test('a restart keeps users signed in; new credentials sign them out', async () => {
    const database = await aDatabase();
    const before = await startApi({ databaseUrl: database.url });
    const { cookies } = await before.signIn();
    await before.close();

    const statusAfter = async (environment: Record<string, string>) => {
      const after = await startApi({ databaseUrl: database.url, environment });
      const browser = after.visitor();
      browser.cookies.set('session', cookies.get('session') ?? '');
      const { status } = await browser.get('/api/s3/browse');
      await after.close();
      return status;
    };
    expect(await statusAfter({})).toBe(200);
    expect(await statusAfter({ CURATOR_PASSWORD: 'another one' })).toBe(401);
    expect(await statusAfter({ CURATOR_USERNAME: 'unknown' })).toBe(401);
    await database.drop();
  });

  test('ten failed logins per minute from one address are allowed, across all processes', async () => {
    const database = await aDatabase();
    const trustingApi = await startApi({ databaseUrl: database.url, environment: { TRUST_PROXY: 'true' } });
    const other = await startApi({ databaseUrl: database.url, environment: { TRUST_PROXY: 'true' } });
    const from = (api: TestApi, address: string, credentials: object) =>
      api.visitor().post('/api/auth/login', credentials, { 'x-forwarded-for': address });
    await waitUntil(async () => {
      await from(trustingApi, '192.0.2.99', WRONG);
      await from(other, '192.0.2.99', WRONG);
      const counted = await countedAttempts(trustingApi);
      return counted > 1;
    });
    for (let round = 0; round < 5; round += 1) {
      expect((await from(trustingApi, '192.0.2.7', WRONG)).status).toBe(401);
      expect((await from(trustingApi, '192.0.2.7', CURATOR)).status).toBe(200);
      expect((await from(other, '192.0.2.7', WRONG)).status).toBe(401);
    }
    const rejected = await from(other, '192.0.2.7', CURATOR);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await rejected.json()).toMatchObject({ detail: expect.stringMatching(/^Too many failed attempts\./) });
    expect((await from(trustingApi, '192.0.2.7', CURATOR)).status).toBe(429);
    expect((await from(trustingApi, '192.0.2.8', CURATOR)).status).toBe(200);
    await Promise.all([trustingApi.close(), other.close()]);
    await database.drop();
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('sign-ins from %s are limited under the key %s', (address, key) => {
    expect(limiterKey(address)).toBe(key);
  });
});

describe('cross-origin requests', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ environment: { PUBLIC_URL: 'https://archive.example.org' } });
  });
  afterAll(() => api.close());

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://other.example.org' }, 403],
    [{ origin: 'https://archive.example.org' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
  ])('with %j get status %d', async (headers, status) => {
    const response = await api.visitor().post('/api/auth/login', CURATOR, headers as Record<string, string>);
    expect(response.status).toBe(status);
    if (status === 403)
      expect(await response.json()).toMatchObject({ title: 'Forbidden', detail: 'This is not allowed.' });
  });

  test('reads are allowed', async () => {
    expect((await api.visitor().get('/api/auth/session', { origin: 'https://evil.example' })).status).toBe(200);
  });

  test('with TLS, the cookie has the __Host- prefix and HSTS is on', async () => {
    const response = await api.visitor().post('/api/auth/login', CURATOR);
    expect(cookieOf(response)).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

async function countedAttempts(api: TestApi): Promise<number> {
  const row = await api.database
    .row(sql<{ points: number }>(`select points from login_attempt where key like '%192.0.2.99'`))
    .catch(() => undefined);
  return row?.points ?? 0;
}
