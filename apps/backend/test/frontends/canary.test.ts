import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FrontendHistory, FrontendsStatus, Registry } from '@archive/contracts';
import { Metrics } from '../../src/common/index.ts';
import { isInCanary } from '../../src/modules/frontends/registry.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { sql } from '../support/sql.ts';
import { recordVerdict } from '../support/verifier.ts';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await curator.json<Registry>('/mfe/registry.json')).revision === 1);
  const next: Build = await builds.build('people/1.1.0');
  await curator.post('/api/frontends/people/versions', next);
  await recordVerdict(curator, 'people', '1.1.0');
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

const promote = (body: object) => curator.post('/api/frontends/people/promote', body);
const rollback = () => curator.post('/api/frontends/people/rollback', {});
const seenBy = async (browser: Browser) => (await browser.json<Registry>('/mfe/registry.json')).apps['people']!;
const status = async () => {
  const { apps } = await curator.json<FrontendsStatus>('/api/frontends');
  return apps.find(({ name }) => name === 'people')!;
};

/** A browser with a fixed session cookie, so that its registry is the same in every run. */
function someone(number: number): Browser {
  const browser = new Browser(api.url);
  browser.cookies.set('session', hash('sha256', `session ${number}`, 'base64url'));
  return browser;
}

/** Signs in repeatedly until a session is in the canary, or is not, as requested. */
async function signedIn(canary: boolean): Promise<Browser> {
  for (;;) {
    const browser = await api.signIn();
    if (((await seenBy(browser)).canary === true) === canary) return browser;
  }
}

describe('a canary', () => {
  test('at 10% reaches 7% to 13% of 1,000 sessions, always the same ones', async () => {
    expect((await promote({ version: '1.1.0', canary: 10 })).status).toBe(200);
    const sessions = Array.from({ length: 1000 }, (_, number) => someone(number));
    const look = async (some: Browser[]) => {
      const versions: string[] = [];
      for (let from = 0; from < some.length; from += 50)
        versions.push(
          ...(await Promise.all(some.slice(from, from + 50).map(async (browser) => (await seenBy(browser)).version))),
        );
      return versions;
    };
    const first = await look(sessions);
    const share = first.filter((version) => version === '1.1.0').length / sessions.length;
    expect(share).toBeGreaterThanOrEqual(0.07);
    expect(share).toBeLessThanOrEqual(0.13);
    const some = sessions.slice(0, 200);
    const before = first.slice(0, some.length);
    expect(await look(some)).toEqual(before);
    // The page contains the same registry.
    const lucky = sessions[first.indexOf('1.1.0')]!;
    expect(await (await lucky.get('/people')).text()).toContain('"version":"1.1.0"');
    // A larger share adds sessions and removes none.
    await promote({ version: '1.1.0', canary: 40 });
    const grown = await look(some);
    expect(before.every((version, index) => version !== '1.1.0' || grown[index] === '1.1.0')).toBe(true);
    expect(grown.filter((version) => version === '1.1.0').length).toBeGreaterThan(40);
    await rollback();
    expect(new Set(await look(some))).toEqual(new Set(['1.0.0']));
  });

  test('selects new sessions with each new canary', () => {
    const sessions = Array.from({ length: 300 }, (_, number) => `session ${number}`);
    const seeing = (revision: number) => sessions.filter((session) => isInCanary(session, { share: 20, revision }));
    expect(seeing(7)).toEqual(seeing(7));
    expect(seeing(7)).not.toEqual(seeing(8));
  });

  test('is hidden without a session, and not marked as a canary once it is live for everyone', async () => {
    await promote({ version: '1.1.0', canary: 99 });
    expect((await seenBy(api.visitor())).version).toBe('1.0.0');
    expect(await status()).toMatchObject({
      live: { version: '1.0.0' },
      canary: { version: '1.1.0', share: 99, by: 'curator' },
      rollback_to: '1.0.0',
    });
    await promote({ version: '1.1.0' });
    expect(await seenBy(api.visitor())).toEqual(await seenBy(someone(0)));
    expect((await status()).canary).toBeNull();
    await rollback();
  });

  test('is rolled back after failing in three sessions, but not after one failure among many', async () => {
    await promote({ version: '1.1.0', canary: 50 });
    const report = { name: 'people', version: '1.1.0' };
    const sessions: Browser[] = [];
    for (let count = 0; count < 3; count += 1) sessions.push(await signedIn(true));
    for (const session of sessions) expect((await session.post('/api/frontends/shown', report)).status).toBe(204);
    // Repeated failures of one session count once.
    for (let times = 0; times < 5; times += 1)
      await sessions[0]!.post('/api/frontends/failures', { ...report, message: 'TypeError: nothing' });
    expect(await status()).toMatchObject({
      canary: { version: '1.1.0' },
      versions: [
        { version: '1.1.0', sessions: 3, failed_sessions: 1, failures: 5, last_failure: 'TypeError: nothing' },
        { version: '1.0.0', sessions: 0 },
      ],
    });
    for (const session of sessions.slice(1))
      await session.post('/api/frontends/failures', { ...report, message: 'TypeError: nothing' });
    expect(await status()).toMatchObject({ live: { version: '1.0.0' }, canary: null });
    const [last] = await curator.json<FrontendHistory>('/api/frontends/history');
    expect(last).toMatchObject({
      action: 'rollback',
      by: 'the server',
      name: 'people',
      version: '1.0.0',
      note: '3 of 3 sessions failed with 1.1.0',
    });
    expect((await seenBy(sessions[0]!)).version).toBe('1.0.0');
    // Earlier reports do not count against the next attempt.
    await promote({ version: '1.1.0', canary: 50 });
    await sessions[0]!.post('/api/frontends/failures', { ...report, message: 'again' });
    expect((await status()).canary).not.toBeNull();
    await rollback();
  });
});

describe('a report', () => {
  test('of an unknown version adds no row', async () => {
    const browser = await api.signIn();
    for (const name of ['people', 'submarines', 'shell'])
      await browser.post('/api/frontends/failures', { name, version: '66.6.6', message: 'x' });
    const figures = await api.app.get(Metrics, { strict: false }).read();
    const lines = figures.split('\n').filter((line) => line.startsWith('archive_frontend_failures_total{'));
    expect(lines).toContain('archive_frontend_failures_total{name="other",version="other"} 3');
    expect(lines.filter((line) => !/name="(?:people|other)"/.test(line))).toEqual([]);
    expect(figures).not.toContain('66.6.6');
    const rows = await api.database.rows(sql(`select 1 from frontend_report where version = '66.6.6'`));
    expect(rows).toEqual([]);
  });

  test('is accepted at most thirty times a minute per session', async () => {
    const browser = await api.signIn();
    const report = { name: 'people', version: '1.0.0', message: 'x' };
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => browser.post('/api/frontends/failures', report)),
    );
    expect(responses.filter(({ status: code }) => code === 204)).toHaveLength(30);
    expect(responses.filter(({ status: code }) => code === 429)).toHaveLength(10);
  });

  test('requires a session, and its text is limited', async () => {
    const report = { name: 'people', version: '1.0.0', message: 'x' };
    expect((await api.visitor().post('/api/frontends/failures', report)).status).toBe(401);
    expect((await api.visitor().post('/api/frontends/shown', report)).status).toBe(401);
    const browser = await api.signIn();
    expect((await browser.post('/api/frontends/failures', { ...report, message: 'x'.repeat(3000) })).status).toBe(422);
  });
});
