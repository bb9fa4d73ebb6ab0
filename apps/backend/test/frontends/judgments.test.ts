import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FrontendHistory, FrontendsStatus, Registry } from '@archive/contracts';
import { excessOf } from '../../src/modules/frontends/judgments.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { waitUntil } from '../support/wait-until.ts';
import { recordVerdict } from '../support/verifier.ts';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;
let sessions: Browser[];

/** Copies a build under another version number. */
function withVersion({ files }: Build, version: string): Build {
  const changed = files.map((file) => {
    if (file.path !== 'archive.json') return file;
    const declaration = JSON.parse(Buffer.from(file.content, 'base64').toString()) as object;
    return { ...file, content: Buffer.from(JSON.stringify({ ...declaration, version })).toString('base64') };
  });
  return { version, files: changed };
}

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await registry()).revision === 1);
  for (const [name, build] of [
    ['people', await builds.build('people/1.1.0')],
    ['shell', withVersion(await builds.build('shell'), '1.1.0')],
  ] as const)
    expect((await curator.post(`/api/frontends/${name}/versions`, build)).status).toBe(200);
  sessions = await Promise.all(Array.from({ length: 8 }, () => api.signIn()));
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});
beforeEach(() => api.asOwner('delete from frontend_page_report'));

const registry = () => curator.json<Registry>('/mfe/registry.json');
const app = async (name: string) => {
  const { apps } = await curator.json<FrontendsStatus>('/api/frontends');
  return apps.find((item) => item.name === name)!;
};
const lastRevision = async () => (await curator.json<FrontendHistory>('/api/frontends/history'))[0]!;

async function promote(name: string, body: object): Promise<void> {
  await recordVerdict(curator, name, '1.1.0');
  expect((await curator.post(`/api/frontends/${name}/promote`, { version: '1.1.0', ...body })).status).toBe(200);
}

/** The reports that a page sends when it renders, or when one of its parts fails. */
const reportSuccess = (browser: Browser, page: Record<string, string>) =>
  browser.post('/api/frontends/shown', { name: 'shell', version: page['shell'], page });
const reportFailure = (browser: Browser, name: string, page: Record<string, string>, phase = 'render') =>
  browser.post('/api/frontends/failures', { name, version: page[name], page, phase, message: 'TypeError: no Quote' });

describe('the part that causes a failure is blamed', () => {
  test('a shell canary that breaks a remote is stopped, and the remote stays live', async () => {
    await promote('shell', { canary: 50 });
    for (const browser of sessions.slice(0, 4)) await reportSuccess(browser, { shell: '1.0.0', people: '1.0.0' });
    for (const browser of sessions.slice(4, 7))
      await reportFailure(browser, 'people', { shell: '1.1.0', people: '1.0.0' });
    expect(await lastRevision()).toMatchObject({
      action: 'rollback',
      by: 'the server',
      name: 'shell',
      version: '1.0.0',
      note: '3 of 3 sessions failed with 1.1.0, and 0 of 4 without it',
    });
    expect((await app('shell')).canary).toBeNull();
    expect((await app('people')).live?.version).toBe('1.0.0');
  });

  test('a canary is not blamed for failures that also happen without it', async () => {
    await promote('people', { canary: 50 });
    for (const browser of sessions.slice(0, 4))
      await reportFailure(browser, 'people', { shell: '1.0.0', people: '1.0.0' });
    for (const browser of sessions.slice(4))
      await reportFailure(browser, 'people', { shell: '1.0.0', people: '1.1.0' });
    expect((await app('people')).canary).toMatchObject({ version: '1.1.0' });
    await curator.post('/api/frontends/people/rollback', {});
  });

  test('a canary is blamed even if another canary failed and was withdrawn before', async () => {
    await promote('people', { canary: 50 });
    for (const browser of sessions.slice(0, 3))
      await reportFailure(browser, 'people', { shell: '1.0.0', people: '1.1.0' });
    expect((await app('people')).canary).toBeNull();
    await promote('shell', { canary: 50 });
    for (const browser of sessions.slice(3, 6))
      await reportFailure(browser, 'people', { shell: '1.1.0', people: '1.0.0' });
    expect((await app('shell')).canary).toBeNull();
  });

  test('a canary is blamed even if an earlier version failed too', async () => {
    for (const browser of sessions.slice(0, 4))
      await reportFailure(browser, 'people', { shell: '1.0.0', people: '1.0.0' });
    await api.asOwner(`update frontend_page_report set page = page || '{"people": "0.9.0"}'`);
    await promote('people', { canary: 50 });
    for (const browser of sessions.slice(4, 7))
      await reportFailure(browser, 'people', { shell: '1.0.0', people: '1.1.0' });
    expect(await lastRevision()).toMatchObject({ action: 'rollback', note: '3 of 3 sessions failed with 1.1.0' });
  });

  test('of two canaries, only the one at fault is withdrawn', async () => {
    await promote('shell', { canary: 50 });
    await promote('people', { canary: 50 });
    await reportSuccess(sessions[0]!, { shell: '1.1.0', people: '1.0.0' });
    await reportSuccess(sessions[1]!, { shell: '1.1.0', people: '1.0.0' });
    for (const browser of sessions.slice(2, 5))
      await reportFailure(browser, 'people', { shell: '1.1.0', people: '1.1.0' });
    expect((await app('people')).canary).toBeNull();
    expect((await app('shell')).canary).toMatchObject({ version: '1.1.0' });
    await curator.post('/api/frontends/shell/rollback', {});
  });
});

describe('a promotion to everyone', () => {
  const page = { shell: '1.0.0', people: '1.1.0' };

  test('that fails in its first ten minutes is rolled back, with the reason', async () => {
    for (const browser of sessions.slice(0, 5)) await reportSuccess(browser, { shell: '1.0.0', people: '1.0.0' });
    await promote('people', {});
    for (const browser of sessions.slice(5, 7)) await reportFailure(browser, 'people', page, 'promise');
    expect((await app('people')).live?.version).toBe('1.1.0');
    await reportFailure(sessions[7]!, 'people', page, 'event');
    expect(await lastRevision()).toMatchObject({
      action: 'rollback',
      by: 'the server',
      name: 'people',
      version: '1.0.0',
      note: '3 of 3 sessions failed with 1.1.0, and 0 of 5 without it',
    });
    const version = (await app('people')).versions.find((item) => item.version === '1.1.0');
    expect(version).toMatchObject({ last_failure: 'TypeError: no Quote', last_phase: 'event' });
  });

  test('is not rolled back after those ten minutes', async () => {
    await promote('people', {});
    await api.asOwner(`
      alter table frontend_revision disable trigger frontend_revision_stays;
      update frontend_revision set created_at = created_at - interval '11 minutes';
      alter table frontend_revision enable trigger frontend_revision_stays`);
    for (const browser of sessions) await reportFailure(browser, 'people', page);
    expect((await app('people')).live?.version).toBe('1.1.0');
    await curator.post('/api/frontends/people/rollback', {});
  });
});

test('open tabs are notified of a release within ten seconds', async () => {
  const stop = new AbortController();
  const response = await fetch(`${api.url}/api/frontends/events`, {
    headers: { cookie: [...curator.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) text += decoder.decode(chunk as Uint8Array);
  })().catch(() => undefined);
  const { revision } = await registry();
  await waitUntil(() => Promise.resolve(text.includes(`event: revision\ndata: ${revision}\n\n`)));
  await promote('people', { canary: 10 });
  await waitUntil(() => Promise.resolve(text.includes(`data: ${revision + 1}\n\n`)), 10_000);
  stop.abort();
  await curator.post('/api/frontends/people/rollback', {});
});

describe('the excess failure rate of a version', () => {
  const counts = (with_failed: number, with_sessions: number, without_failed: number, without_sessions: number) => ({
    with_failed,
    with_sessions,
    without_failed,
    without_sessions,
  });
  test.each([
    [counts(3, 3, 0, 0), 1],
    [counts(3, 12, 0, 40), 0.25],
    [counts(2, 2, 0, 40), undefined],
    [counts(3, 20, 0, 40), undefined],
    [counts(30, 40, 20, 40), undefined],
    [counts(30, 40, 10, 42), 0.75 - 10 / 45],
    [counts(3, 3, 1, 1), 0.75],
    [counts(3, 3, 3, 3), undefined],
  ])('with %j is %p', (given, excess) => {
    expect(excessOf(given)).toBe(excess);
  });
});
