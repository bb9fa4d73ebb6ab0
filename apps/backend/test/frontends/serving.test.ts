import { createServer, type Server } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Boot, Registry } from '@archive/contracts';
import { FrontendRegistry } from '../../src/modules/frontends/registry.ts';
import { jsonForPage } from '../../src/modules/frontends/shell-page.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aDatabase } from '../support/database.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';
import { sql } from '../support/sql.ts';

const SCRIPT = 'console.log("voyages");'.repeat(100);
const DECLARATION = JSON.stringify({ name: 'voyages', version: '2.1.0', contract: 1 });

async function write(root: string, files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, body] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), body);
  }
}

const shell = {
  'shell/index.html': '<!doctype html><title>x</title><!--boot--><script src="/assets/main.0123456789.js"></script>',
  'shell/icon.svg': '<svg/>',
  'shell/assets/main.0123456789.js': SCRIPT,
  'shell/assets/main.0123456789.js.br': brotliCompressSync(SCRIPT),
  'shell/assets/main.0123456789.js.gz': gzipSync(SCRIPT),
  'shell/assets/font.abcdef0123.woff2': 'font',
};

const remote = (name: string, version: string) => ({
  [`${name}/${version}/mf-manifest.json`]: JSON.stringify({ id: name }),
  [`${name}/${version}/assets/main.0123456789.js`]: SCRIPT,
});

const registryOf = (api: TestApi) => api.visitor().json<Registry>('/mfe/registry.json');
const versionsOf = ({ revision, apps }: Registry) => [
  revision,
  Object.fromEntries(Object.entries(apps).map(([name, app]) => [name, app.version])),
];

function bootIn(html: string): Boot {
  const [, json = ''] = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as Boot;
}

describe('the pages', () => {
  let directory: string;
  let api: TestApi;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'archive-front-'));
    await write(directory, {
      ...shell,
      ...remote('voyages', '1.0.0'),
      ...remote('people', '1.2.0'),
      'secret.json': '{}',
    });
    api = await startApi({ environment: { FRONTENDS_DIR: directory, ARCHIVE_TITLE: 'Log </script><b>' } });
    await waitUntil(async () => (await registryOf(api)).revision === 1);
  });
  afterAll(async () => {
    await api.close();
    await rm(directory, { recursive: true });
  });
  const get = (address: string, headers?: Record<string, string>) => api.visitor().get(address, headers);

  test.each(['/voyages/%E0%A4%A', '/%', '/people/100%', '/voyages/%ff?q=%'])(
    'broken percent encoding in %s serves the page, which shows Page not found',
    async (address) => {
      const response = await get(address);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    },
  );

  test.each(['/api/voyages/%E0%A4%A', '/mfe/%ff/x', '/health/%'])(
    'broken percent encoding in %s is rejected outside of pages',
    async (address) => {
      const response = await get(address);
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  test.each([
    '/',
    '/voyages',
    '/voyages/1976-06-16-ford',
    '/people/',
    '/ops',
    '/ops/security',
    '/ops/frontends',
    '/no/such/page',
    '/index.html',
  ])('%s serves the page with its start data', async (address) => {
    const response = await get(address);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const html = await response.text();
    expect(bootIn(html)).toMatchObject({
      registry: {
        schema: 1,
        revision: 1,
        apps: {
          voyages: {
            version: '1.0.0',
            manifest: '/mfe/voyages/1.0.0/mf-manifest.json',
            path: '/voyages',
            contract: 1,
          },
          people: { version: '1.2.0', manifest: '/mfe/people/1.2.0/mf-manifest.json', path: '/people', contract: 1 },
        },
      },
      archive: {
        title: 'Log </script><b>',
        subtitle: 'Voyages of the presidential yacht',
        migration_document_url: null,
      },
    });
    expect(html.indexOf('id="boot"')).toBeLessThan(html.indexOf('/assets/main'));
    expect(html).not.toContain('<!--boot-->');
  });

  test('a value cannot close the data block', () => {
    expect(jsonForPage({ title: '</script><script>alert(1)' })).not.toContain('<');
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ])('a file is compressed as Accept-Encoding: %s allows', async (accepted, encoding) => {
    const response = await get('/assets/main.0123456789.js', { 'accept-encoding': accepted });
    expect([
      response.headers.get('content-encoding'),
      response.headers.get('content-type'),
      response.headers.get('vary'),
    ]).toEqual([encoding, 'text/javascript; charset=utf-8', 'accept-encoding']);
    expect(await response.text()).toBe(SCRIPT);
  });

  test('a hashed file is cached forever and revalidated with 304', async () => {
    const { headers } = await get('/assets/font.abcdef0123.woff2');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/font.abcdef0123.woff2', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(
      304,
    );
  });

  test('a manifest is revalidated where the same version may be rebuilt', async () => {
    const response = await get('/mfe/voyages/1.0.0/mf-manifest.json');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  test('a file next to the page is served unchanged', async () => {
    expect((await get('/icon.svg')).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  });

  test.each([
    '/assets/none.js',
    '/assets/',
    '/mfe/voyages/1.0.0/assets/none.js',
    '/mfe/voyages/9.9.9/mf-manifest.json',
    '/mfe/albums/1.0.0/mf-manifest.json',
    '/mfe/voyages/1.0.0/..%2f..%2f..%2fsecret.json',
    '/mfe/voyages/..%2f..%2fsecret.json',
    '/assets/..%2f..%2fsecret.json',
    '/api/none',
    '/health/none',
    '/metrics/none',
  ])('%s is a 404 that is not cached', async (address) => {
    const response = await get(address);
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual([
      404,
      'no-store',
      'application/problem+json; charset=utf-8',
    ]);
  });

  test('a failure report requires a session and a message of limited length', async () => {
    const report = { name: 'people', version: '1.2.0', message: 'Loading chunk 7 failed' };
    expect((await api.visitor().post('/api/frontends/failures', report)).status).toBe(401);
    const browser = await api.signIn();
    expect((await browser.post('/api/frontends/failures', report)).status).toBe(204);
    expect((await browser.post('/api/frontends/failures', { ...report, message: 'x'.repeat(3000) })).status).toBe(422);
  });
});

describe('the registry', () => {
  let directory: string;
  let database: Awaited<ReturnType<typeof aDatabase>>;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'archive-front-'));
    database = await aDatabase();
  });
  afterEach(async () => {
    await database.drop();
    await rm(directory, { recursive: true });
  });

  async function versionsAfterStart(
    environment: Record<string, string> = {},
    databaseUrl = database.url,
    away = false,
  ) {
    const api = await startApi({ databaseUrl, environment: { FRONTENDS_DIR: directory, ...environment } });
    if (!away) await api.app.get(FrontendRegistry, { strict: false }).started();
    const versions = versionsOf(await registryOf(api));
    await api.close();
    return versions;
  }

  test('gets a revision for new builds only', async () => {
    await write(directory, remote('voyages', '1.0.0'));
    expect(await versionsAfterStart()).toEqual([1, { voyages: '1.0.0' }]);
    expect(await versionsAfterStart()).toEqual([1, { voyages: '1.0.0' }]);
    await write(directory, { ...remote('voyages', '1.1.0'), ...remote('media', '3.0.0') });
    expect(await versionsAfterStart()).toEqual([2, { voyages: '1.1.0', media: '3.0.0' }]);
  });

  test('keeps a rollback across restarts', async () => {
    await write(directory, remote('voyages', '1.0.0'));
    await versionsAfterStart();
    await write(directory, remote('voyages', '1.1.0'));
    expect(await versionsAfterStart()).toEqual([2, { voyages: '1.1.0' }]);
    const api = await startApi({
      databaseUrl: database.url,
      environment: { FRONTENDS_DIR: path.join(directory, 'none') },
    });
    await api.database.execute(
      sql(
        `insert into frontend_revision (revision, apps, created_by) select 3, apps, 'somebody' from frontend_revision where revision = 1`,
      ),
    );
    await api.close();
    expect(await versionsAfterStart()).toEqual([3, { voyages: '1.0.0' }]);
    await rm(path.join(directory, 'voyages/1.0.0'), { recursive: true });
    expect(await versionsAfterStart()).toEqual([4, { voyages: '1.1.0' }]);
  });

  test('gets one revision from many processes that start at the same time', async () => {
    await write(directory, remote('people', '1.0.0'));
    const started = await Promise.all([1, 2, 3].map(() => versionsAfterStart()));
    expect(started).toEqual([1, 2, 3].map(() => [1, { people: '1.0.0' }]));
  });

  test('uses the last copy while the database is unavailable', async () => {
    await write(directory, { ...shell, ...remote('voyages', '1.0.0') });
    const proxy = new TcpProxy(database.url);
    await proxy.open();
    const data = path.join(directory, 'data');
    expect(await versionsAfterStart({ DATA_DIR: data }, proxy.url)).toEqual([1, { voyages: '1.0.0' }]);
    await proxy.close();
    expect(await versionsAfterStart({ DATA_DIR: data }, proxy.url, true)).toEqual([1, { voyages: '1.0.0' }]);
    // Without a copy, it lists the local builds, as revision 0.
    expect(await versionsAfterStart({}, proxy.url, true)).toEqual([0, { voyages: '1.0.0' }]);
  });
});

describe('micro-frontends in their own containers', () => {
  let container: Server;
  let origin: string;
  let api: TestApi;
  beforeAll(async () => {
    const files: Record<string, string> = {
      '/archive.json': DECLARATION,
      '/assets/main.0123456789.js': SCRIPT,
      '/index.html': '<head></head><script src="/assets/main.js"></script>',
    };
    container = createServer((request, response) => {
      const body = files[request.url ?? ''];
      if (body === undefined) response.writeHead(404).end();
      else response.writeHead(200, { etag: '"one"' }).end(body);
    });
    await new Promise<void>((resolve) => container.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(container.address() as AddressInfo).port}`;
    api = await startApi({
      environment: { FRONTEND_ORIGINS: `shell=${origin},voyages=${origin},people=http://127.0.0.1:1` },
    });
  });
  afterAll(async () => {
    await api.close();
    await new Promise((resolve) => container.close(resolve));
  });

  test('are listed by their manifests, without those that do not respond', async () => {
    await waitUntil(async () => (await registryOf(api)).revision > 0);
    expect(versionsOf(await registryOf(api))).toEqual([1, { voyages: '2.1.0' }]);
  });

  test('are proxied: both their pages and their files', async () => {
    const html = await (await api.visitor().get('/voyages')).text();
    expect(bootIn(html).registry.apps).toHaveProperty('voyages');
    expect(html.indexOf('id="boot"')).toBeLessThan(html.indexOf('<script src='));
    const script = await api.visitor().get('/mfe/voyages/2.1.0/assets/main.0123456789.js');
    expect([script.status, await script.text(), script.headers.get('cache-control')]).toEqual([
      200,
      SCRIPT,
      'public, max-age=31536000, immutable',
    ]);
    expect((await api.visitor().get('/mfe/voyages/2.1.0/assets/none.js')).status).toBe(404);
    expect((await api.visitor().get('/mfe/voyages/2.0.0/mf-manifest.json')).status).toBe(404);
  });
});
