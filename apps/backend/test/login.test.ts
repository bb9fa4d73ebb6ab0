import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashPassword, verifyPassword, WORK_FACTOR } from '../src/modules/auth/password-hash.ts';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { aDatabase } from './support/database.ts';
import { sql } from './support/sql.ts';
import { waitUntil } from './support/wait-until.ts';

const WRONG = { username: CURATOR.username, password: 'not it' };
const DEVICE = /^__Host-device=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/;

/** Waits until login attempts are counted in the database, which starts once the database has responded. */
async function countsAreShared(api: TestApi): Promise<void> {
  const attemptCount = async () =>
    (await api.database.rows(sql(`select 1 from login_attempt where key like '%203.0.113.255'`))).length > 0;
  await waitUntil(async () => {
    await logIn(api.visitor(), WRONG, '203.0.113.255');
    return attemptCount();
  });
  await api.database.execute(sql('delete from login_attempt'));
}

const logIn = (browser: Browser, credentials: object, address: string) =>
  browser.post('/api/auth/login', credentials, { 'x-forwarded-for': address });

/** A browser that has signed in before and whose session has ended. */
async function aKnownDevice(api: TestApi, address = '198.51.100.1'): Promise<Browser> {
  const browser = api.visitor();
  expect((await logIn(browser, CURATOR, address)).status).toBe(200);
  await browser.post('/api/auth/logout');
  expect(browser.cookies.has('device')).toBe(true);
  return browser;
}

test('the default password doesn’t work through a proxy', async () => {
  const api = await startApi({ environment: { CURATOR_PASSWORD: 'sequoia' } });
  const signIn = (headers: Record<string, string>) =>
    api.visitor().post('/api/auth/login', { ...CURATOR, password: 'sequoia' }, headers);
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect([name, (await signIn({ [name]: '203.0.113.7' })).status]).toEqual([name, 403]);
  expect((await signIn({})).status).toBe(200);
  await api.close();
});

describe('password guesses', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ environment: { TRUST_PROXY: '1' } });
    await countsAreShared(api);
  });
  afterAll(() => api.close());
  const reset = () => api.database.execute(sql('delete from login_attempt'));

  test('for one account from changing addresses are slowed, and nobody is locked out', async () => {
    await reset();
    const known = await aKnownDevice(api);
    const statuses: number[] = [];
    let retryAfter = 0;
    for (let index = 0; index < 58; index += 1) {
      const response = await logIn(api.visitor(), WRONG, `203.0.113.${index}`);
      statuses.push(response.status);
      retryAfter = Number(response.headers.get('retry-after') ?? retryAfter);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.slice(20).filter((status) => status === 429).length).toBeGreaterThan(30);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(5);

    expect((await logIn(known, CURATOR, '203.0.113.7')).status).toBe(200);
    // A new device may sign in after the number of seconds in `Retry-After`.
    let turn = await logIn(api.visitor(), CURATOR, '198.51.100.200');
    for (let tries = 0; tries < 3 && turn.status === 429; tries += 1) {
      await pause(Number(turn.headers.get('retry-after')) * 1000);
      turn = await logIn(api.visitor(), CURATOR, '198.51.100.200');
    }
    expect(turn.status).toBe(200);
  });

  test('for one account do not delay sign-ins that follow a right password', async () => {
    await reset();
    for (let index = 0; index < 20; index += 1) await logIn(api.visitor(), WRONG, `203.0.113.${index}`);
    // Every one of these devices is new, and the account accepts one failure in five seconds.
    for (const address of ['198.51.100.10', '198.51.100.10', '198.51.100.11'])
      expect((await logIn(await aKnownDevice(api, address), CURATOR, address)).status).toBe(200);
    // Attempts that are rejected while a right password is checked don't delay the next one either.
    await Promise.all(Array.from({ length: 8 }, (_, index) => logIn(api.visitor(), CURATOR, `198.51.100.${index}`)));
    expect((await logIn(api.visitor(), CURATOR, '198.51.100.12')).status).toBe(200);
    // A wrong password still costs the five seconds.
    expect((await logIn(api.visitor(), WRONG, '203.0.113.30')).status).toBe(401);
    expect((await logIn(api.visitor(), WRONG, '203.0.113.31')).status).toBe(429);
  });

  test('for a username that does not exist are slowed the same way', async () => {
    await reset();
    const statuses: number[] = [];
    for (let index = 0; index < 30; index += 1)
      statuses.push((await logIn(api.visitor(), { ...WRONG, username: 'nobody' }, `203.0.113.${index}`)).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.slice(21)).toContain(429);
    expect((await logIn(api.visitor(), CURATOR, '198.51.100.3')).status).toBe(200);
  });

  test('through one proxy address lock out only devices that have never signed in', async () => {
    await reset();
    const shared = '192.0.2.50';
    const known = await aKnownDevice(api, shared);
    for (let index = 0; index < 12; index += 1) await logIn(api.visitor(), WRONG, shared);
    expect((await logIn(api.visitor(), CURATOR, shared)).status).toBe(429);
    expect((await logIn(known, CURATOR, shared)).status).toBe(200);
  });

  test('are counted for each client of a trusted proxy, not for the proxy', async () => {
    await reset();
    for (let index = 0; index < 12; index += 1) await logIn(api.visitor(), WRONG, '192.0.2.61');
    expect((await logIn(api.visitor(), CURATOR, '192.0.2.61')).status).toBe(429);
    expect((await logIn(api.visitor(), CURATOR, '192.0.2.62')).status).toBe(200);
  });

  test('cannot escape the limit with a forged X-Forwarded-For', async () => {
    await reset();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1)
      statuses.push((await logIn(api.visitor(), WRONG, `10.9.8.${index}, 192.0.2.60`)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('from a known device are slowed, and the right password still works', async () => {
    await reset();
    const known = await aKnownDevice(api);
    for (let index = 0; index < 10; index += 1) expect((await logIn(known, WRONG, '198.51.100.1')).status).toBe(401);
    const startedAt = performance.now();
    expect((await logIn(known, WRONG, '198.51.100.1')).status).toBe(401);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    const many = await Promise.all(Array.from({ length: 12 }, () => logIn(known, WRONG, '198.51.100.1')));
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await logIn(known, CURATOR, '198.51.100.1')).status).toBe(200);
    // The failed attempts count against the device, not against the address.
    expect((await logIn(api.visitor(), CURATOR, '198.51.100.1')).status).toBe(200);
  });
});

describe('a device', () => {
  test('is recognized by a signed cookie, which grants no access', async () => {
    const api = await startApi({ environment: { PUBLIC_URL: 'https://archive.example.org' } });
    const browser = api.visitor();
    const response = await browser.post('/api/auth/login', CURATOR);
    const [, device] = response.headers.getSetCookie();
    expect(device).toMatch(DEVICE);
    const visitor = api.visitor();
    visitor.cookies.set('__Host-device', browser.cookies.get('__Host-device') ?? '');
    expect((await visitor.get('/api/s3/browse')).status).toBe(401);
    // Signing in again keeps the id of the device.
    const before = browser.cookies.get('__Host-device')?.slice(0, 22);
    await browser.post('/api/auth/login', CURATOR);
    expect(browser.cookies.get('__Host-device')?.slice(0, 22)).toBe(before);
    await api.close();
  });

  test('is not recognized by a forged or damaged cookie', async () => {
    const forgeries = [
      (value: string) => `${'A'.repeat(22)}${value.slice(22)}`,
      (value: string) => value.replace(/\.(\d+)\./, (_, day) => `.${Number(day) + 1}.`),
      (value: string) => `${value.slice(0, -43)}${'A'.repeat(43)}`,
      (value: string) => value.slice(0, -44),
      () => '',
    ];
    const api = await startApi({ environment: { TRUST_PROXY: '2' } });
    await countsAreShared(api);
    const forwarded = '192.0.2.70, 10.0.0.1';
    const browser = await aKnownDevice(api, forwarded);
    const device = browser.cookies.get('device') ?? '';
    for (let index = 0; index < 12; index += 1) await logIn(api.visitor(), WRONG, forwarded);
    const statusWith = async (value: string) => {
      browser.cookies.set('device', value);
      return (await logIn(browser, CURATOR, forwarded)).status;
    };
    for (const forge of forgeries)
      expect([forge(device), await statusWith(forge(device))]).toEqual([forge(device), 429]);
    // Another client behind the same two proxies is not limited.
    expect((await logIn(api.visitor(), CURATOR, '192.0.2.71, 10.0.0.1')).status).toBe(200);
    expect(await statusWith(device)).toBe(200);
    await api.close();
  });

  test('is recognized by other processes, but not after new credentials', async () => {
    const database = await aDatabase();
    const first = await startApi({ databaseUrl: database.url, environment: { TRUST_PROXY: '1' } });
    const known = await aKnownDevice(first);
    await countsAreShared(first);
    for (let index = 0; index < 12; index += 1) await logIn(first.visitor(), WRONG, '192.0.2.80');
    const device = known.cookies.get('device') ?? '';
    await first.close();

    const statusWith = async (environment: Record<string, string>, credentials: object) => {
      const api = await startApi({ databaseUrl: database.url, environment: { TRUST_PROXY: '1', ...environment } });
      await waitUntil(async () => (await logIn(api.visitor(), WRONG, '192.0.2.80')).status === 429);
      const browser = api.visitor();
      browser.cookies.set('device', device);
      const { status } = await logIn(browser, credentials, '192.0.2.80');
      await api.close();
      return status;
    };
    expect(await statusWith({}, CURATOR)).toBe(200);
    const password = 'another password for tests';
    expect(await statusWith({ CURATOR_PASSWORD: password }, { ...CURATOR, password })).toBe(429);
    await database.drop();
  });
});

describe('the hash of the password', () => {
  test('is verified with the salt and work factor stored beside it', async () => {
    const hash = await hashPassword('a password', WORK_FACTOR);
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hashPassword('a password', WORK_FACTOR)).not.toBe(hash);
    expect(await verifyPassword('a password', hash)).toBe(true);
    expect(await verifyPassword('another password', hash)).toBe(false);
    const weaker = await hashPassword('a password', { ln: 12, r: 8, p: 1 });
    expect(weaker).toMatch(/^\$scrypt\$ln=12,r=8,p=1\$/);
    expect(await verifyPassword('a password', weaker)).toBe(true);
    await expect(verifyPassword('a password', 'plain')).rejects.toThrow('Not a PHC string');
  });

  test('treats composed and decomposed characters alike', async () => {
    expect(
      await verifyPassword('caf\u0065\u0301 au lait', await hashPassword('caf\u00e9 au lait', { ln: 4, r: 8, p: 1 })),
    ).toBe(true);
  });
});
