import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Boot, ApiToken, FrontendsStatus, VersionDetails } from '@archive/contracts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { register } from '../support/register.ts';
import { sql } from '../support/sql.ts';
import { recordVerdict } from '../support/verifier.ts';
import { waitUntil } from '../support/wait-until.ts';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;
let next: Build;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  next = await builds.build('people/1.1.0');
  await waitUntil(async () => (await curator.json<FrontendsStatus>('/api/frontends')).revision === 1);
  await publish('people', next);
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

const publish = async (name: string, build: Build) =>
  expect((await curator.post(`/api/frontends/${name}/versions`, build)).status).toBe(200);
const promote = async (version: string, canary?: number) => {
  expect((await recordVerdict(curator, 'people', version)).status).toBe(204);
  const body = { version, ...(canary === undefined ? {} : { canary }) };
  expect((await curator.post('/api/frontends/people/promote', body)).status).toBe(200);
};

/** Copies a build under another version number. */
function withVersion({ files }: Build, version: string): Build {
  const declaration = files.find(({ path }) => path === 'archive.json')!;
  const changed = { ...(JSON.parse(Buffer.from(declaration.content, 'base64').toString()) as object), version };
  const content = Buffer.from(JSON.stringify(changed)).toString('base64');
  return { version, files: files.map((file) => (file === declaration ? { ...file, content } : file)) };
}

const manifest = (version = '1.1.0') => `/mfe/people/${version}/mf-manifest.json`;
const script = () => `/mfe/people/1.1.0/${next.files.find(({ path }) => path.endsWith('.js'))?.path}`;
const preview = (browser: Browser, version: string, name = 'people') =>
  browser.send('PUT', `/api/frontends/${name}/preview`, { version });
const details = (browser: Browser, version = '1.1.0') =>
  browser.json<VersionDetails>(`/api/frontends/people/versions/${version}`);
const statusOf = async (browser: Browser, path: string, headers?: Record<string, string>) =>
  (await browser.get(path, headers)).status;

describe('a candidate', () => {
  test('isn’t served to visitors or to a session that has not agreed to preview it', async () => {
    for (const browser of [api.visitor(), curator, await api.signIn()])
      for (const path of [manifest(), script(), `${script()}?x`, '/mfe/people/1.1.0/archive.json']) {
        const response = await browser.get(path);
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 403, 'no-store']);
        expect(((await response.json()) as { detail: string }).detail).toBe(
          'people 1.1.0 is not released. Sign in and agree to preview it.',
        );
      }
  });

  test('is served privately to the session that agreed to this version, until that session leaves the preview', async () => {
    const browser = await api.signIn();
    expect(await details(browser)).toMatchObject({
      version: '1.1.0',
      manifest: manifest(),
      state: 'candidate',
      published_by: 'curator',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      check_passed: null,
      previewed: false,
    });
    expect((await preview(browser, '1.1.0')).status).toBe(204);
    expect((await details(browser)).previewed).toBe(true);
    for (const path of [manifest(), script()]) {
      const response = await browser.get(path);
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'private, no-cache']);
    }
    // Only this session gets the candidate, and only this version.
    expect(await statusOf(curator, manifest())).toBe(403);
    expect(await statusOf(api.visitor(), manifest())).toBe(403);
    await publish('people', withVersion(next, '1.1.1'));
    expect(await statusOf(browser, manifest('1.1.1'))).toBe(403);

    expect((await browser.send('DELETE', '/api/frontends/people/preview')).status).toBe(204);
    expect((await browser.send('DELETE', '/api/frontends/people/preview')).status).toBe(204);
    expect(await statusOf(browser, manifest())).toBe(403);
  });

  test('is not served after its session has ended', async () => {
    const browser = await api.signIn();
    await preview(browser, '1.1.0');
    expect(await statusOf(browser, manifest())).toBe(200);
    await browser.post('/api/auth/logout');
    expect(await statusOf(browser, manifest())).toBe(403);
    const left = await api.database.rows(sql('select 1 from frontend_preview'));
    expect(left).toEqual([]);
  });

  test('can’t be previewed from another site, without a session, or before it is published', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const body = JSON.stringify({ version: '1.1.0' });
    const headers = { ...foreign, 'content-type': 'application/json' };
    expect((await curator.request('PUT', '/api/frontends/people/preview', { body, headers })).status).toBe(403);
    expect((await preview(api.visitor(), '1.1.0')).status).toBe(401);
    expect((await preview(curator, '9.9.9')).status).toBe(404);
    expect((await preview(curator, '1.1.0', 'submarines')).status).toBe(404);
    expect(await statusOf(curator, manifest())).toBe(403);
  });

  test('is served to the pipeline of its own micro-frontend, for the browser check', async () => {
    const tokenOf = async (name: string) => {
      const response = await curator.post('/api/tokens', { scopes: [`deploy:${name}`], label: 'CI' });
      const { token } = (await response.json()) as ApiToken & { token: string };
      return { authorization: `Bearer ${token}` };
    };
    await register(curator, 'voyages');
    const peopleToken = await tokenOf('people');
    const response = await api.visitor().get(manifest(), peopleToken);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(await statusOf(api.visitor(), manifest(), await tokenOf('voyages'))).toBe(403);
    expect(await statusOf(api.visitor(), manifest(), { authorization: `Bearer deploy_${'x'.repeat(43)}` })).toBe(401);
    expect(
      (await api.visitor().send('PUT', '/api/frontends/people/preview', { version: '1.1.0' }, peopleToken)).status,
    ).toBe(401);
  });
});

test('files of a shell candidate are not served at their hashed paths either', async () => {
  const shell = await builds.build('shell');
  const path = 'assets/evil.0123456789abcdef.js';
  const evil = { path, content: Buffer.from('evil()').toString('base64') };
  const build = withVersion({ ...shell, files: [...shell.files, evil] }, '9.0.0');
  await publish('shell', build);
  for (const browser of [api.visitor(), curator]) {
    expect(await statusOf(browser, `/${path}`)).toBe(404);
    expect(await statusOf(browser, '/mfe/shell/9.0.0/index.html')).toBe(403);
  }
  const browser = await api.signIn();
  await preview(browser, '9.0.0', 'shell');
  expect(await statusOf(browser, `/${path}`)).toBe(200);
});

test('a session that agreed to preview a shell candidate gets its page at a URL that names the candidate', async () => {
  const shell = await builds.build('shell');
  const page = shell.files.find(({ path }) => path === 'index.html')!;
  const html = Buffer.from(page.content, 'base64').toString().replace('<title>', '<title>Candidate ');
  const files = shell.files
    .filter(({ path }) => !path.startsWith('index.html'))
    .concat({ path: 'index.html', content: Buffer.from(html).toString('base64') });
  await publish('shell', withVersion({ ...shell, files }, '9.1.0'));
  const opened = async (browser: Browser, path: string) => {
    const response = await browser.get(path);
    const text = await response.text();
    const { registry } = JSON.parse(/id="boot">(.*?)<\/script>/.exec(text)![1]!) as Boot;
    const isCandidate = text.includes('<title>Candidate ');
    return [isCandidate, registry.shell?.version, response.headers.get('cache-control')];
  };
  const browser = await api.signIn();
  const live = [false, shell.version, 'no-cache'];
  expect(await opened(browser, '/voyages?mfe.shell=9.1.0')).toEqual(live);
  await preview(browser, '9.1.0', 'shell');
  expect(await opened(browser, '/voyages?mfe.shell=9.1.0')).toEqual([true, '9.1.0', 'private, no-cache']);
  for (const path of ['/voyages', '/voyages?mfe.shell=9.0.0', '/?mfe.shell=9.1.0&mfe.shell=9.1.0'])
    expect(await opened(browser, path)).toEqual(live);
  for (const other of [curator, api.visitor()]) expect(await opened(other, '/?mfe.shell=9.1.0')).toEqual(live);
  await browser.send('DELETE', '/api/frontends/shell/preview');
  expect(await opened(browser, '/?mfe.shell=9.1.0')).toEqual(live);
});

test('a released version is public: as a canary, while it is live, and after it has been replaced', async () => {
  await publish('people', withVersion(next, '1.2.0'));
  expect(await statusOf(api.visitor(), manifest('1.2.0'))).toBe(403);
  await promote('1.2.0', 10);
  expect((await details(curator, '1.2.0')).state).toBe('canary');
  expect(await statusOf(api.visitor(), manifest('1.2.0'))).toBe(200);
  await promote('1.2.0');
  const response = await api.visitor().get(manifest('1.2.0'));
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await curator.post('/api/frontends/people/rollback', {})).status).toBe(200);
  expect((await details(curator, '1.2.0')).state).toBe('earlier');
  expect(await statusOf(api.visitor(), manifest('1.2.0'))).toBe(200);
});
