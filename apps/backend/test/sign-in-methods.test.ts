import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CODE_REQUIRED, type Passkey, type SecurityEvent } from '@archive/contracts';
import { codeOf } from '../src/modules/auth/second-factor.ts';
import { aPersonWith, type Invited, PASSWORD, tokenOf } from './support/accounts.ts';
import { startApi, type TestApi } from './support/api.ts';
import {
  addPasskey as add,
  aPasskeyOf,
  Authenticator,
  codeAt as codeOfAccount,
  creationOptions as optionsOf,
  namedOrigin,
  passkeySignInOptions as signInOptions,
  signInAt,
  signInWithPasskey as signIn,
  timeStep as now,
  turnOnCodes,
} from './support/authenticator.ts';
import { Browser } from './support/browser.ts';
import { sql } from './support/sql.ts';
import { waitUntil } from './support/wait-until.ts';

let api: TestApi;
let admin: Browser;
let origin: string;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn();
  origin = namedOrigin(api);
});
afterAll(async () => {
  await api?.close();
});
beforeEach(async () => {
  await api.database.execute(sql('delete from login_attempt'));
});

const visitor = () => new Browser(origin);
const read = async <T>(response: Response | Promise<Response>) => (await (await response).json()) as T;
const login = (email: string, code?: string, browser = api.visitor(), password = PASSWORD) =>
  browser.post('/api/auth/login', { username: email, password, ...(code === undefined ? {} : { code }) });
const isSignedIn = async (browser: Browser) =>
  (await browser.json<{ authenticated: boolean }>('/api/auth/session')).authenticated;
const events = async (kind: string) =>
  (await admin.json<{ events: SecurityEvent[] }>(`/api/system/security-events?kind=${kind}`)).events;
const reset = (email: string) => admin.post(`/api/accounts/${encodeURIComponent(email)}/reset`);

/** A person at the name of the archive, whose password confirms what needs it. */
async function aPerson() {
  const { email, name } = await aPersonWith(api, admin, 'curator');
  return { browser: await signInAt(origin, email, PASSWORD), email, name };
}

describe('a passkey', () => {
  async function aPersonWithPasskey() {
    const person = await aPerson();
    return { ...person, ...(await aPasskeyOf(person.browser)) };
  }

  test('is offered on the sign-in page only where someone has one and browsers allow it', async () => {
    const other = await startApi();
    const at = (url: string) => read(new Browser(url).post('/api/auth/passkey/options'));
    expect(await at(namedOrigin(other))).toEqual({ options: null });
    await other.close();

    await aPersonWithPasskey();
    expect(await at(origin)).toMatchObject({ options: { rpId: 'localhost', userVerification: 'required' } });
    expect(await at(admin.url)).toEqual({ options: null });
  });

  test('is for the name in PUBLIC_URL', async () => {
    const environment = { PUBLIC_URL: 'https://archive.example.org', ALLOWED_HOSTS: '127.0.0.1' };
    const other = await startApi({ environment });
    const { browser } = await aPersonWith(other, await other.signIn(), 'curator');
    expect(await optionsOf(browser)).toMatchObject({ rp: { id: 'archive.example.org' } });
    await other.close();
  });

  test('is added with the password, and signs in without it', async () => {
    const { browser, email, name } = await aPerson();
    const authenticator = new Authenticator(origin);
    const credential = authenticator.create(await optionsOf(browser));
    browser.password = undefined;
    const rejected = await add(browser, credential);
    expect([rejected.status, await rejected.json()]).toMatchObject([
      403,
      { confirmation: { what: 'Sign in to your account with a new passkey, “Laptop”' } },
    ]);
    browser.password = PASSWORD;
    expect((await add(browser, credential)).status).toBe(200);

    const other = visitor();
    const response = await signIn(other, authenticator.get(await signInOptions(other)));
    expect([response.status, await response.json()]).toEqual([200, { username: name, role: 'curator' }]);
    expect(await other.json('/api/account')).toMatchObject({ email });
    const [passkey] = await other.json<Passkey[]>('/api/account/passkeys');
    expect(passkey?.last_used_at).not.toBeNull();
    await waitUntil(async () => (await events('passkey-used')).some(({ actor }) => actor === name));
  });

  test('is renamed and removed by its owner only', async () => {
    const { browser, authenticator, passkey } = await aPersonWithPasskey();
    const path = `/api/account/passkeys/${passkey.passkey_id}`;
    const someone = await aPerson();
    expect((await someone.browser.send('PUT', path, { name: 'Mine' })).status).toBe(404);
    expect((await someone.browser.send('DELETE', path)).status).toBe(404);
    expect(await read(browser.send('PUT', path, { name: 'Old laptop' }))).toMatchObject({ name: 'Old laptop' });
    const other = visitor();
    const options = await signInOptions(other);
    expect((await browser.send('DELETE', path)).status).toBe(204);
    expect((await signIn(other, authenticator.get(options))).status).toBe(401);
  });

  test('of another origin, another name or without verification is refused', async () => {
    const { authenticator } = await aPersonWithPasskey();
    const attempt = async (changes: Partial<Authenticator>) => {
      const browser = visitor();
      const options = await signInOptions(browser);
      const before = { ...authenticator };
      const credential = Object.assign(authenticator, changes).get(options);
      Object.assign(authenticator, before);
      const { status } = await signIn(browser, credential);
      expect(await isSignedIn(browser)).toBe(status === 200);
      return status;
    };
    expect(await attempt({ origin: 'https://archive.example.net' })).toBe(401);
    expect(await attempt({ origin: origin.replace('localhost', 'sub.localhost') })).toBe(401);
    expect(await attempt({ rpId: 'example.net' })).toBe(401);
    expect(await attempt({ flags: 1 })).toBe(401);
    expect(await attempt({ userHandle: Buffer.alloc(16).toString('base64url') })).toBe(401);
    expect(await attempt({})).toBe(200);
  });

  test('of another origin is not added', async () => {
    const { browser } = await aPerson();
    const authenticator = new Authenticator(origin);
    authenticator.origin = 'https://archive.example.net';
    expect((await add(browser, authenticator.create(await optionsOf(browser)))).status).toBe(409);
    expect(await browser.json('/api/account/passkeys')).toEqual([]);
  });

  test('works once for a challenge, and only in its browser and session', async () => {
    const { browser, authenticator } = await aPersonWithPasskey();
    const [first, second] = [visitor(), visitor()];
    const options = await signInOptions(first);
    const response = authenticator.get(options);
    const cookie = first.cookies.get('challenge') ?? '';
    await signInOptions(second);
    expect((await signIn(second, response)).status).toBe(401);
    expect((await signIn(visitor(), response)).status).toBe(401);
    expect((await signIn(first, response)).status).toBe(200);
    expect((await signIn(first, response)).status).toBe(401);

    const late = visitor();
    const [value = '', at = ''] = cookie.split('.');
    late.cookies.set('challenge', `${value}.${Number(at) + 1000}`);
    expect((await signIn(late, response)).status).toBe(401);

    const other = await aPerson();
    const added = new Authenticator(origin).create(await optionsOf(browser));
    other.browser.cookies.set('challenge', browser.cookies.get('challenge') ?? '');
    expect((await add(other.browser, added)).status).toBe(409);
    // A challenge for signing in is none for adding.
    const { challenge } = await signInOptions(browser);
    const crossed = new Authenticator(origin).create({ challenge, user: { id: 'x' } });
    expect((await add(browser, crossed)).status).toBe(409);
  });

  test('works for ten minutes after its challenge was issued', async () => {
    const { authenticator } = await aPersonWithPasskey();
    const browser = visitor();
    const response = authenticator.get(await signInOptions(browser));
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    const { status } = await signIn(browser, response);
    clock.mockRestore();
    expect(status).toBe(401);
  });

  test('is added once for a challenge, also by simultaneous requests', async () => {
    const { browser } = await aPerson();
    const options = await optionsOf(browser);
    const credentials = [1, 2, 3].map(() => new Authenticator(origin).create(options));
    const responses = await Promise.all(credentials.map((credential, index) => add(browser, credential, `${index}`)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('that was copied is refused by its counter', async () => {
    const { authenticator } = await aPersonWithPasskey();
    const use = async (counter: number) => {
      const browser = visitor();
      authenticator.counter = counter;
      return (await signIn(browser, authenticator.get(await signInOptions(browser)))).status;
    };
    expect([await use(7), await use(7), await use(3), await use(0), await use(8)]).toEqual([200, 401, 401, 401, 200]);
  });

  test('ends with a reset, and does not work for a deactivated account', async () => {
    const { authenticator, email, passkey } = await aPersonWithPasskey();
    const attempt = async () => {
      const browser = visitor();
      return (await signIn(browser, authenticator.get(await signInOptions(browser)))).status;
    };
    const activate = (active: boolean) => admin.send('PUT', `/api/accounts/${email}`, { active });
    await activate(false);
    expect(await attempt()).toBe(401);
    await activate(true);
    expect(await attempt()).toBe(200);
    await reset(email);
    const rows = await api.database.rows(sql(`select from passkey where id = ${passkey.passkey_id}`));
    expect(rows).toHaveLength(0);
  });

  test('with nonsense in it is refused without an error', async () => {
    const { authenticator } = await aPersonWithPasskey();
    const browser = visitor();
    const valid = authenticator.get(await signInOptions(browser));
    for (const response of [{}, { ...valid.response, clientDataJSON: 'x' }, { ...valid.response, signature: '%' }])
      expect((await signIn(browser, { ...valid, response })).status).toBe(401);
    expect((await signIn(browser, { ...valid, id: 'constructor', rawId: 'constructor' })).status).toBe(401);
    expect((await browser.post('/api/auth/passkey', { credential: { ...valid, type: 'x' } })).status).toBe(422);
  });

  test('is neither offered nor accepted while accounts of the archive are switched off', async () => {
    const { authenticator } = await aPersonWithPasskey();
    const provider = {
      id: 'museum',
      name: 'Museum',
      issuer: 'https://login.example.org',
      client_id: 'archive',
      client_secret: 'confidential',
      roles: { curator: ['curators'] },
    };
    const other = await startApi({
      environment: { SIGN_ON_PROVIDERS: JSON.stringify([provider]), LOCAL_ACCOUNTS: 'false' },
      databaseUrl: api.config.database.url,
    });
    const browser = visitor();
    const elsewhere = new Browser(namedOrigin(other));
    authenticator.origin = elsewhere.url;
    const credential = authenticator.get(await signInOptions(browser));
    elsewhere.cookies.set('challenge', browser.cookies.get('challenge') ?? '');
    expect(await read(elsewhere.post('/api/auth/passkey/options'))).toEqual({ options: null });
    elsewhere.cookies.set('challenge', browser.cookies.get('challenge') ?? '');
    expect((await signIn(elsewhere, credential)).status).toBe(401);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await other.close();
  });

  test('is not for the account in the configuration', async () => {
    expect((await admin.post('/api/account/passkeys/options')).status).toBe(409);
    expect((await admin.post('/api/account/second-factor/start')).status).toBe(409);
  });
});

describe('the second factor', () => {
  const codeAt = (email: string, step: number) => codeOfAccount(api, email, step);
  async function aPersonWithCodes() {
    const person = await aPerson();
    return { ...person, ...(await turnOnCodes(api, person.browser, person.email)) };
  }

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('has the code of RFC 6238 at %i s', (seconds, code) => {
    expect(codeOf(Buffer.from('12345678901234567890'), Math.floor(seconds / 30))).toBe(code);
  });

  test('is turned on with the password and a code, and then needed at each sign-in', async () => {
    const { browser, email, name } = await aPerson();
    browser.password = undefined;
    expect((await browser.post('/api/account/second-factor/start')).status).toBe(403);
    browser.password = PASSWORD;
    const { secret, uri } = await read<{ secret: string; uri: string }>(
      browser.post('/api/account/second-factor/start'),
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/[^?]+\?secret=[A-Z2-7]{32}&issuer=./);
    const activate = (code: string) => browser.post('/api/account/second-factor/activate', { code });
    expect((await activate(await codeAt(email, now() + 9))).status).toBe(422);
    expect((await login(email)).status).toBe(200);
    const code = await codeAt(email, now());
    const activated = await activate(code);
    const { recovery_codes: codes } = await read<{ recovery_codes: string[] }>(activated);
    expect(new Set(codes).size).toBe(10);
    expect((await activate(code)).status).toBe(409);
    expect((await browser.post('/api/account/second-factor/start')).status).toBe(409);

    const other = api.visitor();
    const withoutCode = await login(email, undefined, other);
    expect([withoutCode.status, await withoutCode.json()]).toMatchObject([401, { type: CODE_REQUIRED }]);
    expect(other.cookies.size).toBe(0);
    const rejected = await login(email, undefined, api.visitor(), 'wrong');
    expect([rejected.status, await rejected.json()]).toMatchObject([
      401,
      { type: 'about:blank', detail: 'Invalid credentials. Please try again.' },
    ]);
    const signedIn = await login(email, ` ${(await codeAt(email, now() + 1)).replace(/^.../, '$& ')} `, other);
    expect([signedIn.status, await signedIn.json()]).toEqual([200, { username: name, role: 'curator' }]);
    await waitUntil(async () => (await events('second-factor-enabled')).some(({ actor }) => actor === name));
  });

  test('says nothing to those who don’t know the password', async () => {
    const { email } = await aPersonWithCodes();
    const code = await codeAt(email, now());
    const response = await login(email, code, api.visitor(), 'wrong');
    expect(await response.json()).toMatchObject({ type: 'about:blank' });
    expect((await login(email, code)).status).toBe(200);
  });

  test('accepts each code once, also for simultaneous sign-ins, and none of an earlier step', async () => {
    const { email, activation } = await aPersonWithCodes();
    expect((await login(email, activation)).status).toBe(401);
    const next = await codeAt(email, now() + 1);
    const responses = await Promise.all([1, 2, 3].map(() => login(email, next)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await login(email, await codeAt(email, now()))).status).toBe(401);
    expect((await login(email, await codeAt(email, now() + 9))).status).toBe(401);
  });

  test('accepts each recovery code once, in any spelling, and stores only hashes', async () => {
    const { browser, email, name, recovery } = await aPersonWithCodes();
    const [first = '', second = ''] = recovery;
    const responses = await Promise.all([1, 2, 3].map(() => login(email, first)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await login(email, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await browser.json('/api/account/second-factor')).toMatchObject({ recovery_codes_left: 8 });
    const other = await aPersonWithCodes();
    expect((await login(other.email, recovery[2])).status).toBe(401);
    const { rows } = await api.database.pool.query<{ row: string }>('select f::text as row from second_factor f');
    for (const code of recovery)
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(code.replaceAll('-', '').toUpperCase()).toString('hex'));
    await waitUntil(
      async () => (await events('recovery-code-used')).filter(({ actor }) => actor === name).length === 2,
    );
  });

  test('slows down guesses at codes, from all addresses and on a known device', async () => {
    const { email, browser } = await aPersonWithCodes();
    const guesses = async (device: Browser) => {
      const statuses: number[] = [];
      for (let guess = 0; guess < 6; guess += 1) statuses.push((await login(email, '000000', device)).status);
      return statuses;
    };
    expect(await guesses(api.visitor())).toEqual([401, 401, 401, 401, 401, 429]);
    // The right code is not checked either; the known device of the person still works, within its own budget.
    expect((await login(email, await codeAt(email, now()))).status).toBe(429);
    expect((await login(email, await codeAt(email, now()), browser)).status).toBe(200);
    expect(await guesses(browser)).toContain(429);
  });

  test('is not skipped by calling what comes after it, after the right password', async () => {
    const { email } = await aPersonWithCodes();
    const attacker = api.visitor();
    expect((await login(email, undefined, attacker)).status).toBe(401);
    expect((await login(email, '', attacker)).status).toBe(401);
    for (const [method, path, body] of [
      ['GET', '/api/account'],
      ['DELETE', '/api/account/second-factor'],
      ['POST', '/api/account/second-factor/start'],
      ['POST', '/api/account/second-factor/activate', { code: '000000' }],
      ['POST', '/api/account/passkeys/options'],
      ['POST', '/api/account/password', { current_password: PASSWORD, new_password: 'seven copper kettles' }],
      ['POST', '/api/tokens', { label: 'x', scopes: ['upload'] }],
      ['POST', `/api/auth/confirmations/${'x'.repeat(43)}`, { password: PASSWORD }],
    ] as const)
      expect([path, (await attacker.send(method, path, body)).status]).toEqual([path, 401]);
    expect((await attacker.get(`/confirm/${'x'.repeat(43)}`)).status).toBe(404);
    expect(await isSignedIn(attacker)).toBe(false);
    const extra = await attacker.post('/api/auth/login', { username: email, password: PASSWORD, code_verified: true });
    expect(extra.status).not.toBe(200);
  });

  test('ends with the password, or with a reset by an administrator', async () => {
    const { browser, email } = await aPersonWithCodes();
    browser.password = undefined;
    expect((await browser.send('DELETE', '/api/account/second-factor')).status).toBe(403);
    browser.password = PASSWORD;
    expect((await browser.send('DELETE', '/api/account/second-factor')).status).toBe(204);
    expect((await login(email)).status).toBe(200);

    const other = await aPersonWithCodes();
    const link = await read<Invited>(reset(other.email));
    const body = { token: tokenOf(link), password: PASSWORD };
    expect((await api.visitor().post('/api/auth/invitation/accept', body)).status).toBe(200);
    expect((await login(other.email)).status).toBe(200);
  });
});
