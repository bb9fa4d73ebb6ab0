import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  SystemStatus,
  ApiToken,
  FrontendHistory,
  FrontendsStatus,
  Registration,
  Registry,
  RemoteDescriptionInput,
} from '@archive/contracts';
import { FrontendRegistry } from '../../src/modules/frontends/registry.ts';
import { Retention } from '../../src/queues/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { type Build, buildFrontends, type FrontendBuilds } from '../support/frontend-builds.ts';
import { startWorker } from '../support/worker.ts';
import { waitUntil } from '../support/wait-until.ts';
import { recordVerdict } from '../support/verifier.ts';

const NAME = 'ship-notes';
const NOTES: RemoteDescriptionInput = {
  title: 'Ship notes',
  path: '/ship-notes',
  record_path: '/note',
  navigation: { label: 'Notes', icon: 'book', position: 50 },
  home_card: { title: 'Ship notes', description: 'Notes of the crew.', icon: 'book' },
  slots: ['home-card'],
  pages: ['/ship-notes?year=1961'],
  budget: 300,
};

let builds: FrontendBuilds;
let api: TestApi;
let curator: Browser;

beforeAll(async () => {
  builds = await buildFrontends('shell', 'sound', 'borrower', 'notes', 'notes-next');
  const directory = await builds.startingWith({
    shell: 'shell',
    'people/1.0.0': 'people/1.0.0',
    'voyages/1.0.0': 'voyages/1.0.0',
  });
  api = await startApi({ environment: { FRONTENDS_DIR: directory } });
  curator = await api.signIn();
  await waitUntil(async () => (await registry()).revision === 1);
});
afterAll(async () => {
  await api.close();
  await builds.remove();
});

const registry = () => api.visitor().json<Registry>('/mfe/registry.json');
const register = (description: object, name = NAME, browser = curator, headers = {}) =>
  browser.send('PUT', `/api/frontends/${name}`, description, headers);
const retire = (name = NAME) => curator.send('DELETE', `/api/frontends/${name}`);
const publish = async (version: string, headers: Record<string, string>) =>
  api.visitor().post(`/api/frontends/${NAME}/versions`, await builds.build(`${NAME}/${version}`), headers);
const promote = (version: string) => curator.post(`/api/frontends/${NAME}/promote`, { version });
const history = () => curator.json<FrontendHistory>('/api/frontends/history');
const detailOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { detail: string }).detail,
];
async function aToken(name: string): Promise<ApiToken & { token: string }> {
  const response = await curator.post('/api/tokens', { scopes: [`deploy:${name}`], label: 'CI' });
  return (await response.json()) as ApiToken & { token: string };
}

describe('before a micro-frontend is registered', () => {
  test.each([
    ['publishing', async () => curator.post(`/api/frontends/${NAME}/versions`, await builds.build(`${NAME}/1.0.0`))],
    ['promoting', () => promote('1.0.0')],
    ['rolling back', () => curator.post(`/api/frontends/${NAME}/rollback`, {})],
    ['creating a token', () => curator.post('/api/tokens', { scopes: [`deploy:${NAME}`], label: 'CI' })],
  ])('%s says how to register it', async (_, send) => {
    expect(await detailOf(await send())).toEqual([
      404,
      `There is no micro-frontend called ${NAME}. Register it on /ops/frontends, or with "npm run mfe -- register ${NAME}".`,
    ]);
  });

  test('builds on the server register themselves, with the description that they declare or a default one', async () => {
    const { apps } = await curator.json<FrontendsStatus>('/api/frontends');
    expect(apps.map(({ name, registration }) => [name, registration?.description.path])).toEqual([
      ['shell', undefined],
      ['people', '/people'],
      ['voyages', '/voyages'],
    ]);
  });
});

describe('a registration is rejected', () => {
  test.each([
    [
      'the path of another micro-frontend',
      { path: '/people', pages: [] },
      NAME,
      409,
      'People (people) is at /people already.',
    ],
    [
      'a path of records that another one has',
      { record_path: '/people' },
      NAME,
      409,
      'People (people) is at /people already.',
    ],
    ['one path for all', { record_path: '/ship-notes' }, NAME, 422, 'Use another path than that of the other pages.'],
    ['a path of the shell', { path: '/search' }, NAME, 422, 'The archive uses this path itself. Choose another one.'],
    ['a path of the API', { path: '/api' }, NAME, 422, 'The archive uses this path itself. Choose another one.'],
    ['an invalid path', { path: 'notes/../x' }, NAME, 422, 'Use a path of one word, like /log-book.'],
    ['a page elsewhere', { pages: ['/people'] }, NAME, 422, '/people is not below /ship-notes.'],
    ['an unknown icon', { navigation: { label: 'Notes', icon: 'rocket' } }, NAME, 422, /^Use anchor, book/],
    ['a budget that is too large', { budget: 9999 }, NAME, 422, /2000/],
    ['a reserved name', {}, 'shell', 422, 'This name is reserved. Choose another one.'],
    ['an invalid name', {}, 'Ship_Notes', 422, 'Use lowercase letters, digits and single hyphens, like log-book.'],
  ])('with %s', async (_, change, name, status, message) => {
    const response = await register({ ...NOTES, ...change }, name);
    const { detail, errors = [] } = (await response.json()) as { detail: string; errors?: { message: string }[] };
    expect(response.status).toBe(status);
    expect([detail, ...errors.map((error) => error.message)]).toContainEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  test('from a pipeline', async () => {
    const { token } = await aToken('people');
    expect((await register(NOTES, NAME, api.visitor(), { authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('a registered micro-frontend', () => {
  test('is published, promoted, described to pages, and rolled back like the others', async () => {
    const response = await register(NOTES);
    expect([response.status, (await response.json()) as Registration]).toEqual([
      200,
      {
        name: NAME,
        description: { ...NOTES, home_card: { ...NOTES.home_card, position: 100 }, search_kinds: [] },
        registered_at: expect.any(String),
        registered_by: 'curator',
      },
    ]);
    const { token } = await aToken(NAME);
    const pipeline = { authorization: `Bearer ${token}` };
    for (const version of ['1.0.0', '1.1.0']) {
      expect((await publish(version, pipeline)).status).toBe(200);
      expect((await recordVerdict(curator, NAME, version)).status).toBe(204);
      expect((await promote(version)).status).toBe(200);
    }
    expect((await registry()).apps[NAME]).toMatchObject({
      version: '1.1.0',
      path: '/ship-notes',
      record_path: '/note',
      title: 'Ship notes',
      navigation: { label: 'Notes', icon: 'book', position: 50 },
      home_card: { title: 'Ship notes', description: 'Notes of the crew.' },
      slots: ['home-card'],
    });
    const page = await (await api.visitor().get('/ship-notes')).text();
    expect(page).toContain('"navigation":{"icon":"book","label":"Notes","position":50}');
    expect((await curator.post(`/api/frontends/${NAME}/rollback`, {})).status).toBe(200);
    expect((await registry()).apps[NAME]?.version).toBe('1.0.0');
  });

  test('uses a changed description immediately, also in other processes and after a restart', async () => {
    const link = { label: 'Crew notes', icon: 'users', position: 5 };
    expect((await register({ ...NOTES, navigation: link })).status).toBe(200);
    expect((await registry()).apps[NAME]?.navigation).toEqual(link);
    expect((await register({ ...NOTES, navigation: link })).status).toBe(200);
    const changes = (await history()).filter(({ name, action }) => name === NAME && action === 'change');
    expect(changes).toHaveLength(1);
    const other = await startApi({ databaseUrl: api.config.database.url });
    await other.app.get(FrontendRegistry).fresh();
    expect((await other.visitor().json<Registry>('/mfe/registry.json')).apps[NAME]?.navigation).toEqual(link);
    await other.close();
  });

  test('cannot be retired while another live micro-frontend uses its components', async () => {
    expect(await detailOf(await retire('people'))).toEqual([
      409,
      'voyages uses components of people. Retire or change it first.',
    ]);
    expect((await registry()).apps['people']?.version).toBe('1.0.0');
  });

  test('loses its pages, link and tokens when it is retired, keeps its history and versions, and can be registered again', async () => {
    const { token } = await aToken(NAME);
    expect((await retire()).status).toBe(204);
    expect((await registry()).apps[NAME]).toBeUndefined();
    const { apps } = await curator.json<FrontendsStatus>('/api/frontends');
    expect(apps.map(({ name }) => name)).not.toContain(NAME);
    expect((await publish('1.1.0', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await promote('1.1.0')).status).toBe(404);
    expect((await retire()).status).toBe(404);

    expect((await register(NOTES)).status).toBe(200);
    expect((await registry()).apps[NAME]).toBeUndefined();
    await recordVerdict(curator, NAME, '1.1.0');
    expect((await promote('1.1.0')).status).toBe(200);
    expect((await registry()).apps[NAME]).toMatchObject({ version: '1.1.0', title: 'Ship notes' });
  });

  test('has its registrations, builds, verdicts, releases and tokens in the history', async () => {
    const events = (await history()).filter(({ name }) => name === NAME).toReversed();
    expect(events.map(({ action, version, note }) => [action, version, note].filter(Boolean).join(' '))).toEqual([
      'register /ship-notes',
      'token-create CI',
      'publish 1.0.0',
      'verify 1.0.0 passed',
      'promote 1.0.0',
      'publish 1.1.0',
      'verify 1.1.0 passed',
      'promote 1.1.0',
      'rollback 1.0.0 from 1.1.0',
      'change /ship-notes',
      'token-create CI',
      'retire',
      'remove 1.0.0',
      'token-revoke CI',
      'token-revoke CI',
      'register /ship-notes',
      'verify 1.1.0 passed',
      'promote 1.1.0',
    ]);
    expect(events.map(({ by }) => by)).toEqual(expect.arrayContaining(['curator', `pipeline of ${NAME}: CI`]));
    expect(
      events.every(({ revision, action }) => (revision === null) === !/^(?:promote|rollback|remove)$/.test(action)),
    ).toBe(true);
  });

  test('keeps its history: the database rejects changes', async () => {
    await expect(api.asOwner('delete from frontend_registration')).rejects.toThrow(/only ever added/);
  });
});

describe('the files of old builds', () => {
  let worker: INestApplicationContext;
  beforeAll(async () => {
    worker = await startWorker(api);
  });
  afterAll(() => worker.close());

  const address = (version: string) => `/mfe/${NAME}/${version}/archive.json`;
  const stateOf = async (version: string) => {
    const { apps } = await curator.json<FrontendsStatus>('/api/frontends');
    return apps.find(({ name }) => name === NAME)?.versions.find((item) => item.version === version)?.state;
  };

  test('are deleted, unless the version is live or can be rolled back to; an old version stays and can be published again', async () => {
    const build = await builds.build(`${NAME}/1.1.0`);
    const candidate = { version: '1.2.0', files: build.files.map((file) => withVersion(file, '1.2.0')) };
    const send = () => curator.post(`/api/frontends/${NAME}/versions`, candidate);
    expect((await send()).status).toBe(200);
    await api.asOwner(`
      alter table frontend_revision disable trigger frontend_revision_stays;
      update frontend_revision set created_at = created_at - interval '200 days';
      alter table frontend_revision enable trigger frontend_revision_stays`);
    const retention = worker.get(Retention);
    expect(await retention.apply('frontend-builds')).toBe(0);
    await api.asOwner(`update frontend_version set files_stored_at = files_stored_at - interval '91 days'`);
    expect(await retention.apply('frontend-builds')).toBe(1);
    expect(await retention.apply('frontend-builds')).toBe(0);

    expect([await stateOf('1.0.0'), await stateOf('1.1.0'), await stateOf('1.2.0')]).toEqual([
      'earlier',
      'live',
      'removed',
    ]);
    for (const [version, status] of [
      ['1.0.0', 200],
      ['1.1.0', 200],
      ['1.2.0', 404],
    ] as const) {
      if (version === '1.2.0') await curator.send('PUT', `/api/frontends/${NAME}/preview`, { version });
      expect([version, (await curator.get(address(version))).status]).toEqual([version, status]);
    }
    expect((await recordVerdict(curator, NAME, '1.2.0')).status).toBe(204);
    expect(await detailOf(await promote('1.2.0'))).toEqual([
      409,
      `The files of ${NAME} 1.2.0 were deleted because of its age. Publish it again.`,
    ]);
    const deleted = { revision: null, by: 'the server', action: 'files-delete', name: NAME, version: '1.2.0' };
    expect(await history()).toContainEqual(expect.objectContaining(deleted));
    const status = await curator.json<SystemStatus>('/api/system');
    expect(status.retention?.map(({ what }) => what)).toContain('Files of old micro-frontend builds');

    expect((await send()).status).toBe(200);
    expect(await stateOf('1.2.0')).toBe('candidate');
    expect((await curator.get(address('1.2.0'))).status).toBe(200);
    expect(await retention.apply('frontend-builds')).toBe(0);
  });
});

function withVersion(file: Build['files'][number], version: string) {
  if (file.path !== 'archive.json') return file;
  const declaration = JSON.parse(Buffer.from(file.content, 'base64').toString()) as object;
  return { ...file, content: Buffer.from(JSON.stringify({ ...declaration, version })).toString('base64') };
}
