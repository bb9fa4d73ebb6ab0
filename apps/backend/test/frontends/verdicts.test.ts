import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiToken, FrontendsStatus } from '@archive/contracts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';
import { recordVerdict, verifierHeaders } from '../support/verifier.ts';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;
let next: Build;
let publishedIn: number;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next', 'borrower', 'voyages-next');
  const directory = await builds.startingWith({
    shell: 'shell',
    'people/1.0.0': 'people/1.0.0',
    'voyages/1.0.0': 'voyages/1.0.0',
  });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await curator.json<FrontendsStatus>('/api/frontends')).revision === 1);
  next = await builds.build('people/1.1.0');
  const source = { commit: '4f1c2d7e9b0a', pipeline_url: 'https://ci.example.org/people/128' };
  const started = performance.now();
  expect((await curator.post('/api/frontends/people/versions', { ...next, source })).status).toBe(200);
  publishedIn = performance.now() - started;
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});
beforeEach(() => recordVerdict(curator, 'people', '1.1.0', { passed: false, problems: ['/people shows nothing.'] }));

const detailOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { detail: string }).detail,
];
const promote = (body: object = {}) =>
  curator.post('/api/frontends/people/promote', { version: '1.1.0', canary: 10, ...body });
const candidate = async () => {
  const { apps } = await curator.json<FrontendsStatus>('/api/frontends');
  return apps.find(({ name }) => name === 'people')!.versions.find(({ version }) => version === '1.1.0')!;
};
async function publisherToken(): Promise<Record<string, string>> {
  const response = await curator.post('/api/tokens', { scopes: ['deploy:people'], label: 'Pipeline' });
  return { authorization: `Bearer ${((await response.json()) as ApiToken & { token: string }).token}` };
}

describe('a verdict', () => {
  test('can’t be recorded with the publisher’s token or by a curator', async () => {
    const { digest } = await candidate();
    const verdict = { passed: true, problems: [], revision: 1, digest };
    const path = '/api/frontends/people/versions/1.1.0/verdicts';
    const expected = [403, 'Only a verifier may record a verdict. Use a token for verifying.'];
    const token = await publisherToken();
    expect(await detailOf(await api.visitor().post(path, verdict, token))).toEqual(expected);
    expect(await detailOf(await curator.post(path, verdict))).toEqual(expected);
    expect(
      await detailOf(await api.visitor().post('/api/frontends/people/promote', { version: '1.1.0' }, token)),
    ).toEqual([409, 'people 1.1.0 failed its check in a browser: /people shows nothing.']);
  });

  test('is valid until a later one replaces it, and shows who recorded it', async () => {
    expect((await promote()).status).toBe(409);
    expect((await recordVerdict(curator, 'people', '1.1.0')).status).toBe(204);
    expect(await candidate()).toMatchObject({
      verdict: { passed: true, problems: [], revision: 1, by: 'verifier: Verifier of the tests' },
      objection: null,
      commit: '4f1c2d7e9b0a',
      pipeline_url: 'https://ci.example.org/people/128',
    });
    await recordVerdict(curator, 'people', '1.1.0', { passed: false, problems: ['/people shows nothing.'] });
    expect(await candidate()).toMatchObject({
      objection: 'people 1.1.0 failed its check in a browser: /people shows nothing.',
    });
    expect((await promote()).status).toBe(409);
  });

  test('can’t be changed or deleted', async () => {
    for (const change of ['update frontend_verdict set passed = true', 'delete from frontend_verdict'])
      await expect(api.database.execute(sql(change))).rejects.toThrow(/only ever added|permission denied/);
  });

  test('applies to one build and requires an existing revision', async () => {
    expect(await detailOf(await recordVerdict(curator, 'people', '1.1.0', { digest: 'a'.repeat(64) }))).toEqual([
      409,
      'people 1.1.0 is another build than the one checked.',
    ]);
    expect(await detailOf(await recordVerdict(curator, 'people', '1.1.0', { revision: 99 }))).toEqual([
      409,
      'There is no revision 99 of the registry.',
    ]);
    expect((await recordVerdict(curator, 'people', '9.9.9')).status).toBe(404);
  });

  test('is no longer valid after another micro-frontend changes, no matter who promotes', async () => {
    await recordVerdict(curator, 'people', '1.1.0');
    expect((await curator.post('/api/frontends/voyages/versions', await builds.build('voyages/1.1.0'))).status).toBe(
      200,
    );
    await recordVerdict(curator, 'voyages', '1.1.0');
    expect((await curator.post('/api/frontends/voyages/promote', { version: '1.1.0' })).status).toBe(200);
    const sentence =
      'people 1.1.0 was checked with voyages 1.0.0, and voyages 1.1.0 is live now. Check it again with "npm run mfe -- verify people 1.1.0".';
    expect((await candidate()).objection).toBe(sentence);
    expect(await detailOf(await promote())).toEqual([409, sentence]);
    const token = await publisherToken();
    const pipeline = await api.visitor().post('/api/frontends/people/promote', { version: '1.1.0' }, token);
    expect(await detailOf(pipeline)).toEqual([409, sentence]);
    await recordVerdict(curator, 'people', '1.1.0');
    expect((await promote()).status).toBe(200);
    // The canary itself changes no other micro-frontend.
    expect((await promote({ canary: undefined })).status).toBe(200);
    await curator.post('/api/frontends/people/rollback', {});
  });

  test('is no longer valid once another micro-frontend has a canary that it was not checked with', async () => {
    await recordVerdict(curator, 'people', '1.1.0');
    const { live } = (await curator.json<FrontendsStatus>('/api/frontends')).apps.find(
      ({ name }) => name === 'voyages',
    )!;
    const canary = live!.version === '1.0.0' ? '1.1.0' : '1.0.0';
    await curator.post('/api/frontends/voyages/versions', await builds.build('voyages/1.1.0'));
    await recordVerdict(curator, 'voyages', '1.1.0');
    expect((await curator.post('/api/frontends/voyages/promote', { version: canary, canary: 20 })).status).toBe(200);
    const sentence = `people 1.1.0 was checked before the canary voyages ${canary}, which a share of the sessions gets. Check it again with "npm run mfe -- verify people 1.1.0".`;
    expect(await detailOf(await promote())).toEqual([409, sentence]);
    await recordVerdict(curator, 'people', '1.1.0');
    expect((await candidate()).objection).toBe(null);
    // When the canary ends, the remaining live versions are ones that were checked.
    await curator.post('/api/frontends/voyages/rollback', {});
    expect((await candidate()).objection).toBe(null);
  });

  test('is valid for seven days', async () => {
    await recordVerdict(curator, 'people', '1.1.0');
    const { digest } = await candidate();
    await api.database.execute(
      sql(`insert into frontend_verdict (name, version, digest, revision, passed, problems, created_by, created_at)
           values ('people', '1.1.0', $1, (select max(revision) from frontend_revision), true, '[]', 'x', now() - interval '8 days')`),
      [digest],
    );
    expect(await detailOf(await promote())).toEqual([
      409,
      expect.stringMatching(/^people 1\.1\.0 was checked 8 days ago, and a check counts for 7 days\. Check it again/),
    ]);
  });
});

test('a verifier can read candidates of every micro-frontend, and can change nothing but verdicts', async () => {
  const headers = await verifierHeaders(curator);
  const verifier = api.visitor();
  expect((await verifier.get('/mfe/people/1.1.0/archive.json', headers)).status).toBe(200);
  for (const [path, body] of [
    ['versions', next],
    ['promote', { version: '1.1.0' }],
    ['rollback', {}],
  ] as const)
    expect(await detailOf(await verifier.post(`/api/frontends/people/${path}`, body, headers))).toEqual([
      403,
      'This token can’t publish or promote people.',
    ]);
  for (const path of ['/api/voyages', '/api/tokens']) expect((await verifier.get(path, headers)).status).toBe(401);
});

test('publishing takes at most 30 seconds, and a promotion or a rollback at most one', async () => {
  expect(publishedIn).toBeLessThan(30_000);
  const took = async (path: string, body: object) => {
    const started = performance.now();
    expect((await curator.post(`/api/frontends/people/${path}`, body)).status).toBe(200);
    return performance.now() - started;
  };
  const times: { promotion: number; rollback: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    await recordVerdict(curator, 'people', '1.1.0');
    const promotion = await took('promote', { version: '1.1.0' });
    times.push({ promotion, rollback: await took('rollback', {}) });
  }
  // Only the fastest round counts, because other processes may slow down a single round.
  expect(Math.min(...times.map(({ promotion }) => promotion))).toBeLessThan(1000);
  expect(Math.min(...times.map(({ rollback }) => rollback))).toBeLessThan(1000);
});
