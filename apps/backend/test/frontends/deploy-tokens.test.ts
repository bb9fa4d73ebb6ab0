import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiToken, FrontendsStatus } from '@archive/contracts';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { databaseOptions } from '../../src/database/driver-options.ts';
import { aDatabase } from '../support/database.ts';
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

type CreatedToken = ApiToken & { token: string };

async function aToken(name: string): Promise<CreatedToken> {
  const response = await curator.post('/api/tokens', {
    scopes: [`deploy:${name}`],
    label: `Pipeline of ${name}`,
  });
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
    const expected = [403, 'This token can’t publish or promote people.'];
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
    for (const path of ['/api/voyages', '/api/people', '/api/curator/ingest-status', '/api/tokens', '/api/system'])
      expect((await pipeline.get(path, bearerHeader(token))).status).toBe(401);
    const body = { scopes: ['deploy:people'], label: 'more' };
    expect((await pipeline.post('/api/tokens', body, bearerHeader(token))).status).toBe(401);
  });

  test('is shown once, stored as a hash, and rejected once it is revoked', async () => {
    const made = await aToken('people');
    const listed = await curator.json<ApiToken[]>('/api/tokens');
    expect(listed[0]).toMatchObject({ token_id: made.token_id, scopes: ['deploy:people'], revoked_at: null });
    expect(JSON.stringify(listed)).not.toContain(made.token);
    const rows = await api.database.rows(sql(`select token_hash::text || label as kept from api_token`));
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(8));

    const pipeline = api.visitor();
    expect((await pipeline.get('/api/frontends', bearerHeader(made.token))).status).toBe(200);
    expect((await curator.send('DELETE', `/api/tokens/${made.token_id}`)).status).toBe(204);
    expect(await detailOf(await pipeline.get('/api/frontends', bearerHeader(made.token)))).toEqual([
      401,
      'This token is unknown, expired or revoked, or not for this.',
    ]);
    const [after] = await curator.json<ApiToken[]>('/api/tokens');
    expect([after?.last_used_at, after?.revoked_at]).toEqual([expect.any(String), expect.any(String)]);
    expect((await curator.send('DELETE', '/api/tokens/999999')).status).toBe(404);
  });

  test.each(['nothing', 'archive_short', `archive_${'x'.repeat(43)}`, `deploy_${'x'.repeat(43)}`])(
    'that was never issued (%s) is rejected',
    async (token) => {
      expect((await api.visitor().get('/api/frontends', bearerHeader(token))).status).toBe(401);
    },
  );
});

describe('the scopes of a token', () => {
  const create = (body: object) => curator.post('/api/tokens', { label: 'Scopes', ...body });
  const tokenWith = async (body: object) => (await (await create(body)).json()) as CreatedToken;

  test('can name micro-frontends and uploads together, and are its name in the history', async () => {
    await register(curator, 'voyages');
    const { token, scopes } = await tokenWith({ scopes: ['deploy:people', 'deploy:voyages', 'upload', 'upload'] });
    expect(scopes).toEqual(['deploy:people', 'deploy:voyages', 'upload']);
    const program = api.visitor();
    expect((await program.get('/api/frontends', bearerHeader(token))).status).toBe(200);
    const slugs = { voyages: ['none'], presidents: [], albums: [], people: [] };
    expect((await program.post('/api/curator/media/check-links', slugs, bearerHeader(token))).status).toBe(200);
    expect((await program.get('/api/frontends/history', bearerHeader(token))).status).toBe(200);
    const history =
      await curator.json<{ action: string; name: string | null; note: string }[]>('/api/frontends/history');
    expect(history.filter(({ note }) => note === 'Scopes').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['people', 'voyages']),
    );
  });

  test.each([
    [422, { scopes: [] }],
    [422, { scopes: ['everything'] }],
    [422, { scopes: ['deploy:'] }],
    [422, { scopes: ['deploy:../people'] }],
    [422, { scopes: ['constructor'] }],
    [422, { scopes: ['verify', 'deploy:people'] }],
    [422, { scopes: ['verify', 'upload'] }],
    [422, { scopes: ['upload'], expires_in_days: 0 }],
    [422, { scopes: ['upload'], name: 'people' }],
    [404, { scopes: ['deploy:nobody-registered-this'] }],
  ])('are rejected with %i: %j', async (status, body) => {
    expect((await create(body)).status).toBe(status);
  });

  test('are valid until the token expires', async () => {
    const { token, token_id, expires_at } = await tokenWith({ scopes: ['deploy:people'], expires_in_days: 30 });
    const days = (Date.parse(expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const status = async () => (await api.visitor().get('/api/frontends', bearerHeader(token))).status;
    expect(await status()).toBe(200);
    await api.database.execute(sql(`update api_token set expires_at = now() where id = ${token_id}`));
    expect(await status()).toBe(401);
  });
});

test('tokens of earlier versions stay valid, with the scopes that they had', async () => {
  const own = await aDatabase();
  const orm = await MikroORM.init({ ...databaseOptions(own.url, 2), logger: () => undefined });
  const client = new pg.Client(own.url);
  try {
    await client.connect();
    await orm.migrator.down({ migrations: ['20261128083500-api-tokens'] });
    await client.query(`
      insert into deploy_token (name, scope, label, token_hash, created_by, revoked_at) values
        ('people', 'publish', 'CI', sha256('a'), 'ann', null), (null, 'verify', 'Checks', sha256('b'), 'ann', now());
      insert into upload_token (label, token_hash, created_by, last_used_at) values ('Scanner', sha256('c'), 'ben', now());`);
    const stored = async () => {
      const { rows } = await client.query(`
        select label, scopes, (label, token_hash) in (('CI', sha256('a')), ('Checks', sha256('b')), ('Scanner', sha256('c'))) as same_hash,
          created_by, revoked_at is not null as revoked, last_used_at is not null as used, expires_at
        from api_token order by scopes`);
      return rows as unknown[];
    };
    const token = { same_hash: true, created_by: 'ann', revoked: false, used: false, expires_at: null };
    const expected = [
      { ...token, label: 'CI', scopes: ['deploy:people'] },
      { ...token, label: 'Scanner', scopes: ['upload'], created_by: 'ben', used: true },
      { ...token, label: 'Checks', scopes: ['verify'], revoked: true },
    ];
    await orm.migrator.up();
    expect(await stored()).toEqual(expected);
    await orm.migrator.down({ migrations: ['20261128083500-api-tokens'] });
    await orm.migrator.up();
    expect(await stored()).toEqual(expected);
  } finally {
    await client.end();
    await orm.close();
    await own.drop();
  }
});

describe('a rollback', () => {
  const tokensNow = () => curator.json<ApiToken[]>('/api/tokens');

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
    for (const scope of ['deploy:people', 'upload']) await curator.post('/api/tokens', { scopes: [scope], label });
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
