import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DeployToken, FrontendsStatus, UploadToken } from '@archive/contracts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { sql } from '../support/sql.ts';
import { register } from '../support/register.ts';
import { recordVerdict } from '../support/verifier.ts';

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'next');
  const directory = await builds.startingWith({ shell: 'shell', 'people/1.0.0': 'people/1.0.0' });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await curator.json<FrontendsStatus>('/api/frontends')).revision === 1);
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

type CreatedToken = DeployToken & { token: string };

async function aToken(name: string): Promise<CreatedToken> {
  const response = await curator.post('/api/frontends/tokens', { name, label: `Pipeline of ${name}` });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return (await response.json()) as CreatedToken;
}

const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });
const detailOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { detail: string }).detail,
];

describe('a deploy token', () => {
  test('publishes, promotes and rolls back its own micro-frontend, under its name in the history', async () => {
    const { token } = await aToken('people');
    const pipeline = api.visitor();
    const build = await builds.build('people/1.1.0');
    expect((await pipeline.post('/api/frontends/people/versions', build, bearerHeader(token))).status).toBe(200);
    const versionPath = '/api/frontends/people/versions/1.1.0';
    await recordVerdict(curator, 'people', '1.1.0');
    expect(
      (await pipeline.post('/api/frontends/people/promote', { version: '1.1.0' }, bearerHeader(token))).status,
    ).toBe(200);
    const response = await pipeline.get('/api/frontends', bearerHeader(token));
    const { apps } = (await response.json()) as FrontendsStatus;
    expect(apps.find(({ name }) => name === 'people')?.live).toMatchObject({
      version: '1.1.0',
      by: 'pipeline of people: Pipeline of people',
    });
    expect((await pipeline.post('/api/frontends/people/rollback', {}, bearerHeader(token))).status).toBe(200);
    expect((await pipeline.get(versionPath, bearerHeader(token))).status).toBe(200);
  });

  test('cannot change another micro-frontend', async () => {
    await register(curator, 'voyages');
    const { token } = await aToken('voyages');
    const pipeline = api.visitor();
    const build = await builds.build('people/1.1.0');
    const expected = [403, 'This deploy token is for voyages and cannot change people.'];
    for (const [path, body] of [
      ['versions', build],
      ['promote', { version: '1.1.0' }],
      ['rollback', {}],
    ] as const)
      expect(await detailOf(await pipeline.post(`/api/frontends/people/${path}`, body, bearerHeader(token)))).toEqual(
        expected,
      );
  });

  test('cannot read records or create tokens', async () => {
    const { token } = await aToken('people');
    const pipeline = api.visitor();
    for (const path of ['/api/voyages', '/api/people', '/api/curator/ingest-status', '/api/frontends/tokens'])
      expect((await pipeline.get(path, bearerHeader(token))).status).toBe(401);
    const body = { name: 'people', label: 'more' };
    expect((await pipeline.post('/api/frontends/tokens', body, bearerHeader(token))).status).toBe(401);
  });

  test('is shown once, stored as a hash, and rejected once it is revoked', async () => {
    const made = await aToken('people');
    const listed = await curator.json<DeployToken[]>('/api/frontends/tokens');
    expect(listed[0]).toMatchObject({ token_id: made.token_id, name: 'people', revoked_at: null });
    expect(JSON.stringify(listed)).not.toContain(made.token);
    const rows = await api.database.rows(sql(`select token_hash::text || label as kept from deploy_token`));
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(7));

    const pipeline = api.visitor();
    expect((await pipeline.get('/api/frontends', bearerHeader(made.token))).status).toBe(200);
    expect((await curator.send('DELETE', `/api/frontends/tokens/${made.token_id}`)).status).toBe(204);
    expect(await detailOf(await pipeline.get('/api/frontends', bearerHeader(made.token)))).toEqual([
      401,
      'This deploy token is unknown or revoked.',
    ]);
    const [after] = await curator.json<DeployToken[]>('/api/frontends/tokens');
    expect([after?.last_used_at, after?.revoked_at]).toEqual([expect.any(String), expect.any(String)]);
    expect((await curator.send('DELETE', '/api/frontends/tokens/999999')).status).toBe(404);
  });

  test.each(['nothing', 'deploy_short', `deploy_${'x'.repeat(43)}`])(
    'that was never issued (%s) is rejected',
    async (token) => {
      expect((await api.visitor().get('/api/frontends', bearerHeader(token))).status).toBe(401);
    },
  );
});

describe('a rollback', () => {
  const tokensNow = async () => [
    ...(await curator.json<DeployToken[]>('/api/frontends/tokens')),
    ...(await curator.json<UploadToken[]>('/api/curator/upload-tokens')),
  ];

  test.each([
    ['a version that was live for everyone', {}, ['people 1.1.0', 'shell 1.0.0']],
    ['a canary', { canary: 50 }, ['people 1.0.0', 'people 1.1.0', 'shell 1.0.0']],
  ])('of %s revokes the tokens that were created during it, and no other', async (_, share, versions) => {
    const before = await aToken('people');
    const pipeline = api.visitor();
    const build = await builds.build('people/1.1.0');
    await pipeline.post('/api/frontends/people/versions', build, bearerHeader(before.token));
    await recordVerdict(curator, 'people', '1.1.0');
    const promotion = { version: '1.1.0', ...share };
    expect((await curator.post('/api/frontends/people/promote', promotion)).status).toBe(200);

    const label = `Made under ${JSON.stringify(share)}`;
    await curator.post('/api/frontends/tokens', { name: 'people', label });
    await curator.post('/api/curator/upload-tokens', { label });
    const { token: made } = await aToken('people');
    expect((await curator.post('/api/frontends/people/rollback', {})).status).toBe(200);

    const during = (await tokensNow()).filter((token) => token.label === label);
    expect(during.map(({ revoked_at }) => revoked_at)).toEqual([expect.any(String), expect.any(String)]);
    expect(during.map(({ created_with }) => created_with)).toEqual([versions, versions]);
    expect((await pipeline.get('/api/frontends', bearerHeader(made))).status).toBe(401);
    expect((await pipeline.get('/api/frontends', bearerHeader(before.token))).status).toBe(200);
    const events = await api.database.rows(
      sql(`select actor, details ->> 'reason' as reason from security_event where details ->> 'label' = '${label}'
        and kind = 'token-revoked'`),
    );
    const event = { actor: 'the server', reason: 'rollback of people 1.1.0' };
    expect(events).toEqual([event, event]);
    const after = await aToken('people');
    expect((await pipeline.get('/api/frontends', bearerHeader(after.token))).status).toBe(200);
  });
});
