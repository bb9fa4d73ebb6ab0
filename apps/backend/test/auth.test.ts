import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { limiterKey } from '../src/modules/auth/login-limiter.ts';
import { Sessions } from '../src/modules/auth/sessions.ts';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';
import { until } from './support/doorway.ts';

const WRONG = { username: CURATOR.username, password: 'not it' };
const cookieOf = (answer: Response) => answer.headers.getSetCookie().join('\n');

describe('the session', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  test('begins with the right name and password, in a cookie that scripts cannot read', async () => {
    const browser = api.visitor();
    expect(await browser.json('/api/auth/session')).toEqual({ authenticated: false, username: null });
    const answer = await browser.post('/api/auth/login', CURATOR);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ username: 'curator' });
    expect(cookieOf(answer)).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await browser.json('/api/auth/session')).toEqual({ authenticated: true, username: 'curator' });
    expect((await browser.get('/api/s3/browse')).status).toBe(200);
  });

  test.each([
    ['a wrong password', WRONG],
    ['a wrong name', { username: 'somebody', password: CURATOR.password }],
    ['both wrong', { username: 'somebody', password: 'not it' }],
  ])('does not begin with %s', async (_, credentials) => {
    const browser = api.visitor();
    const answer = await browser.post('/api/auth/login', credentials);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ status: 401, detail: 'Invalid credentials. Please try again.' });
    expect(cookieOf(answer)).toBe('');
    expect((await browser.get('/api/s3/browse')).status).toBe(401);
  });

  test('asks for both fields', async () => {
    const answer = await api.visitor().post('/api/auth/login', { username: '', password: '' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: [
        { path: 'username', message: 'Enter username' },
        { path: 'password', message: 'Enter password' },
      ],
    });
  });

  test('ends on the server at sign-out: a kept cookie opens nothing', async () => {
    const browser = await api.signIn();
    const kept = browser.cookies.get('session') ?? '';
    const answer = await browser.post('/api/auth/logout');
    expect(answer.status).toBe(204);
    expect(browser.cookies.has('session')).toBe(false);
    const thief = api.visitor();
    thief.cookies.set('session', kept);
    expect((await thief.get('/api/s3/browse')).status).toBe(401);
    expect(await thief.json('/api/auth/session')).toEqual({ authenticated: false, username: null });
  });

  test('is kept in the database only as a hash', async () => {
    const browser = await api.signIn();
    const token = browser.cookies.get('session') ?? '';
    const rows = await api.database.rows<{ token_hash: Buffer }>('all-sessions', 'select token_hash from session');
    expect(rows.length).toBeGreaterThan(0);
    for (const { token_hash } of rows) expect(token_hash.equals(Buffer.from(token, 'base64url'))).toBe(false);
  });

  test('signing in again ends the session before', async () => {
    const browser = await api.signIn();
    const first = browser.cookies.get('session') ?? '';
    await browser.post('/api/auth/login', CURATOR);
    const other = api.visitor();
    other.cookies.set('session', first);
    expect((await other.get('/api/s3/browse')).status).toBe(401);
  });

  test.each(['', 'x', 'x'.repeat(43), "' or 1=1 --", '%00'])('a made-up token %j opens nothing', async (token) => {
    const browser = api.visitor();
    browser.cookies.set('session', token);
    expect((await browser.get('/api/s3/browse')).status).toBe(401);
  });

  test('that has run out opens nothing, and is cleared away', async () => {
    const browser = await api.signIn();
    await api.database.change('age', `update session set expires_at = now() - interval '1 second'`);
    expect((await browser.get('/api/s3/browse')).status).toBe(401);
    await api.app.get(Sessions, { strict: false }).clean();
    expect(await api.database.rows('left-over', 'select 1 from session')).toEqual([]);
  });

  test('is prolonged by use, with one write an hour', async () => {
    const browser = await api.signIn();
    const expiry = async () =>
      (
        await api.database.row<{ days: number }>(
          'left',
          'select extract(epoch from max(expires_at) - now()) / 86400 as days from session',
        )
      )?.days;
    expect(cookieOf(await browser.get('/api/s3/browse'))).toBe('');
    await api.database.change(
      'idle',
      `update session set last_seen_at = now() - interval '2 hours', expires_at = now() + interval '1 day'`,
    );
    const answer = await browser.get('/api/s3/browse');
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toMatch(/^session=[\w-]{43}; Max-Age=2592000/);
    expect(await expiry()).toBeCloseTo(30, 1);
    expect(cookieOf(await browser.get('/api/s3/browse'))).toBe('');
  });
});

describe('sessions over processes and restarts', () => {
  test('a restart keeps people signed in; new credentials sign them out', async () => {
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
    expect(await statusAfter({ CURATOR_USERNAME: 'somebody' })).toBe(401);
    await database.drop();
  });

  test('ten failures a minute from one address, counted over all processes, are the end of it', async () => {
    const database = await aDatabase();
    const one = await startApi({ databaseUrl: database.url, environment: { TRUST_PROXY: 'true' } });
    const other = await startApi({ databaseUrl: database.url, environment: { TRUST_PROXY: 'true' } });
    const from = (api: TestApi, address: string, credentials: object) =>
      api.visitor().post('/api/auth/login', credentials, { 'x-forwarded-for': address });
    await until(async () => {
      await from(one, '192.0.2.99', WRONG);
      await from(other, '192.0.2.99', WRONG);
      const counted = await countedAttempts(one);
      return counted > 1;
    });
    for (let round = 0; round < 5; round += 1) {
      expect((await from(one, '192.0.2.7', WRONG)).status).toBe(401);
      expect((await from(one, '192.0.2.7', CURATOR)).status).toBe(200);
      expect((await from(other, '192.0.2.7', WRONG)).status).toBe(401);
    }
    const refused = await from(other, '192.0.2.7', CURATOR);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/^Too many failed attempts\./) });
    expect((await from(one, '192.0.2.7', CURATOR)).status).toBe(429);
    expect((await from(one, '192.0.2.8', CURATOR)).status).toBe(200);
    await Promise.all([one.close(), other.close()]);
    await database.drop();
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('the address %s is counted as %s', (address, key) => {
    expect(limiterKey(address)).toBe(key);
  });
});

describe('changes asked for by other sites', () => {
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
  ])('with %j are answered %d', async (headers, status) => {
    const answer = await api.visitor().post('/api/auth/login', CURATOR, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(await answer.json()).toMatchObject({ title: 'Forbidden', detail: 'This is not allowed.' });
  });

  test('reading is free of that', async () => {
    expect((await api.visitor().get('/api/auth/session', { origin: 'https://evil.example' })).status).toBe(200);
  });

  test('behind TLS the cookie is bound to host and TLS, and the browser is told to stay', async () => {
    const answer = await api.visitor().post('/api/auth/login', CURATOR);
    expect(cookieOf(answer)).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

async function countedAttempts(api: TestApi): Promise<number> {
  const row = await api.database
    .row<{ points: number }>('attempts', `select points from login_attempt where key like '%192.0.2.99'`)
    .catch(() => undefined);
  return row?.points ?? 0;
}
