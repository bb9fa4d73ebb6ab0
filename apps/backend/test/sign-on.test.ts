import type { Account, SecurityEvent } from '@archive/contracts';
import { freePort } from '@archive/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aPersonWith, invite, type Invited, tokenOf } from './support/accounts.ts';
import { startApi, type TestApi } from './support/api.ts';
import { Browser } from './support/browser.ts';
import { CLIENT, startProvider, type TestProvider } from './support/sign-on-provider.ts';
import { sql } from './support/sql.ts';
import { waitUntil } from './support/wait-until.ts';

const ROLES = { administrator: ['archive-admins'], curator: ['archive-curators'], reader: ['staff'] };
let api: TestApi;
let museum: TestProvider;
let university: TestProvider;
let admin: Browser;

const startArchive = async (origin: string, environment: Record<string, string> = {}, databaseUrl?: string) => {
  const providers = [
    { id: 'museum', name: 'Museum', issuer: museum.issuer },
    { id: 'university', name: 'University', issuer: university.issuer },
  ].map((provider) => ({ ...provider, ...CLIENT, scope: 'openid profile email groups', roles: ROLES }));
  return startApi({
    environment: { PUBLIC_URL: origin, SIGN_ON_PROVIDERS: JSON.stringify(providers), ...environment },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
};

/** Where people open the archive: the redirects of the providers lead there. */
let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await freePort('127.0.0.1')}`;
  museum = await startProvider([origin]);
  university = await startProvider([origin], 'university');
  api = await startArchive(origin);
  admin = await api.signIn();
});
afterAll(async () => {
  await api?.close();
  await museum?.close();
  await university?.close();
});
beforeEach(async () => {
  museum.tamper(undefined);
  museum.setAvailable(true);
  await api.database.execute(sql('delete from login_attempt'));
});

const begin = async (browser: Browser, body: object = {}, provider = 'museum') => {
  const response = await browser.post(`/api/auth/sign-on/${provider}`, body);
  const { url = '' } = (await response.json()) as { url?: string };
  return { status: response.status, url };
};

/** Follows a person through the pages of the provider. Returns the address of the archive that these lead to. */
async function walkThrough(url: string, person: string | undefined, at = museum): Promise<string> {
  const browser = new Browser(at.issuer);
  let next = url;
  for (let steps = 0; steps < 10; steps += 1) {
    if (!next.startsWith(at.issuer)) return next;
    const path = next.slice(at.issuer.length);
    const response = path.startsWith('/interaction/')
      ? await browser.request('POST', path, {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: person === undefined ? '' : `person=${person}`,
        })
      : await browser.get(path);
    next = new URL(response.headers.get('location') ?? '/no-redirect', next).href;
  }
  throw new Error(`The provider did not lead back: ${next}`);
}

/** Opens an address of the archive, and returns where it leads. */
async function returnTo(browser: Browser, url: string): Promise<string | null> {
  const { pathname, search } = new URL(url);
  const response = await browser.get(pathname + search);
  expect(response.status).toBe(303);
  return response.headers.get('location');
}

async function signOn(person: string | undefined, { browser = api.visitor(), body = {}, at = museum } = {}) {
  const id = at === museum ? 'museum' : 'university';
  const { url } = await begin(browser, body, id);
  const location = await returnTo(browser, await walkThrough(url, person, at));
  return { browser, location };
}

let count = 0;
/** A new person at the provider. */
function aPerson(claims: Record<string, unknown> = {}, at = museum) {
  const subject = `person${(count += 1)}`;
  const email = `${subject}@museum.example`;
  at.people.set(subject, {
    name: `Guest ${count}`,
    email,
    email_verified: true,
    groups: ['archive-curators'],
    ...claims,
  });
  return { subject, email, name: `Guest ${count}` };
}
const regroup = (subject: string, groups: unknown) =>
  museum.people.set(subject, { ...museum.people.get(subject), groups });

const sessionOf = (browser: Browser) => browser.json('/api/auth/session');
const accountOf = async (email: string) =>
  (await admin.json<Account[]>('/api/accounts')).find((account) => account.email === email);
const events = async (kind: string) =>
  (await admin.json<{ events: SecurityEvent[] }>(`/api/system/security-events?kind=${kind}`)).events;
const SIGNED_OUT = { authenticated: false, username: null, role: null };

describe('signing in with a provider', () => {
  test('adds the account at the first time, and opens the page that was asked for', async () => {
    const { subject, name, email } = aPerson();
    const { browser, location } = await signOn(subject, { body: { to: '/voyages?q=1' } });
    expect(location).toBe(`/?${new URLSearchParams({ to: '/voyages?q=1' })}`);
    expect(await sessionOf(browser)).toEqual({ authenticated: true, username: name, role: 'curator' });
    expect(await browser.json('/api/account')).toMatchObject({ name, email, provider: 'Museum', configured: false });
    expect(await accountOf(email)).toMatchObject({ state: 'active', provider: 'Museum', created_by: 'Museum' });
    const [event] = await events('login-succeeded');
    expect(event).toMatchObject({ actor: name, details: { method: 'Museum' } });

    const again = await signOn(subject);
    expect(again.location).toBe('/');
    expect(await sessionOf(again.browser)).toMatchObject({ username: name });
    expect((await admin.json<Account[]>('/api/accounts')).filter((account) => account.email === email)).toHaveLength(1);
  });

  test('twice at the same moment adds one account', async () => {
    const { subject, name } = aPerson();
    const results = await Promise.all([1, 2, 3].map(() => signOn(subject)));
    expect(results.map(({ location }) => location)).toEqual(['/', '/', '/']);
    for (const { browser } of results) expect(await sessionOf(browser)).toMatchObject({ username: name });
  });

  test('gives a name that another account has a number, and keeps the names of others', async () => {
    const { name } = await aPersonWith(api, admin, 'reader', 'Anna Weber');
    const same = aPerson({ name });
    const { browser } = await signOn(same.subject);
    expect(await sessionOf(browser)).toMatchObject({ username: 'Anna Weber 2' });
    for (const [claimed, expected] of [
      ['curator', 'curator 2'],
      ['token: x@y\u202e', 'token x y'],
      [7, /^person\d+$/],
      ['constructor', 'constructor'],
    ] as const) {
      const person = await signOn(aPerson({ name: claimed }).subject);
      expect(await sessionOf(person.browser)).toMatchObject({
        username: typeof expected === 'string' ? expected : expect.stringMatching(expected),
      });
    }
  });

  test('two providers with the same subject and address are two people', async () => {
    const { subject, email } = aPerson();
    university.people.set(subject, { name: 'Other', email, email_verified: true, groups: ['archive-admins'] });
    await signOn(subject);
    const other = await signOn(subject, { at: university });
    expect(other.location).toBe('/?sign_on=email-taken');
    expect(await sessionOf(other.browser)).toEqual(SIGNED_OUT);
    expect(await accountOf(email)).toMatchObject({ role: 'curator', provider: 'Museum' });
  });

  test('signs out at the provider too, and leads back to the archive', async () => {
    const { subject } = aPerson();
    const { browser } = await signOn(subject);
    const response = await browser.post('/api/auth/logout');
    expect(response.status).toBe(200);
    const { url } = (await response.json()) as { url: string };
    expect(url).toMatch(new RegExp(`^${museum.issuer}/session/end\\?`));
    expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`);
    expect(await (await fetch(url)).text()).toContain('session/end/confirm');
    expect(await sessionOf(browser)).toEqual(SIGNED_OUT);
    expect((await (await api.signIn()).post('/api/auth/logout')).status).toBe(204);
  });
});

describe('the groups at the provider', () => {
  test.each([
    ['a text', 'archive-admins'],
    ['an object', { 'archive-admins': true }],
    ['a number', 7],
    ['nested lists', [['archive-admins']]],
    ['names that start alike', ['archive-admins-alumni', 'Archive-Admins']],
    ['names of properties', ['constructor', '__proto__', '*']],
    ['none', []],
    ['null', null],
  ])('give no role as %s', async (_, groups) => {
    const { subject, email } = aPerson({ groups });
    const { browser, location } = await signOn(subject);
    expect(location).toBe('/?sign_on=no-role');
    expect(await sessionOf(browser)).toEqual(SIGNED_OUT);
    expect(await accountOf(email)).toBeUndefined();
  });

  test('give the most powerful of two roles', async () => {
    const { browser } = await signOn(aPerson({ groups: ['staff', 'archive-curators', 7, null] }).subject);
    expect(await sessionOf(browser)).toMatchObject({ role: 'curator' });
  });

  test('are read again at each sign-in: a lost group lowers the role and ends the other sessions', async () => {
    const { subject, email } = aPerson({ groups: ['archive-admins'] });
    const first = await signOn(subject);
    expect(await sessionOf(first.browser)).toMatchObject({ role: 'administrator' });
    regroup(subject, ['staff']);
    const second = await signOn(subject);
    expect(await sessionOf(second.browser)).toMatchObject({ role: 'reader' });
    expect((await first.browser.get('/api/tags')).status).toBe(401);

    regroup(subject, []);
    const third = await signOn(subject);
    expect(third.location).toBe('/?sign_on=no-role');
    expect((await second.browser.get('/api/tags')).status).toBe(401);
    regroup(subject, ['staff']);
    expect((await signOn(subject)).location).toBe('/');
    expect(await accountOf(email)).toMatchObject({ role: 'reader' });
  });

  test('alone decide about the role', async () => {
    const { subject, email } = aPerson();
    await signOn(subject);
    const response = await admin.send('PUT', `/api/accounts/${email}`, { role: 'administrator' });
    expect(response.status).toBe(409);
  });
});

test('what needs the password again is left to the account in the configuration', async () => {
  const { browser } = await signOn(aPerson({ groups: ['archive-admins'] }).subject);
  expect((await browser.get('/api/accounts')).status).toBe(200);
  const response = await browser.post('/api/accounts', { name: 'Eve', email: 'eve@example.org', role: 'reader' });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('accounts of providers have none') });
});

describe('an existing account', () => {
  test('is not taken over by an equal e-mail address, verified or not', async () => {
    const { email } = await aPersonWith(api, admin, 'administrator');
    for (const email_verified of [true, false, 'true', undefined]) {
      const { location, browser } = await signOn(aPerson({ email: email.toUpperCase(), email_verified }).subject);
      expect(location).toBe(`/?sign_on=${email_verified === true ? 'email-taken' : 'unverified'}`);
      expect(await sessionOf(browser)).toEqual(SIGNED_OUT);
    }
  });

  test('is connected with its invitation, which works once, and then has no password', async () => {
    const { token, email } = await invite(admin, 'reader');
    const { subject } = aPerson({ email });
    const { browser, location } = await signOn(subject, { body: { invitation: token } });
    expect(location).toBe('/');
    expect(await browser.json('/api/account')).toMatchObject({ email, provider: 'Museum', role: 'curator' });
    const other = await signOn(aPerson().subject, { body: { invitation: token } });
    expect(other.location).toBe('/?sign_on=invitation');
    const accept = await api.visitor().post('/api/auth/invitation/accept', { token, password: 'nine brass lanterns' });
    expect(accept.status).toBe(404);
  });

  test('is refused once it is deactivated, and its sessions end', async () => {
    const { subject, email } = aPerson();
    const { browser } = await signOn(subject);
    expect((await admin.send('PUT', `/api/accounts/${email}`, { active: false })).status).toBe(200);
    expect((await browser.get('/api/tags')).status).toBe(401);
    const again = await signOn(subject);
    expect(again.location).toBe('/?sign_on=deactivated');
    expect(await sessionOf(again.browser)).toEqual(SIGNED_OUT);
  });

  test('leaves its provider with a reset', async () => {
    const { subject, email } = aPerson();
    const { browser } = await signOn(subject);
    const response = await admin.post(`/api/accounts/${email}/reset`);
    const token = tokenOf((await response.json()) as Invited);
    expect((await browser.get('/api/tags')).status).toBe(401);
    expect(await accountOf(email)).toMatchObject({ provider: null, state: 'invited' });
    expect((await signOn(subject)).location).toBe('/?sign_on=email-taken');
    expect((await signOn(subject, { body: { invitation: token } })).location).toBe('/');
  });
});

describe('an answer of the provider is refused', () => {
  const rejects = async (browser: Browser, url: string, reason: string) => {
    expect(await returnTo(browser, url)).toBe(`/?sign_on=${reason}`);
    expect(await sessionOf(browser)).toEqual(SIGNED_OUT);
  };
  const changed = (url: string, name: string, value: string | null) => {
    const result = new URL(url);
    if (value === null) result.searchParams.delete(name);
    else result.searchParams.set(name, value);
    return result.href;
  };

  test.each([
    ['without a state', 'state', null, 'expired'],
    ['with another state', 'state', 'x'.repeat(43), 'expired'],
    ['of another issuer', 'iss', 'https://login.example.org', 'failed'],
    ['without an issuer', 'iss', null, 'failed'],
    ['with a guessed code', 'code', 'guess', 'expired'],
    ['without a code', 'code', null, 'failed'],
  ])('%s', async (_, name, value, reason) => {
    const browser = api.visitor();
    const { url } = await begin(browser);
    await rejects(browser, changed(await walkThrough(url, aPerson().subject), name, value), reason);
  });

  test('in another browser, and again in the same one', async () => {
    const browser = api.visitor();
    const { url } = await begin(browser);
    const cookie = browser.cookies.get('sign-on') ?? '';
    const response = await walkThrough(url, aPerson().subject);
    const other = api.visitor();
    await rejects(other, response, 'expired');
    await begin(other);
    await rejects(other, response, 'expired');
    expect(await returnTo(browser, response)).toBe('/');

    const again = api.visitor();
    await rejects(again, response, 'expired');
    again.cookies.set('sign-on', cookie);
    await rejects(again, response, 'expired');
  });

  test('that was asked of another provider', async () => {
    const browser = api.visitor();
    const { url } = await begin(browser);
    const response = await walkThrough(url, aPerson().subject);
    await rejects(browser, response.replace('/sign-on/museum', '/sign-on/university'), 'expired');
  });

  test('after ten minutes, also with a cookie that claims to be newer', async () => {
    for (const age of [11 * 60_000, 60_000]) {
      const browser = api.visitor();
      const { url } = await begin(browser);
      const [random = '', payload = ''] = (browser.cookies.get('sign-on') ?? '').split('.');
      const attempt = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { startedAt: number };
      const older = Buffer.from(JSON.stringify({ ...attempt, startedAt: attempt.startedAt - age }));
      browser.cookies.set('sign-on', `${random}.${older.toString('base64url')}`);
      await rejects(browser, await walkThrough(url, aPerson().subject), 'expired');
    }
  });

  const HOUR = 3600;
  test.each([
    ['for another audience', (claims: object) => ({ ...claims, aud: 'another client' }), false, 'failed'],
    ['with another nonce', (claims: object) => ({ ...claims, nonce: 'another' }), false, 'failed'],
    ['without a nonce', (claims: object) => ({ ...claims, nonce: undefined }), false, 'failed'],
    ['of another issuer', (claims: object) => ({ ...claims, iss: 'https://login.example.org' }), false, 'failed'],
    ['of another person than the user information', (claims: object) => ({ ...claims, sub: 'x' }), false, 'failed'],
    ['signed with another key', undefined, true, 'failed'],
    [
      'that has expired, or whose clock is wrong',
      (claims: { exp?: unknown }) => ({ ...claims, exp: Number(claims.exp) - 2 * HOUR }),
      false,
      'clock',
    ],
  ])('with an ID token %s', async (_, change, withOtherKey, reason) => {
    const browser = api.visitor();
    const { url } = await begin(browser);
    const response = await walkThrough(url, aPerson().subject);
    museum.tamper(change, withOtherKey);
    await rejects(browser, response, reason);
  });

  test('if the person refuses there', async () => {
    const { location, browser } = await signOn(undefined);
    expect(location).toBe('/?sign_on=canceled');
    expect(await sessionOf(browser)).toEqual(SIGNED_OUT);
    // Events are written after the response.
    await waitUntil(async () =>
      (await events('login-failed')).some(
        ({ details }) => details['method'] === 'Museum' && details['reason'] === 'canceled',
      ),
    );
  });

  test('more than ten times a minute', async () => {
    const locations = [];
    for (let i = 0; i < 11; i += 1)
      locations.push(await returnTo(api.visitor(), `${origin}/sign-on/museum?code=x&state=y`));
    expect(locations.at(9)).toBe('/?sign_on=expired');
    expect(locations.at(10)).toBe('/?sign_on=busy');
  });
});

describe('the way to the provider', () => {
  test('has PKCE, a state and a nonce of its own, and the address of the archive', async () => {
    const [first, second] = [await begin(api.visitor()), await begin(api.visitor())];
    const parameters = new URL(first.url).searchParams;
    expect(parameters.get('code_challenge_method')).toBe('S256');
    expect(parameters.get('redirect_uri')).toBe(`${origin}/sign-on/museum`);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(parameters.get(name)).not.toBe(new URL(second.url).searchParams.get(name));
  });

  test('the provider refuses another address to return to', async () => {
    const { url } = await begin(api.visitor());
    const redirected = url.replace(encodeURIComponent(origin), encodeURIComponent('https://attacker.example'));
    expect(redirected).not.toBe(url);
    const response = await fetch(redirected, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  test('is not shown for an unknown provider, or one that can’t be reached, which is tried again at once', async () => {
    expect((await begin(api.visitor(), {}, 'unknown')).status).toBe(404);
    expect((await begin(api.visitor(), {}, 'constructor')).status).toBe(404);
    expect((await api.visitor().get('/sign-on/constructor?code=x')).status).toBe(404);
    const fresh = await startArchive(origin);
    try {
      museum.setAvailable(false);
      const response = await fresh.visitor().post('/api/auth/sign-on/museum', {});
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        detail: 'Can’t reach Museum. Try again in a few minutes, or sign in another way.',
      });
      museum.setAvailable(true);
      expect((await begin(fresh.visitor())).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  test('a provider that goes away on the way back is named as the reason', async () => {
    const browser = api.visitor();
    const { url } = await begin(browser);
    const response = await walkThrough(url, aPerson().subject);
    museum.setAvailable(false);
    expect(await returnTo(browser, response)).toBe('/?sign_on=unavailable');
  });

  test.each(['https://attacker.example', '//attacker.example', '/\\attacker.example', 'javascript:alert(1)'])(
    'leads to no other website: %s',
    async (to) => {
      const { location } = await signOn(aPerson().subject, { body: { to } });
      expect(location).toBe(`/?${new URLSearchParams({ to })}`);
      expect(new URL(location ?? '', origin).origin).toBe(origin);
    },
  );

  test('needs a page of the archive', async () => {
    const response = await api.visitor().post('/api/auth/sign-on/museum', {}, { origin: 'https://attacker.example' });
    expect(response.status).toBe(403);
  });
});

describe('without local accounts', () => {
  test('no passkey is offered', async () => {
    await aPersonWith(api, admin, 'reader');
    await api.database.execute(
      sql(`insert into passkey (account_id, name, credential_id, public_key, transports, counter, challenged_at)
        select max(id), 'Phone', 'credential', '', '{}', 0, 0 from account`),
    );
    const offers = [];
    for (const LOCAL_ACCOUNTS of ['true', 'false']) {
      const archive = await startArchive('http://localhost', { LOCAL_ACCOUNTS }, api.config.database.url);
      const response = await archive.visitor().post('/api/auth/passkey/options');
      offers.push(((await response.json()) as { options: object | null }).options !== null);
      await archive.close();
    }
    expect(offers).toEqual([true, false]);
  });

  test('passwords and links of invited people are refused, the configured pair is not, and their sessions end', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'curator');
    const { token } = await invite(admin, 'reader');
    const provided = await signOn(aPerson().subject);
    const strict = await startArchive(origin, { LOCAL_ACCOUNTS: 'false' }, api.config.database.url);
    try {
      const login = { username: email, password: browser.password };
      expect((await strict.visitor().post('/api/auth/login', login)).status).toBe(401);
      const accept = await strict
        .visitor()
        .post('/api/auth/invitation/accept', { token, password: 'nine brass lanterns' });
      expect(accept.status).toBe(409);
      await strict.signIn();
      const [event] = await events('login-succeeded');
      expect(event).toMatchObject({ actor: 'curator' });
      // Sessions end after the server has started.
      await waitUntil(async () => (await browser.get('/api/tags')).status === 401);
      expect((await provided.browser.get('/api/tags')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
