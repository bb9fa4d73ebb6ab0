import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FrontendHistory, FrontendsStatus, Registry } from '@archive/contracts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { FrontendRegistry } from '../../src/modules/frontends/registry.ts';
import { waitUntil } from '../support/wait-until.ts';
import { S3Server } from '../support/s3-server.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { sql } from '../support/sql.ts';
import { register } from '../support/register.ts';
import { recordVerdict } from '../support/verifier.ts';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;
let next: Build;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next', 'borrower', 'voyages-next');
  const directory = await builds.startingWith({
    shell: 'shell',
    'people/1.0.0': 'people/1.0.0',
    'voyages/1.0.0': 'voyages/1.0.0',
  });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  next = await builds.build('people/1.1.0');
  await waitUntil(async () => (await registry()).revision === 1);
  await register(curator, 'media');
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

const registry = () => api.visitor().json<Registry>('/mfe/registry.json');
const live = async (name = 'people') => (await registry()).apps[name]?.version;
const status = async (name = 'people', browser = curator) => {
  const { apps } = await browser.json<FrontendsStatus>('/api/frontends');
  return apps.find((app) => app.name === name)!;
};
const detailOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { detail: string }).detail,
];

const publish = (browser: Browser, name: string, build: Build) =>
  browser.post(`/api/frontends/${name}/versions`, build);
const judge = (browser: Browser, name: string, version: string, passed = true) =>
  recordVerdict(browser, name, version, { passed, problems: passed ? [] : ['/people shows no heading.'] });
const promote = (browser: Browser, name: string, body: object) => browser.post(`/api/frontends/${name}/promote`, body);
const rollback = (browser: Browser, name: string, body: object = {}) =>
  browser.post(`/api/frontends/${name}/rollback`, body);

/** Copies a build under another version number. */
function withVersion({ files }: Build, version: string): Build {
  const declaration = files.find(({ path }) => path === 'archive.json')!;
  const changed = { ...(JSON.parse(Buffer.from(declaration.content, 'base64').toString()) as object), version };
  const content = Buffer.from(JSON.stringify(changed)).toString('base64');
  return { version, files: files.map((file) => (file === declaration ? { ...file, content } : file)) };
}

async function release(name: string, build: Build): Promise<void> {
  expect((await publish(curator, name, build)).status).toBe(200);
  expect((await judge(curator, name, build.version)).status).toBe(204);
}

describe('a version', () => {
  test('is a candidate after publishing and stays invisible until it is promoted', async () => {
    const response = await publish(curator, 'people', next);
    expect([response.status, await response.json()]).toEqual([
      200,
      { name: 'people', version: '1.1.0', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(await live()).toBe('1.0.0');
    expect((await status()).versions.map(({ version, state, stored }) => [version, state, stored])).toEqual([
      ['1.1.0', 'candidate', true],
      ['1.0.0', 'live', false],
    ]);
  });

  test('is served from storage, precompressed, with the right content types', async () => {
    expect((await curator.send('PUT', '/api/frontends/people/preview', { version: '1.1.0' })).status).toBe(204);
    const [script] = next.files.filter(({ path }) => path.endsWith('.js.br'));
    const address = `/mfe/people/1.1.0/${script!.path.slice(0, -3)}`;
    const plain = await curator.get(address, { 'accept-encoding': 'identity' });
    const packed = await curator.get(address, { 'accept-encoding': 'br' });
    expect([packed.status, packed.headers.get('content-encoding'), packed.headers.get('content-type')]).toEqual([
      200,
      'br',
      'text/javascript; charset=utf-8',
    ]);
    expect(packed.headers.get('cache-control')).toBe('private, no-cache');
    expect(await packed.text()).toBe(await plain.text());
    const again = { 'if-none-match': packed.headers.get('etag')!, 'accept-encoding': 'br' };
    expect((await curator.get(address, again)).status).toBe(304);
    const none = await curator.get('/mfe/people/1.1.0/assets/none.js');
    expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  test('is immutable: publishing the same build again succeeds, another build fails', async () => {
    expect((await publish(curator, 'people', next)).status).toBe(200);
    const other = { ...next, files: [...next.files, { path: 'assets/new.txt', content: 'b25l' }] };
    expect(await detailOf(await publish(curator, 'people', other))).toEqual([
      409,
      'people 1.1.0 already exists with different files. Publish this build under a new version number.',
    ]);
    expect((await curator.get('/mfe/people/1.1.0/assets/new.txt')).status).toBe(404);
  });

  test.each([
    ['another name', 'media', (build: Build) => build, /says that it is people 1\.1\.0, not media 1\.1\.0/],
    ['another number', 'people', (build: Build) => ({ ...build, version: '1.1.1' }), /not people 1\.1\.1/],
    [
      'no declaration',
      'people',
      (build: Build) => ({ version: '1.1.2', files: build.files.filter(({ path }) => path !== 'archive.json') }),
      /has no valid archive\.json/,
    ],
    [
      'a compressed form with different content',
      'people',
      (build: Build) => ({
        version: '1.1.3',
        files: build.files.map((file) => (file.path.endsWith('.js.br') ? { ...file, content: 'CwKAaGVsbG8D' } : file)),
      }),
      /is not the compressed form of its uncompressed file/,
    ],
    [
      'server code',
      'people',
      (build: Build) => ({ version: '1.1.4', files: [...build.files, { path: 'run.sh', content: 'b25l' }] }),
      /run\.sh has a file type that builds do not contain/,
    ],
    [
      'a path outside its folder',
      'people',
      (build: Build) => ({ version: '1.1.5', files: [...build.files, { path: '../x.js', content: 'b25l' }] }),
      /plain names between slashes/,
    ],
  ])('with %s is rejected', async (_, name, change, sentence) => {
    const [code, detail] = await detailOf(await publish(curator, name, change(next)));
    expect([code, detail]).toEqual([422, expect.stringMatching(sentence)]);
  });

  test('requires the verdict of a verifier to go live', async () => {
    const [code, detail] = await detailOf(await promote(curator, 'people', { version: '1.1.0' }));
    expect([code, detail]).toEqual([409, expect.stringContaining('No verifier has checked people 1.1.0 yet.')]);
    await judge(curator, 'people', '1.1.0', false);
    expect(await detailOf(await promote(curator, 'people', { version: '1.1.0' }))).toEqual([
      409,
      'people 1.1.0 failed its check in a browser: /people shows no heading.',
    ]);
    expect((await judge(curator, 'people', '9.9.9')).status).toBe(404);
    expect(await detailOf(await promote(curator, 'people', { version: '9.9.9' }))).toEqual([
      404,
      'people has no version 9.9.9. Publish it first.',
    ]);
  });

  test('is promoted and rolled back, and the history shows by whom', async () => {
    await judge(curator, 'people', '1.1.0');
    const response = await promote(curator, 'people', { version: '1.1.0' });
    expect([response.status, ((await response.json()) as Registry).apps['people']]).toMatchObject([
      200,
      {
        version: '1.1.0',
        manifest: '/mfe/people/1.1.0/mf-manifest.json',
        path: '/people',
        contract: 1,
      },
    ]);
    expect((await registry()).apps['voyages']).toMatchObject({ version: '1.0.0', optional: { people: '^1.0.0' } });
    expect(await status()).toMatchObject({
      live: { version: '1.1.0', by: 'curator' },
      rollback_to: '1.0.0',
    });
    expect((await rollback(curator, 'people')).status).toBe(200);
    expect(await live()).toBe('1.0.0');
    const history = await curator.json<FrontendHistory>('/api/frontends/history');
    const revisions = history.filter(({ revision }) => revision !== null);
    expect(revisions.map(({ revision, by, action, name, version }) => [revision, by, action, name, version])).toEqual([
      [3, 'curator', 'rollback', 'people', '1.0.0'],
      [2, 'curator', 'promote', 'people', '1.1.0'],
      [1, 'server start', 'start', null, null],
    ]);
    expect(await detailOf(await rollback(curator, 'people'))).toEqual([
      409,
      'There is no version of people to roll back to.',
    ]);
  });
});

describe('the registry', () => {
  test('keeps all revisions unchanged', async () => {
    for (const text of ['delete from frontend_revision', 'update frontend_revision set created_by = $$me$$']) {
      await expect(api.database.execute(sql(text))).rejects.toThrow(/permission denied/);
      await expect(api.asOwner(text)).rejects.toThrow(/only ever added/);
    }
  });

  test('rejects a change based on an older revision', async () => {
    const { revision } = await registry();
    const old = { version: '1.1.0', revision: revision - 1 };
    expect(await detailOf(await promote(curator, 'people', old))).toEqual([
      409,
      `Revision ${revision} is live now, not ${revision - 1}. Refresh and try again.`,
    ]);
    expect((await rollback(curator, 'people', { revision: revision - 1 })).status).toBe(409);
    expect((await registry()).revision).toBe(revision);
  });

  test('loses no change when two teams promote at the same time: the second is checked against the first', async () => {
    await release('voyages', await builds.build('voyages/1.1.0'));
    for (const number of [1, 2, 3, 4, 5]) {
      await release('people', withVersion(next, `1.2.${number}`));
      const { revision } = await registry();
      const version = number % 2 === 1 ? '1.1.0' : '1.0.0';
      await judge(curator, 'voyages', '1.1.0');
      const wanted = { people: `1.2.${number}`, voyages: version };
      const responses = await Promise.all(
        Object.entries(wanted).map(
          async ([name, item]) => [name, item, await promote(curator, name, { version: item })] as const,
        ),
      );
      const second = responses.filter(([, , response]) => response.status !== 200);
      expect(second.length).toBeLessThan(2);
      for (const [name, item, response] of second) {
        expect(await detailOf(response)).toEqual([409, expect.stringMatching(/ was checked with .* is live now\./)]);
        await judge(curator, name, item);
        expect((await promote(curator, name, { version: item })).status).toBe(200);
      }
      expect([await live(), await live('voyages'), (await registry()).revision]).toEqual([
        `1.2.${number}`,
        version,
        revision + 2,
      ]);
    }
    await judge(curator, 'people', '1.2.1');
    const { revision } = await registry();
    const both = await Promise.all([
      promote(curator, 'people', { version: '1.2.1', revision }),
      promote(curator, 'voyages', { version: '1.0.0', revision }),
    ]);
    expect(both.map((response) => response.status).toSorted()).toEqual([200, 409]);
    expect((await registry()).revision).toBe(revision + 1);
  });

  test('rolls back step by step, not back and forth', async () => {
    for (const version of ['1.2.3', '1.2.4', '1.2.5']) {
      await judge(curator, 'people', version);
      await promote(curator, 'people', { version });
    }
    await rollback(curator, 'people');
    expect(await live()).toBe('1.2.4');
    await rollback(curator, 'people');
    expect(await live()).toBe('1.2.3');
  });

  test('reaches every process within seconds, even without requests to that process', async () => {
    const other = await startApi({
      databaseUrl: api.config.database.url,
      environment: { FRONTENDS_DIR: api.config.frontends.directory },
    });
    await other.app.get(FrontendRegistry, { strict: false }).started();
    const shown = async () => (await (await other.visitor().get('/people')).text()).includes('/mfe/people/1.2.4/');
    expect(await shown()).toBe(false);
    await judge(curator, 'people', '1.2.4');
    await promote(curator, 'people', { version: '1.2.4' });
    await waitUntil(shown, 15_000);
    await rollback(curator, 'people');
    await other.close();
  });

  test('starts with a published version while the database is unavailable', async () => {
    const away = await startApi({
      databaseUrl: 'postgresql://nobody@127.0.0.1:1/none',
      environment: { DATA_DIR: api.config.dataDirectory, FRONTENDS_DIR: api.config.frontends.directory },
    });
    const { apps } = await away.visitor().json<Registry>('/mfe/registry.json');
    expect(apps['people']?.version).toBe('1.2.3');
    expect((await away.visitor().get('/mfe/people/1.2.3/mf-manifest.json')).status).toBe(200);
    expect((await away.visitor().get('/mfe/voyages/1.0.0/mf-manifest.json')).status).toBe(200);
    expect(await (await away.visitor().get('/people')).text()).toContain('/mfe/people/1.2.3/mf-manifest.json');
    await away.close();
  });
});

describe('the shell', () => {
  test('is published in the same way; open pages still get the files of the previous version', async () => {
    const before = await (await curator.get('/')).text();
    const [asset] = /\/assets\/main\.\w+\.js/.exec(before) ?? [];
    const build = withVersion(await builds.build('shell'), '1.4.0');
    const page = build.files.find(({ path }) => path === 'index.html')!;
    page.content = Buffer.from(
      before.replace(/<script type="application.*?<\/script>/, '<!--boot-->').replace('Fixture', 'Second'),
    ).toString('base64');
    await release('shell', build);
    expect(await (await curator.get('/')).text()).toContain('<title>Fixture</title>');
    expect((await promote(curator, 'shell', { version: '1.4.0' })).status).toBe(200);
    await waitUntil(async () => (await (await curator.get('/')).text()).includes('<title>Second</title>'));
    expect((await registry()).shell).toEqual({ version: '1.4.0' });
    expect((await curator.get(asset!)).status).toBe(200);
    expect((await rollback(curator, 'shell')).status).toBe(200);
    await waitUntil(async () => (await (await curator.get('/')).text()).includes('<title>Fixture</title>'));
  });
});

test('serves a build from the S3 bucket; a file missing there is an uncached 404', async () => {
  const server = new S3Server('library');
  await server.start();
  const other = await startApi({
    environment: { ...server.environment, FRONTENDS_DIR: api.config.frontends.directory },
  });
  const person = await other.signIn();
  await register(person, 'people');
  expect((await publish(person, 'people', next)).status).toBe(200);
  await person.send('PUT', '/api/frontends/people/preview', { version: '1.1.0' });
  const [script] = next.files.filter(({ path }) => /assets\/.*\.js$/.test(path));
  const address = `/mfe/people/1.1.0/${script!.path}`;
  const keys = [...server.objects.keys()].filter((key) => key.startsWith('_system/frontends/people/'));
  expect(keys).toHaveLength(next.files.length);
  for (const key of keys.filter((key) => key.includes('mf-manifest'))) server.objects.delete(key);
  const response = await person.get(address, { 'accept-encoding': 'identity' });
  expect([response.status, Buffer.from(await response.arrayBuffer()).toString('base64')]).toEqual([
    200,
    script!.content,
  ]);
  const lost = await person.get('/mfe/people/1.1.0/mf-manifest.json');
  expect([lost.status, lost.headers.get('cache-control')]).toEqual([404, 'no-store']);
  await other.close();
  await server.stop();
});
