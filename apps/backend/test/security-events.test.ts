import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiToken, Registry } from '@archive/contracts';
import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '@archive/contracts';
import { aPersonWith, invite, PASSWORD } from './support/accounts.ts';
import {
  aPasskeyOf,
  namedOrigin,
  passkeySignInOptions,
  signInAt,
  signInWithPasskey,
  turnOnCodes,
} from './support/authenticator.ts';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { type Build, buildFrontends, type FrontendBuilds } from './support/frontend-builds.ts';
import { sql } from './support/sql.ts';
import { waitUntil } from './support/wait-until.ts';
import { recordVerdict } from './support/verifier.ts';

interface Row {
  kind: string;
  actor: string | null;
  address: string | null;
  details: Record<string, string | number>;
  request_id: string | null;
}

let builds: FrontendBuilds;
let next: Build;
let api: TestApi;
let curator: Browser;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  api = await startApi({ environment: { FRONTENDS_DIR: directory, TRUST_PROXY: '1', MAX_UPLOAD_MB: '2' } });
  curator = await api.signIn();
  next = await builds.build('people/1.1.0');
  await waitUntil(async () => (await curator.json<Registry>('/mfe/registry.json')).revision === 1);
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

const rows = () =>
  api.database.rows(sql<Row>('select kind, actor, address, details, request_id from security_event order by id'));

/** The first event of a kind that `work` causes. */
async function eventOf(kind: SecurityEventKind, work: () => Promise<unknown>): Promise<Row> {
  await api.asOwner('delete from security_event');
  await work();
  let found: Row | undefined;
  await waitUntil(async () => (found = (await rows()).find((row) => row.kind === kind)) !== undefined);
  return found!;
}

const clientHeaders = (address: string) => ({ 'x-forwarded-for': address });
const guess = (address: string) =>
  api.visitor().post('/api/auth/login', { username: 'curator', password: 'wrong' }, clientHeaders(address));
const aToken = async () => {
  const response = await curator.post('/api/tokens', { scopes: ['deploy:people'], label: 'CI' });
  return (await response.json()) as ApiToken & { token: string };
};
const publish = () => curator.post('/api/frontends/people/versions', next);
const promote = async (canary?: number) => {
  await publish();
  await recordVerdict(curator, 'people', '1.1.0');
  const body = { version: '1.1.0', ...(canary === undefined ? {} : { canary }) };
  expect((await curator.post('/api/frontends/people/promote', body)).status).toBe(200);
};

const aPersonAtName = async () => {
  const { email } = await aPersonWith(api, curator, 'reader');
  return { email, browser: await signInAt(namedOrigin(api), email, PASSWORD) };
};

const CAUSES: Record<SecurityEventKind, () => Promise<unknown>> = {
  'login-succeeded': () => api.signIn(),
  'login-failed': () => guess('192.0.2.1'),
  'login-throttled': async () => {
    for (let index = 0; index < 11; index += 1) await guess('192.0.2.2');
  },
  'action-confirmed': aToken,
  'session-ended': async () => (await api.signIn()).post('/api/auth/logout'),
  'access-denied': async () => (await aPersonWith(api, curator, 'reader')).browser.get('/api/system'),
  'account-created': () => invite(curator, 'reader'),
  'account-changed': async () => {
    const { email } = await invite(curator, 'reader');
    await curator.send('PUT', `/api/accounts/${email}`, { active: false });
  },
  'account-reset': async () => {
    const { email } = await invite(curator, 'reader');
    await curator.post(`/api/accounts/${email}/reset`);
  },
  'account-activated': () => aPersonWith(api, curator, 'reader'),
  'passkey-added': async () => aPasskeyOf((await aPersonAtName()).browser),
  'passkey-removed': async () => {
    const { browser } = await aPersonAtName();
    const { passkey } = await aPasskeyOf(browser);
    await browser.send('DELETE', `/api/account/passkeys/${passkey.passkey_id}`);
  },
  'passkey-used': async () => {
    const { browser } = await aPersonAtName();
    const { authenticator } = await aPasskeyOf(browser);
    const { status } = await signInWithPasskey(browser, authenticator.get(await passkeySignInOptions(browser)));
    expect(status).toBe(200);
  },
  'second-factor-enabled': async () => {
    const { browser, email } = await aPersonAtName();
    await turnOnCodes(api, browser, email);
  },
  'second-factor-disabled': async () => {
    const { browser, email } = await aPersonAtName();
    await turnOnCodes(api, browser, email);
    await browser.send('DELETE', '/api/account/second-factor');
  },
  'recovery-code-used': async () => {
    const { browser, email } = await aPersonAtName();
    const { recovery } = await turnOnCodes(api, browser, email);
    await api.visitor().post('/api/auth/login', { username: email, password: PASSWORD, code: recovery[0] });
  },
  'password-changed': async () => {
    const { browser } = await aPersonWith(api, curator, 'reader');
    const body = { current_password: PASSWORD, new_password: 'seven copper kettles' };
    expect((await browser.post('/api/account/password', body)).status).toBe(204);
  },
  'token-created': aToken,
  'token-used': async () => api.visitor().get('/api/frontends', { authorization: `Bearer ${(await aToken()).token}` }),
  'token-rejected': () => api.visitor().get('/api/frontends', { authorization: `Bearer deploy_${'x'.repeat(43)}` }),
  'token-revoked': async () => curator.send('DELETE', `/api/tokens/${(await aToken()).token_id}`),
  'origin-rejected': () => curator.post('/api/auth/logout', undefined, { origin: 'https://evil.example' }),
  'file-rejected': async () => {
    const form = new FormData();
    form.append('file', new Blob(['<!doctype html><script>1</script>']), 'page.png');
    for (const [name, value] of Object.entries({ media_slug: 'auto', title: 'A page', media_type: 'image' }))
      form.append(name, value);
    expect((await curator.request('POST', '/api/curator/media/upload', { body: form })).status).toBe(415);
  },
  'remote-registered': () => curator.send('PUT', '/api/frontends/notes', { title: 'Notes', path: '/notes' }),
  'remote-retired': async () => {
    await curator.send('PUT', '/api/frontends/notes', { title: 'Notes', path: '/notes' });
    await curator.send('DELETE', '/api/frontends/notes');
  },
  'release-published': publish,
  'release-checked': async () => {
    await publish();
    await recordVerdict(curator, 'people', '1.1.0');
  },
  'preview-started': async () => {
    await publish();
    expect((await curator.send('PUT', '/api/frontends/people/preview', { version: '1.1.0' })).status).toBe(204);
  },
  'release-promoted': () => promote(),
  'release-rolled-back': () => curator.post('/api/frontends/people/rollback', {}),
};

describe('the security log has an event for', () => {
  test.each(SECURITY_EVENT_KINDS)('%s', async (kind) => {
    const event = await eventOf(kind, CAUSES[kind]);
    expect(event.address).toMatch(/^(?:127\.0\.0\.1|192\.0\.2\.\d)$/);
    expect(event.request_id).toEqual(expect.stringMatching(/\S/));
    expect(JSON.stringify(event)).not.toContain(CURATOR.password);
  });

  test('a canary that the server rolls back', async () => {
    await promote(99);
    const event = await eventOf('release-rolled-back', async () => {
      const report = { name: 'people', version: '1.1.0', message: 'Loading chunk 7 failed' };
      for (let sessions = 0; sessions < 4; sessions += 1)
        await (await api.signIn()).post('/api/frontends/failures', report);
    });
    expect(event).toMatchObject({
      actor: 'the server',
      address: null,
      details: {
        name: 'people',
        version: '1.0.0',
        reason: expect.stringMatching(/^3 of \d sessions failed with 1\.1\.0$/),
      },
    });
    expect((await rows()).filter(({ kind }) => kind === 'release-rolled-back')).toHaveLength(1);
  });
});

describe('a rejected file is recorded', () => {
  const TUS = { 'tus-resumable': '1.0.0' };
  const begin = (size: number) =>
    curator.request('POST', '/media-uploads', { headers: { ...TUS, 'upload-length': String(size) } });

  test('when it is sent in parts', async () => {
    const event = await eventOf('file-rejected', async () => {
      const page = Buffer.from(`<!doctype html><script>1</script>${' '.repeat(2000)}`);
      const { headers } = await begin(page.length);
      const upload = headers.get('location') ?? '';
      const chunk = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
      const response = await curator.request('PATCH', upload, { headers: chunk, body: new Uint8Array(page) });
      expect(response.status).toBe(415);
    });
    expect(event).toMatchObject({ actor: 'curator', details: { route: '/media-uploads/:id', reason: 'type' } });
  });

  test('when it is too large for an upload in parts', async () => {
    const event = await eventOf('file-rejected', async () => {
      expect((await begin(3 * 1024 * 1024)).status).toBe(413);
    });
    expect(event).toMatchObject({ actor: 'curator', details: { route: '/media-uploads', reason: 'size' } });
  });

  test('but not a request of the wrong type', async () => {
    await api.asOwner('delete from security_event');
    const text = { body: 'x', headers: { 'content-type': 'text/plain' } };
    const { status } = await curator.request(
      'POST',
      '/api/curator/media/uploads/00000000-0000-4000-8000-000000000000',
      text,
    );
    expect(status).toBe(415);
    // The log is written in order, so an event of the request would come before this one.
    await api.signIn();
    await waitUntil(async () => (await rows()).length > 0);
    expect((await rows()).map(({ kind }) => kind)).toEqual(['login-succeeded']);
  });
});
