import * as contracts from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { sql } from './support/sql.ts';

interface Required {
  status: number;
  id: string;
  url: string;
  what: string;
}

let api: TestApi;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.asOwner('delete from login_attempt');
  curator = await api.signIn();
  // What code of a micro-frontend has: the session, but not the password.
  curator.password = undefined;
});

const TOKENS = '/api/tokens';
async function required(response: Response): Promise<Required> {
  const { confirmation, detail } = (await response.json()) as {
    confirmation?: { confirmation_id: string; url: string; what: string };
    detail: string;
  };
  expect(detail).toBe('This needs your password again.');
  return {
    status: response.status,
    id: confirmation?.confirmation_id ?? '',
    url: confirmation?.url ?? '',
    what: confirmation?.what ?? '',
  };
}
const askForToken = async (browser: Browser, label = 'Scanner') =>
  required(await browser.post(TOKENS, { label, scopes: ['upload'] }));
const withConfirmation = (browser: Browser, id: string, label = 'Scanner') =>
  browser.post(TOKENS, { label, scopes: ['upload'] }, { confirmation: id });
/** What a form in a sandboxed page sends: no cookies, and no origin. */
function submit(url: string, password: string): Promise<Response> {
  const form = new FormData();
  form.append('password', password);
  const headers = { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  return api.visitor().request('POST', url, { body: form, headers });
}

const PROTECTED = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, group]) => Object.values(group as Record<string, contracts.Operation>))
  .filter(({ confirmation }) => confirmation !== undefined);

test('what gives away power or is final needs the password', () => {
  expect(PROTECTED.map(({ id }) => id).toSorted()).toEqual([
    'accounts.create',
    'accounts.reset',
    'accounts.update',
    'exports.applyPackage',
    'exports.importPackage',
    'frontends.promote',
    'frontends.register',
    'frontends.retire',
    'media.bulkDelete',
    'passkeys.add',
    'secondFactor.end',
    'secondFactor.start',
    'tokens.create',
    'trash.delete',
    'trash.empty',
  ]);
});

test.each(PROTECTED)('$id does nothing with a session alone', async ({ id, method, path }) => {
  const { params, body } = contracts.examples.get(id) ?? {};
  const values = (params ?? {}) as Record<string, string>;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x');
  const confirmation = await required(await curator.send(method, address, body));
  expect(confirmation).toMatchObject({ status: 403, url: `/confirm/${confirmation.id}` });
  expect(confirmation.what).toMatch(/^[A-Z].{10,}/);
  expect(confirmation.what).not.toMatch(/undefined|object/);
  for (const wrong of [confirmation.id, 'x'.repeat(43), ''])
    expect((await curator.send(method, address, body, { confirmation: wrong })).status).toBe(403);
});

test('media can move to the trash without the password', async () => {
  const body = { media_slugs: ['no-such-picture'] };
  const response = await curator.post('/api/curator/media/bulk-delete', body);
  expect([response.status, await response.json()]).toEqual([200, { deleted: [], missing: ['no-such-picture'] }]);
});

describe('the page', () => {
  test('says what is asked for, and its form confirms it once for this session and request', async () => {
    const confirmation = await askForToken(curator, 'A <b>scanner</b> & "more"');
    const page = await api.visitor().get(confirmation.url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'.*frame-ancestors 'none'.*; sandbox allow-forms$/,
    );
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    const text = await page.text();
    expect(text).toContain(
      'Create the API token “A &lt;b&gt;scanner&lt;/b&gt; &amp; &quot;more&quot;” for uploading files',
    );
    expect(text).not.toMatch(/<script/i);

    const state = () => curator.json(`/api/auth/confirmations/${confirmation.id}`);
    expect(await state()).toEqual({ confirmed: false });
    const confirmed = await submit(confirmation.url, CURATOR.password);
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('Confirmed')]);
    expect(await state()).toEqual({ confirmed: true });

    const label = 'A <b>scanner</b> & "more"';
    const other = await api.signIn();
    other.password = undefined;
    expect((await withConfirmation(other, confirmation.id, label)).status).toBe(403);
    expect((await withConfirmation(curator, confirmation.id, 'Another label')).status).toBe(403);
    const elsewhere = await curator.post(
      '/api/frontends/people/promote',
      { version: '1.0.0' },
      { confirmation: confirmation.id },
    );
    expect(elsewhere.status).toBe(403);
    expect((await withConfirmation(curator, confirmation.id, label)).status).toBe(200);
    expect((await withConfirmation(curator, confirmation.id, label)).status).toBe(403);
  });

  test('rejects wrong passwords, which count as failed sign-ins, but not those of others', async () => {
    const confirmation = await askForToken(curator);
    for (let index = 0; index < 10; index += 1)
      expect((await submit(confirmation.url, `wrong ${index}`)).status).toBe(401);
    const again = await submit(confirmation.url, 'wrong');
    expect(await again.text()).toContain('This is not the password. Please try again.');
    const events = await api.database.rows(
      sql<{ kind: string }>(`select kind from security_event where kind = 'login-failed'`),
    );
    expect(events.length).toBeGreaterThanOrEqual(10);
    // Another session is not slowed down.
    const other = await api.signIn();
    other.password = undefined;
    const theirs = await askForToken(other);
    const startedAt = performance.now();
    expect((await submit(theirs.url, CURATOR.password)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  test('is there for one request, for ten minutes', async () => {
    const confirmation = await askForToken(curator);
    await api.asOwner(`update confirmation set created_at = now() - interval '11 minutes'`);
    for (const url of [confirmation.url, `/confirm/${'x'.repeat(43)}`, '/confirm/x'])
      for (const response of [await api.visitor().get(url), await submit(url, CURATOR.password)]) {
        expect(response.status).toBe(404);
        expect(await response.text()).toContain('Nothing to confirm');
      }
    const next = await askForToken(curator);
    expect((await submit(next.url, CURATOR.password)).status).toBe(200);
    await api.asOwner(`update confirmation set confirmed_at = now() - interval '3 minutes'`);
    expect((await withConfirmation(curator, next.id)).status).toBe(403);
  });

  test('ends with its session', async () => {
    const confirmation = await askForToken(curator);
    await (await api.signIn()).post('/api/auth/sessions/end-others');
    for (const response of [
      await api.visitor().get(confirmation.url),
      await submit(confirmation.url, CURATOR.password),
    ])
      expect(response.status).toBe(404);
  });

  test('is the only one whose form may come from another origin', async () => {
    const foreign = { origin: 'null', 'sec-fetch-site': 'cross-site' };
    for (const path of ['/api/auth/logout', `/api/auth/confirmations/${'x'.repeat(43)}`, '/confirm', '/confirm/x/y'])
      expect([path, (await curator.post(path, {}, foreign)).status]).toEqual([path, 403]);
  });
});

test('programs confirm with the password, in the session that asked', async () => {
  const confirmation = await askForToken(curator);
  const path = `/api/auth/confirmations/${confirmation.id}`;
  const other = await api.signIn();
  expect((await other.post(path, { password: CURATOR.password })).status).toBe(404);
  expect((await other.get(path)).status).toBe(404);
  expect((await api.visitor().post(path, { password: CURATOR.password })).status).toBe(401);
  expect((await curator.post(path, { password: 'wrong' })).status).toBe(401);
  expect((await curator.post(path, { password: CURATOR.password })).status).toBe(204);
  expect((await withConfirmation(curator, confirmation.id)).status).toBe(200);
});

test('invalid requests are rejected before a password is requested, and waiting ones are limited', async () => {
  expect((await curator.post(TOKENS, { label: '' })).status).toBe(422);
  expect((await curator.post('/api/curator/trash/empty', { until: 'soon' })).status).toBe(422);
  const incomparable = { media_slugs: { length: { toString: [] } } };
  expect((await curator.post('/api/curator/trash/delete', incomparable)).status).toBe(422);
  await api.asOwner('delete from confirmation');
  const first = await askForToken(curator);
  for (let index = 0; index < 25; index += 1) await askForToken(curator, `Scanner ${index}`);
  const rows = await api.database.rows(sql<{ count: number }>('select count(*)::int count from confirmation'));
  expect(rows[0]?.count).toBe(20);
  expect((await curator.get(`/api/auth/confirmations/${first.id}`)).status).toBe(404);
});
