import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SignedInSession } from '@archive/contracts';
import { Sessions, deviceName } from '../src/modules/auth/sessions.ts';
import { aDocument } from './builders/document.ts';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { startImport } from './support/ingest.ts';
import { sql } from './support/sql.ts';
import { measured } from './support/measured.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

let api: TestApi;
let secondApi: TestApi;
beforeAll(async () => {
  api = await startApi({ environment: { SESSION_DAYS: '30', SESSION_MAX_DAYS: '90', TRUST_PROXY: '1' } });
  secondApi = await startApi({ databaseUrl: api.config.database.url });
});
afterAll(async () => {
  await secondApi?.close();
  await api?.close();
});

async function signIn(userAgent: string, address = '192.0.2.7'): Promise<Browser> {
  const browser = api.visitor();
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
  expect((await browser.post('/api/auth/login', CURATOR, headers)).status).toBe(200);
  return browser;
}
const sessionsOf = (browser: Browser) => browser.json<SignedInSession[]>('/api/auth/sessions');
const isSignedIn = async (browser: Browser) => (await browser.get('/api/s3/browse')).status === 200;
const clear = () => api.database.execute(sql('delete from session'));

describe('the list of one’s sessions', () => {
  test('shows device, address and times of each, with the current one first', async () => {
    await clear();
    const here = await signIn(FIREFOX, '192.0.2.7');
    await signIn(SAFARI, '198.51.100.9');
    const list = await sessionsOf(here);
    expect(list).toMatchObject([
      { device: 'Firefox on Windows', address: '192.0.2.7', current: true },
      { device: 'Safari on iOS', address: '198.51.100.9', current: false },
    ]);
    for (const { created_at, last_used_at, expires_at } of list) {
      expect(Date.now() - Date.parse(created_at)).toBeLessThan(60_000);
      expect(last_used_at).toBe(created_at);
      expect((Date.parse(expires_at) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
    }
    expect(JSON.stringify(list)).not.toContain(here.cookies.get('session') ?? '');
  });

  test('shows the last use and its address', async () => {
    await clear();
    const browser = await signIn(FIREFOX, '192.0.2.7');
    await api.database.execute(
      sql(`update session set last_seen_at = now() - interval '1 hour', created_at = now() - interval '1 hour'`),
    );
    await browser.get('/api/s3/browse', { 'x-forwarded-for': '203.0.113.4' });
    const [session] = await sessionsOf(browser);
    expect(session?.address).toBe('203.0.113.4');
    expect(Date.now() - Date.parse(session?.last_used_at ?? '')).toBeLessThan(60_000);
  });

  test('omits and deletes sessions of earlier credentials', async () => {
    await clear();
    const browser = await signIn(FIREFOX);
    await signIn(SAFARI);
    await api.database.execute(sql(`update session set credentials = 'earlier' where user_agent like '%iPhone%'`));
    expect(await sessionsOf(browser)).toHaveLength(1);
    await api.app.get(Sessions, { strict: false }).deleteWithEarlierCredentials();
    expect(await api.database.rows(sql('select 1 from session'))).toHaveLength(1);
  });
});

describe('signing out elsewhere', () => {
  test('ends one session immediately, in every process, and no other', async () => {
    await clear();
    const here = await signIn(FIREFOX);
    const there = await signIn(SAFARI);
    const third = await signIn(SAFARI);
    const inOther = secondApi.visitor();
    inOther.cookies.set('session', there.cookies.get('session') ?? '');
    expect(await isSignedIn(inOther)).toBe(true);
    const id = (await sessionsOf(there))[0]?.session_id ?? 0;
    expect((await here.send('DELETE', `/api/auth/sessions/${id}`)).status).toBe(204);
    expect(await Promise.all([here, there, inOther, third].map(isSignedIn))).toEqual([true, false, false, true]);
    const secondResponse = await here.send('DELETE', `/api/auth/sessions/${id}`);
    expect(secondResponse.status).toBe(404);
    expect(await secondResponse.json()).toMatchObject({ detail: 'This session has already ended.' });
    for (const wrong of ['0', '-1', 'x', '1.5'])
      expect((await here.send('DELETE', `/api/auth/sessions/${wrong}`)).status).toBe(404);
  });

  test('ends all sessions except the current one', async () => {
    await clear();
    const [here, ...others] = [await signIn(FIREFOX), await signIn(SAFARI), await signIn(SAFARI)];
    const response = await here.post('/api/auth/sessions/end-others');
    expect(await response.json()).toEqual({ ended: 2 });
    expect(await Promise.all([here, ...others].map(isSignedIn))).toEqual([true, false, false]);
    expect(await sessionsOf(here)).toHaveLength(1);
  });
});

describe('the lifetime of a session', () => {
  test('ends after SESSION_MAX_DAYS, however often the session is used', async () => {
    await clear();
    const browser = await signIn(FIREFOX);
    await api.database.execute(
      sql(`update session set created_at = now() - interval '89 days', last_seen_at = now() - interval '1 day'`),
    );
    const response = await browser.get('/api/s3/browse');
    expect(response.status).toBe(200);
    const [, seconds] = /Max-Age=(\d+)/.exec(response.headers.getSetCookie().join()) ?? [];
    expect(Number(seconds) / 86_400).toBeCloseTo(1, 2);
    await api.database.execute(
      sql(`update session set created_at = now() - interval '91 days', last_seen_at = now() - interval '1 day'`),
    );
    await browser.get('/api/s3/browse');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('is never longer than SESSION_MAX_DAYS from the start', async () => {
    const short = await startApi({ environment: { SESSION_DAYS: '30', SESSION_MAX_DAYS: '2' } });
    const response = await short.visitor().post('/api/auth/login', CURATOR);
    expect(response.headers.getSetCookie()[0]).toContain('Max-Age=172800;');
    await short.close();
  });
});

describe('an open event stream', () => {
  /** Milliseconds until the stream ends after `end`. A stream that breaks off fails: browsers log that as an error. */
  async function endedAfter(process: TestApi, browser: Browser, end: () => Promise<unknown>): Promise<number> {
    const id = await startImport(browser, aDocument({ voyages: 1 }));
    const there = process.visitor();
    there.cookies.set('session', browser.cookies.get('session') ?? '');
    const response = await there.get(`/api/curator/ingest/${id}/events`);
    expect(response.status).toBe(200);
    const text = response.text();
    await end();
    const startedAt = performance.now();
    await expect(text).resolves.toContain('event: operation');
    return performance.now() - startedAt;
  }

  test(
    'ends with its session within two seconds',
    measured(async () => {
      const browser = await signIn(FIREFOX);
      const same = await endedAfter(api, browser, () => browser.post('/api/auth/logout'));
      expect(same).toBeLessThan(2000);
    }),
  );

  test('of releases ends with its session, too', async () => {
    const browser = await signIn(FIREFOX);
    const text = (await browser.get('/api/frontends/events')).text();
    await browser.post('/api/auth/logout');
    await expect(text).resolves.toContain('event: revision');
  });

  test(
    'ends in another process when the session is signed out elsewhere',
    measured(async () => {
      const here = await signIn(FIREFOX);
      const there = await signIn(SAFARI);
      const ms = await endedAfter(secondApi, there, () => here.post('/api/auth/sessions/end-others'));
      expect(ms).toBeLessThan(2000);
    }),
  );
});

test.each([
  [FIREFOX, 'Firefox on Windows'],
  [SAFARI, 'Safari on iOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Microsoft Edge on macOS',
  ],
  ['curl/8.5.0', 'Program “curl”'],
  ['node', 'Program “node”'],
  ['<script>', 'Unknown device'],
  [null, 'Unknown device'],
])('the device of %s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
