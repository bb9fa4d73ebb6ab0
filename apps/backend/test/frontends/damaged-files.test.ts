import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FrontendsStatus } from '@archive/contracts';
import { Metrics } from '../../src/common/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { S3Server } from '../support/s3-server.ts';
import { waitUntil } from '../support/wait-until.ts';

const DAMAGE = Buffer.from('damaged');

let builds: FrontendBuilds;
let bucket: S3Server;
let database: Awaited<ReturnType<typeof aDatabase>>;
let api: TestApi;
let curator: Browser;
let next: Build;
let script: string;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  bucket = new S3Server('library');
  await bucket.start();
  database = await aDatabase();
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  api = await startApi({ databaseUrl: database.url, environment: { ...bucket.environment, FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await curator.json<FrontendsStatus>('/api/frontends')).revision === 1);
  next = await builds.build('people/1.1.0');
  script = next.files.find(({ path }) => path.endsWith('.js.br'))!.path.slice(0, -'.br'.length);
});
afterAll(async () => {
  await api.close();
  await bucket.stop();
  await database.drop();
  await builds.remove();
});

/** Publishes the build as a new version, so that none of its files are in memory, and previews it. */
async function publishNext(): Promise<void> {
  const version = `1.1.${Number(next.version.split('.')[2]) + 1}`;
  const declaration = next.files.find(({ path }) => path === 'archive.json')!;
  const content = { ...(JSON.parse(Buffer.from(declaration.content, 'base64').toString()) as object), version };
  declaration.content = Buffer.from(JSON.stringify(content)).toString('base64');
  next.version = version;
  await publish();
  await curator.send('PUT', '/api/frontends/people/preview', { version });
}
const publish = async () => expect((await curator.post('/api/frontends/people/versions', next)).status).toBe(200);
const original = (path: string) => Buffer.from(next.files.find((file) => file.path === path)!.content, 'base64');

/** The newest stored object of a file. */
const keyOf = (path: string) =>
  [...bucket.objects.keys()].findLast((name) => name.startsWith('_system/frontends/people/') && name.endsWith(path))!;
const storedBody = (path: string) => bucket.objects.get(keyOf(path))!.body;

/** Changes stored files without going through the archive. */
function damage(...paths: string[]): void {
  for (const path of paths) bucket.objects.set(keyOf(path), { ...bucket.objects.get(keyOf(path))!, body: DAMAGE });
}

const load = async (encoding = 'identity') => {
  const address = `/mfe/people/${next.version}/${script}`;
  const response = await curator.get(address, { 'accept-encoding': encoding });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};
const damagedReads = async () =>
  Number(
    /^archive_frontend_files_damaged_total (\d+)$/m.exec(await api.app.get(Metrics, { strict: false }).read())?.[1],
  );

describe('a stored file whose content differs from the published file', () => {
  beforeEach(publishNext);

  test('is never sent: requests get an uncached 502, an alarm fires, and the repaired file is served', async () => {
    const before = await damagedReads();
    damage(script, `${script}.br`, `${script}.gz`);
    const { status, headers, body } = await load();
    expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([502, 'no-store', null]);
    expect(JSON.parse(body.toString())).toMatchObject({
      detail: `${script} is damaged in storage. Publish the same build again to repair it.`,
    });
    expect(await damagedReads()).toBeGreaterThan(before);
    await publish();
    expect(await load()).toMatchObject({ status: 200, body: original(script) });
    expect(storedBody(`${script}.br`)).toEqual(original(`${script}.br`));
  });

  test('is restored from its compressed form', async () => {
    damage(script);
    expect(await load()).toMatchObject({ status: 200, body: original(script) });
    expect(storedBody(script)).toEqual(original(script));
  });

  test('is skipped when another encoding is intact', async () => {
    damage(`${script}.br`);
    const { status, headers } = await load('br, gzip');
    expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
  });
});

test('a damaged published file is replaced by the copy in the build on the server', async () => {
  next = await builds.build('people/1.1.0');
  await publish();
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.1.0': 'people/1.1.0' });
  const environment = { ...bucket.environment, FRONTENDS_DIR: directory };
  const other = await startApi({ databaseUrl: database.url, environment });
  const person = await other.signIn();
  await person.send('PUT', '/api/frontends/people/preview', { version: '1.1.0' });
  damage(script, `${script}.br`, `${script}.gz`);
  const response = await person.get(`/mfe/people/1.1.0/${script}`, { 'accept-encoding': 'identity' });
  expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, original(script)]);
  await other.close();
});
