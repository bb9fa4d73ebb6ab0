import { mediaOperations, peopleOperations, searchOperations, tagOperations } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aMedia, aPerson } from '../builders/index.ts';
import { requestOk } from '../reading/request.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  await aMedia('Card')
    .withSlug('card')
    .with({ tags: ['menus', 'paper', 'MENU'] })
    .save(api.database);
  await aMedia('Rail')
    .withSlug('rail')
    .with({ tags: ['deck'] })
    .save(api.database);
  await aMedia('Plate')
    .withSlug('plate')
    .with({ tags: ['menus'] })
    .save(api.database);
  await aPerson('Ada Cook')
    .with({ tags: ['menu', 'kitchen'] })
    .save(api.database);
});
afterAll(() => api.close());

const tags = async () =>
  (await requestOk(browser, tagOperations.list, {})).body.map(
    ({ tag, media_count, people_count }) => `${tag} ${media_count} ${people_count}`,
  );
const tagsOf = async (slug: string) => (await requestOk(browser, mediaOperations.get, { params: { slug } })).body.tags;
const post = async (path: string, body: unknown) => {
  const response = await browser.post(path, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const rename = (body: unknown) => post('/api/curator/tags/rename', body);

test('tags are listed with their counts, whatever their case', async () => {
  const listed = await tags();
  expect(listed.map((line) => line.toLowerCase())).toEqual([
    'deck 1 0',
    'kitchen 0 1',
    'menu 1 1',
    'menus 2 0',
    'paper 1 0',
  ]);
});

test('tags are merged on all records in one change that can be undone', async () => {
  const { status, body } = await rename({ tags: ['menu', 'menus'], to: ' Menu ' });
  expect(status).toBe(200);
  expect(body['changed']).toEqual([
    { kind: 'media', slug: 'card', revision: expect.any(Number) },
    { kind: 'media', slug: 'plate', revision: expect.any(Number) },
    { kind: 'person', slug: 'cook-ada', revision: expect.any(Number) },
  ]);
  expect(await tagsOf('card')).toEqual(['Menu', 'paper']);
  expect(await tags()).toContain('Menu 2 1');
  const found = await requestOk(browser, peopleOperations.list, { query: { q: 'tag:menu' } });
  expect(found.body.map(({ person_slug }) => person_slug)).toEqual(['cook-ada']);

  // A record that was changed later keeps its tags.
  await browser.send('PUT', '/api/curator/media/plate', { tags: ['china'] });
  expect(await post('/api/curator/tags/undo', body)).toEqual({ status: 200, body: { restored: 2, left: 1 } });
  expect(await tagsOf('card')).toEqual(['menus', 'paper', 'MENU']);
  expect(await tagsOf('plate')).toEqual(['china']);
});

test.each([
  ['a tag of no record', { tags: ['xylophone'], to: 'menu' }, 404],
  ['a comma', { tags: ['deck'], to: 'deck, rail' }, 422],
  ['no name', { tags: ['deck'], to: ' ' }, 422],
])('rejects %s', async (_, body, status) => {
  expect((await rename(body)).status).toBe(status);
});

test('renaming a tag to itself changes nothing', async () => {
  expect((await rename({ tags: ['deck'], to: 'deck' })).status).toBe(404);
  expect((await rename({ tags: ['deck'], to: 'Deck' })).status).toBe(200);
});

test('a renamed tag replaces its other spellings on the same record', async () => {
  await browser.send('PUT', '/api/curator/media/rail', { tags: ['Railing', 'rails', 'brass'] });
  expect((await rename({ tags: ['rails'], to: 'railing' })).status).toBe(200);
  expect(await tagsOf('rail')).toEqual(['railing', 'brass']);
});

test('undo does not change a record that is being saved at the same time', async () => {
  await browser.send('PUT', '/api/curator/media/rail', { tags: ['bow'] });
  const { body } = await rename({ tags: ['bow'], to: 'stern' });
  const client = await api.database.pool.connect();
  await client.query('begin');
  await client.query(`update media set tags = '{mast}' where slug = 'rail'`);
  await client.query(
    `insert into history (kind, slug, revision, action, changed_by, before)
     select kind, slug, revision + 1, action, changed_by, before from history where slug = 'rail' order by revision desc limit 1`,
  );
  const undone = post('/api/curator/tags/undo', body);
  await waitUntil(async () => {
    const { rowCount } = await client.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
    return rowCount === 1;
  }, 2000);
  await client.query('commit');
  client.release();
  expect(await undone).toEqual({ status: 200, body: { restored: 0, left: 1 } });
  expect(await tagsOf('rail')).toEqual(['mast']);
});

test.each(['Other', '🚢', '%'])('the tag %j, which has no words to search for, lists its records', async (tag) => {
  await browser.send('PUT', '/api/curator/media/plate', { tags: [tag] });
  const { body } = await requestOk(browser, searchOperations.all, { query: { tag } });
  expect(body.map(({ slug }) => slug)).toEqual(['plate']);
});
