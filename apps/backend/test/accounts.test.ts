// cspell:ignore Béla béla ＣＡＲＬＡ
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Account, SecurityEvent, Session } from '@archive/contracts';
import { aPersonWith, invite, type Invited, PASSWORD, tokenOf } from './support/accounts.ts';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { sendPackage } from './support/package.ts';
import { sql } from './support/sql.ts';
import { waitUntil, waitUntilBlocked } from './support/wait-until.ts';

let api: TestApi;
let secondApi: TestApi;
let admin: Browser;
beforeAll(async () => {
  api = await startApi();
  secondApi = await startApi({ databaseUrl: api.config.database.url });
  admin = await api.signIn();
});
afterAll(async () => {
  await secondApi?.close();
  await api?.close();
});

const voyage = (title: string) => ({ title, start_date: '1946-03-07' });
const OTHER_PASSWORD = 'seven copper kettles';
const signInAt = async (at: TestApi, username: string, password = PASSWORD) => {
  const browser = at.visitor();
  const { status } = await browser.post('/api/auth/login', { username, password });
  return { browser, status };
};
const statusOfSignIn = async (username: string, password?: string) => (await signInAt(api, username, password)).status;
const isSignedIn = async (browser: Browser) => (await browser.get('/api/tags')).status === 200;
const update = (email: string, body: object, by = admin) =>
  by.send('PUT', `/api/accounts/${encodeURIComponent(email)}`, body);
const sessionOf = (browser: Browser) => browser.json<Session>('/api/auth/session');
const uploadToken = async (browser: Browser) => {
  const created = await browser.post('/api/tokens', { label: 'Scanner', scopes: ['upload'] });
  return ((await created.json()) as { token: string }).token;
};
const useToken = (at: TestApi, token: string) =>
  at.visitor().post('/api/curator/media/check-links', {}, { authorization: `Bearer ${token}` });
const reset = (email: string) => admin.post(`/api/accounts/${encodeURIComponent(email)}/reset`);
const accept = (token: string, password = PASSWORD, browser = api.visitor()) =>
  browser.post('/api/auth/invitation/accept', { token, password });
const accountOf = async (email: string) =>
  (await admin.json<Account[]>('/api/accounts')).find((account) => account.email === email);
const events = async (kind: string) =>
  (await admin.json<{ events: SecurityEvent[] }>(`/api/system/security-events?kind=${kind}`)).events;

describe('an archive without further accounts', () => {
  test('has the configured one, which is an administrator and which nothing can change', async () => {
    const other = await startApi();
    const browser = await other.signIn();
    expect(await browser.json('/api/accounts')).toMatchObject([
      { name: 'curator', email: null, role: 'administrator', state: 'active' },
    ]);
    expect(await browser.json('/api/account')).toEqual({
      name: 'curator',
      email: null,
      role: 'administrator',
      provider: null,
      configured: true,
    });
    expect((await browser.send('PUT', '/api/account', { name: 'Ann' })).status).toBe(409);
    const passwords = { current_password: CURATOR.password, new_password: OTHER_PASSWORD };
    expect((await browser.post('/api/account/password', passwords)).status).toBe(409);
    await other.close();
  });
});

describe('an invitation', () => {
  test('lets one person choose a password, once, and signs them in', async () => {
    const { token, email, invitation } = await invite(admin, 'curator', 'Anna Weber');
    expect(Date.parse(invitation.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(await accountOf(email)).toMatchObject({ state: 'invited', created_by: 'curator' });
    expect(await (await api.visitor().post('/api/auth/invitation', { token })).json()).toEqual({
      name: 'Anna Weber',
      email,
    });

    const browser = api.visitor();
    const response = await accept(token, PASSWORD, browser);
    expect([response.status, await response.json()]).toEqual([200, { username: 'Anna Weber' }]);
    expect(await browser.json('/api/auth/session')).toEqual({
      authenticated: true,
      username: 'Anna Weber',
      role: 'curator',
    });
    expect(await accountOf(email)).toMatchObject({ state: 'active', invitation_expires_at: null });
    expect((await accept(token, OTHER_PASSWORD)).status).toBe(404);
    expect((await api.visitor().post('/api/auth/invitation', { token })).status).toBe(404);
  });

  test('used twice at the same moment works once', async () => {
    const { token } = await invite(admin, 'reader');
    const responses = await Promise.all(
      [api, secondApi, api, secondApi].map((at) => accept(token, PASSWORD, at.visitor())),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
  });

  test('that has expired, is guessed, or was replaced does not work', async () => {
    const expired = await invite(admin, 'reader');
    await api.database.execute(
      sql(`update account set invitation_expires_at = now() - interval '1 second' where email = '${expired.email}'`),
    );
    expect((await accept(expired.token)).status).toBe(404);

    const { email, token } = await invite(admin, 'reader');
    for (const guess of ['', 'x', token.slice(1), `${token} `, token.toLowerCase(), "' or true --"])
      expect([guess, (await accept(guess)).status]).toEqual([guess, 404]);
    const replaced = (await (await reset(email)).json()) as Invited;
    expect((await accept(token)).status).toBe(404);
    expect((await accept(tokenOf(replaced))).status).toBe(200);
  });

  test('is stored as a hash only', async () => {
    const { token, email } = await invite(admin, 'reader');
    const row = await api.database.row(
      sql<{ row: string }>(`select a::text as row from account a where email = '${email}'`),
    );
    expect(row?.row).not.toContain(token);
    expect(row?.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('does not work for a deactivated account', async () => {
    const { token, email } = await invite(admin, 'reader');
    expect((await update(email, { active: false })).status).toBe(200);
    expect((await accept(token)).status).toBe(404);
    expect((await reset(email)).status).toBe(409);
  });

  test.each([
    ['too short', 'eleven char', 'Use at least 12 characters.'],
    ['common', 'password1234', 'This password is easy to guess. Choose another one.'],
    ['the own name', 'Rosalind1234', 'This password is easy to guess. Choose another one.'],
    ['the title of the archive', 'sequoia123456', 'This password is easy to guess. Choose another one.'],
  ])('refuses a password that is %s, and can be used afterwards', async (kind, password, message) => {
    const { token } = await invite(admin, 'reader', `Rosalind ${kind}`);
    const response = await accept(token, password);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ path: 'password', message }] });
    expect((await accept(token)).status).toBe(200);
  });

  test('ends an earlier session of the browser, whose token never becomes that of the account', async () => {
    const { token } = await invite(admin, 'curator');
    const browser = (await aPersonWith(api, admin, 'reader')).browser;
    const planted = browser.cookies.get('session') ?? '';
    expect((await accept(token, PASSWORD, browser)).status).toBe(200);
    expect(browser.cookies.get('session')).not.toBe(planted);
    const attacker = api.visitor();
    attacker.cookies.set('session', planted);
    expect(await isSignedIn(attacker)).toBe(false);
  });
});

describe('signing in', () => {
  test('works with the name or the e-mail address, in any case and spacing, and answers with name and role', async () => {
    const { email } = await aPersonWith(api, admin, 'reader', 'Béla Nagy');
    for (const username of ['Béla Nagy', ' béla  NAGY', 'Béla Nagy', email.toUpperCase()]) {
      const response = await api.visitor().post('/api/auth/login', { username, password: PASSWORD });
      expect([username, await response.json()]).toEqual([username, { username: 'Béla Nagy', role: 'reader' }]);
    }
  });

  test('starts a session with a token of its own: a planted one never becomes valid', async () => {
    const { email } = await aPersonWith(api, admin, 'reader');
    const victim = api.visitor();
    const planted = 'A'.repeat(43);
    victim.cookies.set('session', planted);
    expect((await victim.post('/api/auth/login', { username: email, password: PASSWORD })).status).toBe(200);
    expect(victim.cookies.get('session')).not.toBe(planted);
    const attacker = api.visitor();
    attacker.cookies.set('session', planted);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  test('says the same about unknown, invited and deactivated accounts and wrong passwords', async () => {
    const active = await aPersonWith(api, admin, 'reader');
    const invited = await invite(admin, 'reader');
    const deactivated = await aPersonWith(api, admin, 'reader');
    await update(deactivated.email, { active: false });
    const attempts = [
      [active.email, OTHER_PASSWORD],
      [invited.email, PASSWORD],
      [deactivated.email, PASSWORD],
      ['nobody@example.org', PASSWORD],
      ['constructor', PASSWORD],
    ];
    const responses = await Promise.all(
      attempts.map(async ([username, password]) => {
        const response = await api.visitor().post('/api/auth/login', { username, password });
        const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>;
        return { status: response.status, headers: [...response.headers.keys()].toSorted(), body };
      }),
    );
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(responses[0]).toMatchObject({ status: 401, body: { detail: 'Invalid credentials. Please try again.' } });
  });

  test('takes as long for an unknown account as for a wrong password', async () => {
    const other = await startApi({ environment: { TRUST_PROXY: '1' } });
    const by = await other.signIn();
    const { email } = await aPersonWith(other, by, 'reader');
    let address = 0;
    const msOf = async (username: string) => {
      const headers = { 'x-forwarded-for': `198.51.100.${(address += 1)}` };
      const start = performance.now();
      await other.visitor().post('/api/auth/login', { username, password: 'wrong' }, headers);
      return performance.now() - start;
    };
    // The shortest times, because a busy machine only makes some longer.
    let [known, unknown] = [Infinity, Infinity];
    for (let round = 0; round < 15; round += 1) {
      known = Math.min(known, await msOf(email));
      unknown = Math.min(unknown, await msOf(`nobody-${round}@example.org`));
    }
    // Without a hash to check, an unknown account would take less than half as long.
    expect(unknown / known).toBeGreaterThan(0.6);
    expect(unknown / known).toBeLessThan(1.7);
    await other.close();
  });

  test('with the own device gives no further guesses at the password of another account', async () => {
    const attacker = await aPersonWith(api, admin, 'reader');
    const victim = await aPersonWith(api, admin, 'administrator');
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const browser = api.visitor();
      for (const [name, value] of attacker.browser.cookies) browser.cookies.set(name, value);
      statuses.push((await browser.post('/api/auth/login', { username: victim.email, password: 'x' })).status);
    }
    expect(statuses).toContain(429);
    await api.database.execute(sql('delete from login_attempt'));
  });
});

describe('the role of an account', () => {
  test('is not raised by a crafted body', async () => {
    const { browser, name, email } = await aPersonWith(api, admin, 'reader');
    for (const [method, path, body] of [
      ['PUT', '/api/account', { name, role: 'administrator' }],
      ['PUT', '/api/account', { name, identity: { role: 'administrator' } }],
      ['PUT', `/api/accounts/${email}`, { role: 'administrator' }],
      ['POST', '/api/accounts', { name: 'Mallory', email: 'mallory@example.org', role: 'administrator' }],
    ] as const)
      expect([path, (await browser.send(method, path, body)).status]).toEqual([
        path,
        method === 'PUT' && path === '/api/account' ? 422 : 403,
      ]);
    const { token } = await invite(admin, 'reader');
    const accepted = await api
      .visitor()
      .post('/api/auth/invitation/accept', { token, password: PASSWORD, role: 'administrator' });
    expect(accepted.status).toBe(422);
    const login = await api
      .visitor()
      .post('/api/auth/login', { username: email, password: PASSWORD, role: 'administrator' });
    expect([200, 422]).toContain(login.status);
    expect((await browser.get('/api/accounts')).status).toBe(403);
    expect(await accountOf(email)).toMatchObject({ role: 'reader' });
  });

  test('changes with the next sign-in, because a change ends the sessions', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'reader');
    expect((await browser.post('/api/curator/voyages/', voyage('Not allowed'))).status).toBe(403);
    expect((await update(email, { role: 'curator' })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    const again = (await signInAt(secondApi, email)).browser;
    expect((await again.post('/api/curator/voyages/', voyage('By a new curator'))).status).toBe(201);
  });

  test('and access can’t be changed by oneself', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'administrator');
    expect((await update(email, { role: 'reader' }, browser)).status).toBe(409);
    expect((await update(email, { active: false }, browser)).status).toBe(409);
    expect((await update(email, { name: 'Own New Name' }, browser)).status).toBe(200);
  });

  test('is given only with the password', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'administrator');
    const other = await aPersonWith(api, admin, 'reader');
    browser.password = undefined;
    const body = (await (await update(other.email, { role: 'administrator' }, browser)).json()) as object;
    expect(body).toMatchObject({
      confirmation: { what: `Give the account of ${other.email} the role administrator` },
    });
    expect(await accountOf(other.email)).toMatchObject({ role: 'reader' });
    expect(email).not.toBe(other.email);
  });

  test('of the password that confirms is that of the own account, not the configured one', async () => {
    const { browser } = await aPersonWith(api, admin, 'administrator');
    browser.password = undefined;
    const response = await browser.post('/api/accounts', { name: 'X Y', email: 'x.y@example.org', role: 'reader' });
    const { confirmation } = (await response.json()) as { confirmation: { confirmation_id: string } };
    const confirmWith = async (password: string) =>
      (await browser.post(`/api/auth/confirmations/${confirmation.confirmation_id}`, { password })).status;
    expect(await confirmWith(CURATOR.password)).toBe(401);
    expect(await confirmWith(PASSWORD)).toBe(204);
  });
});

test('only administrators replace what deleted records left by a package', async () => {
  const curator = await aPersonWith(api, admin, 'curator');
  const send = async (browser: Browser) =>
    (await sendPackage(browser, Buffer.from('no package'), '?replace_earlier_work=1')).status;
  expect(await send(curator.browser)).toBe(403);
  expect(await send(admin)).toBe(409);
});

test('a name can’t be an e-mail address or that of a program, also in full-width characters', async () => {
  const victim = await aPersonWith(api, admin, 'curator');
  const { browser } = await aPersonWith(api, admin, 'reader');
  for (const name of [victim.email, victim.email.replace('@', '＠'), 'upload token：Scanning room'])
    expect((await browser.send('PUT', '/api/account', { name })).status).toBe(422);
  expect(await statusOfSignIn(victim.email)).toBe(200);
});

test('a person can change the name ten times, because nobody else may take an earlier one', async () => {
  const { browser } = await aPersonWith(api, admin, 'reader', `Often Renamed`);
  const rename = async (count: number) =>
    (await browser.send('PUT', '/api/account', { name: `Often Renamed ${count}` })).status;
  for (let count = 1; count < 10; count += 1) expect(await rename(count)).toBeLessThan(300);
  expect(await rename(10)).toBe(409);
});

test('readers can’t download packages, which contain the documents of imports', async () => {
  const { browser } = await aPersonWith(api, admin, 'reader');
  expect((await browser.get('/api/export/package')).status).toBe(403);
});

describe('why a session has ended', () => {
  const reasonFor = async (browser: Browser) => (await sessionOf(browser)).end_reason;
  test.each(['role', 'deactivated', 'reset', 'elsewhere'])(
    'is told to its device, and to no other: %s',
    async (reason) => {
      const { browser, email } = await aPersonWith(api, admin, 'reader');
      const other = (await signInAt(secondApi, email)).browser;
      if (reason === 'role') await update(email, { role: 'curator' });
      else if (reason === 'deactivated') await update(email, { active: false });
      else if (reason === 'reset') await reset(email);
      else await other.post('/api/auth/sessions/end-others');
      expect(await reasonFor(browser)).toBe(reason);
      expect(await reasonFor(api.visitor())).toBeUndefined();
      expect(await reasonFor(other)).toBe(reason === 'elsewhere' ? undefined : reason);
      expect(await isSignedIn(other)).toBe(reason === 'elsewhere');
    },
  );

  test('is not the deactivation anymore once it is undone', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'reader');
    await update(email, { active: false });
    await update(email, { active: true });
    expect(await sessionOf(browser)).toEqual({ authenticated: false, username: null, role: null });
  });

  test('is nothing after signing out', async () => {
    const { browser } = await aPersonWith(api, admin, 'reader');
    const session = new Map(browser.cookies);
    await browser.post('/api/auth/logout');
    for (const [cookie, value] of session) browser.cookies.set(cookie, value);
    expect(await sessionOf(browser)).toEqual({ authenticated: false, username: null, role: null });
  });
});

describe('deactivating an account', () => {
  const form = (filename: string, fields = '') =>
    `${fields}--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  const MULTIPART = 'multipart/form-data; boundary=x';
  const title = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nLate\r\n';
  test.each([
    ['a record', '/api/curator/voyages', 'application/json', '{"title": "Late", ', '"start_date": "1946-03-07"}'],
    ['a file', '/api/curator/media/upload', MULTIPART, form('late.pdf', title), '%PDF-1.4\r\n--x--\r\n'],
    ['a document', '/api/curator/ingest', MULTIPART, form('late.md'), '## 1946-03-07\r\n--x--\r\n'],
    ['a package', '/api/curator/archive-package?preview=1', MULTIPART, form('late.zip'), 'PK\r\n--x--\r\n'],
    ['a file with a token', '/api/curator/media/upload', MULTIPART, form('late.pdf', title), '%PDF-1.4\r\n--x--\r\n'],
  ])('saves nothing of %s that is still on its way', async (what, path, type, beginning, rest) => {
    const { browser, email, name } = await aPersonWith(api, admin, 'curator');
    const cookie = [...browser.cookies].map(([cookieName, value]) => `${cookieName}=${value}`).join('; ');
    const who = what.endsWith('token') ? { authorization: `Bearer ${await uploadToken(browser)}` } : { cookie };
    const headers = { ...who, origin: browser.url, 'content-type': type };
    const late = request(new URL(path, browser.url), { method: 'POST', headers });
    const responded = once(late, 'response') as Promise<[IncomingMessage]>;
    late.write(beginning);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await update(email, { active: false })).status).toBe(200);
    late.end(rest);
    const [response] = await responded;
    response.resume();
    expect(response.statusCode).toBe(401);
    const saved = `select from voyage where title = 'Late' union all select from media where title = 'Late' or original_filename = 'late.pdf'
      union all select from ingest_operation where started_by = $1 union all select from package_import where started_by = $1`;
    expect((await api.database.pool.query(saved, [name])).rowCount).toBe(0);
  });

  test('is not undone by a change of the name that waits for it', async () => {
    const { browser, email, name } = await aPersonWith(api, admin, 'reader');
    const client = await api.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from account where email = $1 for update', [email]);
      const renaming = browser.send('PUT', '/api/account', { name: `${name} Poe` });
      await waitUntilBlocked(api.database.pool, renaming);
      await client.query('update account set deactivated_at = now() where email = $1', [email]);
      await client.query('commit');
      expect((await renaming).status).toBe(401);
    } finally {
      client.release();
    }
    expect(await accountOf(email)).toMatchObject({ name, state: 'deactivated' });
  });

  test('ends its sessions, streams and tokens in every process within two seconds', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'curator');
    const elsewhere = (await signInAt(secondApi, email)).browser;
    const token = await uploadToken(browser);
    const upload = (at: TestApi) => useToken(at, token);
    expect((await upload(secondApi)).status).toBe(200);
    const stream = await elsewhere.get('/api/frontends/events');
    const ended = stream.text();
    expect((await update(email, { active: false })).status).toBe(200);
    const start = performance.now();
    expect(await Promise.all([browser, elsewhere].map(isSignedIn))).toEqual([false, false]);
    expect(await Promise.all([api, secondApi].map(async (at) => (await upload(at)).status))).toEqual([401, 401]);
    await ended;
    expect(performance.now() - start).toBeLessThan(2500);
    expect(await statusOfSignIn(email)).toBe(401);

    expect((await update(email, { active: true })).status).toBe(200);
    expect(await statusOfSignIn(email)).toBe(200);
    expect((await upload(api)).status).toBe(401);
  });

  test('leaves no session of a sign-in at the same moment', async () => {
    const { email } = await aPersonWith(api, admin, 'reader');
    for (let round = 0; round < 5; round += 1) {
      const [signedIn] = await Promise.all([signInAt(secondApi, email), update(email, { active: false })]);
      expect(await isSignedIn(signedIn.browser)).toBe(false);
      await update(email, { active: true });
    }
    await api.database.execute(sql('delete from login_attempt'));
  });
});

describe('resetting a password', () => {
  test('ends the sessions, API tokens and the earlier password, and gives a new link', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'curator');
    const token = await uploadToken(browser);
    expect((await useToken(api, token)).status).toBe(200);
    const body = (await (await reset(email)).json()) as Invited;
    expect(await isSignedIn(browser)).toBe(false);
    expect((await useToken(api, token)).status).toBe(401);
    expect(await statusOfSignIn(email)).toBe(401);
    expect((await accept(tokenOf(body), OTHER_PASSWORD)).status).toBe(200);
    expect(await statusOfSignIn(email)).toBe(401);
    expect(await statusOfSignIn(email, OTHER_PASSWORD)).toBe(200);
  });
});

describe('one’s own account', () => {
  test('has a password that changes only with the current one, and ends the other sessions', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'reader');
    const other = (await signInAt(secondApi, email)).browser;
    const change = (current_password: string, new_password: string) =>
      browser.post('/api/account/password', { current_password, new_password });
    expect(await (await change('wrong', OTHER_PASSWORD)).json()).toMatchObject({
      errors: [{ path: 'current_password', message: 'This is not your current password.' }],
    });
    expect(await (await change(PASSWORD, 'password1234')).json()).toMatchObject({ errors: [{ path: 'new_password' }] });
    expect((await change(PASSWORD, OTHER_PASSWORD)).status).toBe(204);
    expect(await Promise.all([browser, other].map(isSignedIn))).toEqual([true, false]);
    expect(await statusOfSignIn(email)).toBe(401);
    expect(await statusOfSignIn(email, OTHER_PASSWORD)).toBe(200);
  });

  test('has a name that nobody else has or had', async () => {
    const { browser } = await aPersonWith(api, admin, 'curator', 'Carla First');
    const other = await aPersonWith(api, admin, 'curator', 'Dora Other');
    const rename = (by: Browser, name: string) => by.send('PUT', '/api/account', { name });
    expect((await rename(browser, 'Carla Second')).status).toBe(200);
    expect(await browser.json('/api/auth/session')).toMatchObject({ username: 'Carla Second' });
    for (const name of ['Carla First', 'carla second', 'ＣＡＲＬＡ FIRST', 'Curator', 'the server'])
      expect([name, (await rename(other.browser, name)).status]).toEqual([name, 409]);
    for (const name of ['upload token: Scanner', 'x@example.org', 'Carla\u200bSecond', ' '])
      expect([name, (await rename(other.browser, name)).status]).toEqual([name, 422]);
    const taken = { name: 'Carla First', email: 'another@example.org', role: 'reader' };
    expect((await admin.post('/api/accounts', taken)).status).toBe(409);
    expect((await rename(browser, 'Carla First')).status).toBe(200);
  });

  test('has sessions that other accounts neither see nor end', async () => {
    const { browser } = await aPersonWith(api, admin, 'reader');
    const other = await aPersonWith(api, admin, 'administrator');
    const [own] = await browser.json<{ session_id: number }[]>('/api/auth/sessions');
    expect(await other.browser.json('/api/auth/sessions')).toHaveLength(1);
    expect((await other.browser.send('DELETE', `/api/auth/sessions/${own?.session_id}`)).status).toBe(404);
    await other.browser.post('/api/auth/sessions/end-others');
    await admin.post('/api/auth/sessions/end-others');
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('the tokens of an account', () => {
  test('have only scopes of its role, and are its own', async () => {
    const curator = await aPersonWith(api, admin, 'curator');
    const operator = await aPersonWith(api, admin, 'operator');
    const reader = await aPersonWith(api, admin, 'reader');
    const create = (by: Browser, scope: string) => by.post('/api/tokens', { label: 'CI', scopes: [scope] });
    expect((await create(reader.browser, 'upload')).status).toBe(403);
    expect((await create(curator.browser, 'verify')).status).toBe(403);
    expect((await create(operator.browser, 'upload')).status).toBe(403);
    const { token_id } = (await (await create(curator.browser, 'upload')).json()) as { token_id: number };
    expect((await create(operator.browser, 'verify')).status).toBe(200);
    expect(await curator.browser.json('/api/tokens')).toMatchObject([{ created_by: curator.name, scopes: ['upload'] }]);
    expect(await reader.browser.json('/api/tokens')).toEqual([]);
    expect((await operator.browser.send('DELETE', `/api/tokens/${token_id}`)).status).toBe(404);
    expect((await admin.send('DELETE', `/api/tokens/${token_id}`)).status).toBe(204);
  });

  test('end with a role that may not have them', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'curator');
    const created = await browser.post('/api/tokens', { label: 'Scanner', scopes: ['upload'] });
    const { token } = (await created.json()) as { token: string };
    const upload = () => api.visitor().post('/api/curator/media/check-links', {}, { authorization: `Bearer ${token}` });
    await update(email, { role: 'administrator' });
    expect((await upload()).status).toBe(200);
    await update(email, { role: 'operator' });
    expect((await upload()).status).toBe(401);
  });

  test('do nothing outside of their scopes', async () => {
    const { browser } = await aPersonWith(api, admin, 'curator');
    const created = await browser.post('/api/tokens', { label: 'Scanner', scopes: ['upload'] });
    const { token } = (await created.json()) as { token: string };
    for (const path of ['/api/accounts', '/api/account', '/api/frontends', '/api/tokens'])
      expect([path, (await api.visitor().get(path, { authorization: `Bearer ${token}` })).status]).toEqual([path, 401]);
  });
});

describe('who did it', () => {
  test('history records the name of the day, and one’s own changes are listed under all names', async () => {
    const { browser, name } = await aPersonWith(api, admin, 'curator', 'Edith Main');
    const created = await browser.post('/api/curator/voyages/', voyage('A voyage by Edith'));
    const { voyage_slug: slug } = (await created.json()) as { voyage_slug: string };
    const first = (await admin.get(`/api/voyages/${slug}`)).headers.get('etag') ?? '';
    const put = (by: Browser, title: string, ifMatch: string) =>
      by.send('PUT', `/api/curator/voyages/${slug}`, { title }, { 'if-match': ifMatch });
    expect((await put(browser, 'A second title', first)).status).toBe(200);
    const conflict = await put(admin, 'A third title', first);
    expect(conflict.status).toBe(412);
    await browser.send('PUT', '/api/account', { name: 'Edith Married' });
    await put(browser, 'A fourth title', (await browser.get(`/api/voyages/${slug}`)).headers.get('etag') ?? '');
    const titles = async (by: Browser, query = '') =>
      (await by.json<{ changes: { changed_by: string }[] }>(`/api/curator/history?whose=own${query}`)).changes.map(
        ({ changed_by }) => changed_by,
      );
    expect(await titles(browser)).toEqual(['Edith Married', name, name]);
    expect(await titles(browser, '&changed_by=Edith%20Main')).toEqual([name, name]);
    expect(await titles(admin, '&changed_by=Edith%20Main')).toEqual([]);
  });

  test('the security log has the account, its administrator and no password or link', async () => {
    const { name, email, browser } = await aPersonWith(api, admin, 'reader', 'Frieda Log');
    await reset(email);
    await browser.post('/api/auth/login', { username: email, password: OTHER_PASSWORD });
    await waitUntil(async () => (await events('account-reset')).some(({ details }) => details['account'] === name));
    expect(await events('account-created')).toContainEqual(
      expect.objectContaining({ actor: 'curator', details: { account: name, role: 'reader' } }),
    );
    expect(await events('account-activated')).toContainEqual(expect.objectContaining({ actor: name }));
    await (await aPersonWith(api, admin, 'reader', 'Gustav Denied')).browser.post('/api/curator/voyages/', voyage('x'));
    await waitUntil(async () => (await events('access-denied')).some(({ actor }) => actor === 'Gustav Denied'));
    const rows = await api.database.rows(sql<{ row: string }>('select e::text as row from security_event e'));
    for (const { row } of rows) expect(row).not.toMatch(/lanterns|kettles|invitation#/);
  });
});

describe('the import of another person', () => {
  test('is undone by its owner or an administrator only', async () => {
    const owner = await aPersonWith(api, admin, 'curator');
    const other = await aPersonWith(api, admin, 'curator');
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into ingest_operation (status, filename, document_key, document_sha256, started_by, finished_at)
       values ('completed', 'x.md', 'x', sha256('x'), $1, now()) returning id`,
      [owner.name],
    );
    const undo = (by: Browser) => by.post(`/api/curator/ingest/${rows[0]?.id}/undo`);
    const rejection = await undo(other.browser);
    expect([rejection.status, await rejection.json()]).toMatchObject([
      403,
      { detail: `Only ${owner.name} or an administrator can undo this import.` },
    ]);
    expect((await undo(owner.browser)).status).toBe(202);
  });
});
