import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiToken, FrontendsStatus } from '@archive/contracts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { waitUntil } from '../support/wait-until.ts';

const SCRIPT = '<script>fetch("/api/tokens", { method: "POST" })</script>';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;
let token: string;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await curator.json<FrontendsStatus>('/api/frontends')).revision === 1);
  const response = await curator.post('/api/tokens', { scopes: ['deploy:people'], label: 'Stolen' });
  ({ token } = (await response.json()) as ApiToken & { token: string });
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

/** Publishes the next version of a remote with one more file, using the remote's stolen token. */
async function publish(path: string, content = SCRIPT): Promise<Response> {
  const { version, files } = await builds.build('people/1.1.0');
  const evil = { path, content: Buffer.from(content).toString('base64') };
  const build = { version, files: [...files, evil] };
  return api.visitor().post('/api/frontends/people/versions', build, { authorization: `Bearer ${token}` });
}

describe('a file that browsers show as a page', () => {
  const types = [
    'html',
    'htm',
    'xhtml',
    'shtml',
    'svg',
    'svgz',
    'xml',
    'xsl',
    'pdf',
    'mht',
    'swf',
    'hta',
    'HTML',
    'Svg',
  ];
  const names = types.flatMap((type) => [`assets/evil.${type}`, `assets/evil.js.${type}`, `assets/evil.${type}.br`]);

  test.each([...names, 'index.html', 'assets/evil', 'assets/html'])(
    'can’t be published by a remote: %s',
    async (path) => {
      const response = await publish(path);
      expect([path, response.status]).toEqual([path, 422]);
      expect((await api.visitor().get(`/mfe/people/1.1.0/${path}`)).status).toBe(404);
    },
  );
});

test('files other than modules, styles and fonts open in a sandbox, whatever type the request asks for', async () => {
  expect((await publish('assets/evil.txt')).status).toBe(200);
  for (const path of ['assets/evil.txt', 'archive.json', 'mf-manifest.json']) {
    const { status, headers } = await api
      .visitor()
      .get(`/mfe/people/1.1.0/${path}`, { authorization: `Bearer ${token}` });
    expect([path, status, headers.get('content-security-policy')]).toEqual([path, 200, "default-src 'none'; sandbox"]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).not.toMatch(/html|svg|xml/);
  }
});
