import { historyOperations, type StoryCreate, storyOperations } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aPersonWith } from '../support/accounts.ts';
import type { Browser } from '../support/browser.ts';
import { HistoryPages } from './history.ts';
import { send, sendRejected } from './send.ts';

let api: TestApi;
let browser: Browser;
let history: HistoryPages;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());
beforeEach(() => api.database.pool.query(`delete from story; delete from history where kind = 'story'`));

const PUBLISHED = { published_on: '2026-11-20' };
const create = async (title: string, more: Partial<StoryCreate> = {}) =>
  (await send(browser, storyOperations.create, { body: { title, ...more } })).body;
const open = async (slug: string) => (await send(browser, storyOperations.open, { params: { story_slug: slug } })).body;
const titles = async (query = {}) =>
  (await send(browser, storyOperations.list, { query })).body.map(({ title }) => title);

describe('a story', () => {
  test('is a draft until it is published, and keeps its address', async () => {
    const story = await create('Aground in Florida', { summary: ' Thirty hours ', body: '' });
    expect(story).toMatchObject({
      story_slug: 'aground-in-florida',
      summary: 'Thirty hours',
      body: null,
      published_on: null,
    });
    expect(await titles()).toEqual([]);
    await sendRejected(browser, storyOperations.get, { params: { slug: story.story_slug } }, 404);
    const params = { story_slug: story.story_slug };
    await send(browser, storyOperations.update, { params, body: { title: 'Aground', ...PUBLISHED } });
    expect(await titles()).toEqual(['Aground']);
    const { body } = await send(browser, storyOperations.get, { params: { slug: 'aground-in-florida' } });
    expect(body).toMatchObject({ title: 'Aground', summary: 'Thirty hours' });
  });

  test.each([
    [{ title: ' ' }, 'title'],
    [{ published_on: '2026-02-30' }, 'published_on'],
    [{ published_on: '2026' }, 'published_on'],
    [{ cover: 'no-picture' }, 'cover'],
  ])('with %j is rejected', async (fields, path) => {
    const body = { title: 'A story', ...fields };
    const { errors } = await sendRejected(browser, storyOperations.create, { body }, 422);
    expect(errors).toMatchObject([{ path }]);
  });

  test('names the records of its text, also by the addresses of merged people', async () => {
    const voyage = await aVoyage().with({ title: 'Dinner', start_date: '1947-07-01' }).save(api.database);
    const person = await aPerson('James Forrestal').save(api.database);
    const media = await aMedia().with({ title: 'At the rail' }).save(api.database);
    await api.database.pool.query(
      `insert into person_redirect (slug, person_id) select 'forrestal-jim', id from person where slug = $1`,
      [person.slug],
    );
    const body = `[Dinner](/voyages/${voyage.slug}) with [Forrestal](/people/forrestal-jim), seen again in
[a sentence](/voyages/${voyage.slug}).

![At the rail](/media/${media.slug}#xywh=percent:10,10,50,50)

[gone](/people/nobody-here) [outside](https://example.org/people/x-y)`;
    const { records } = await create('Dinner aboard', { body, ...PUBLISHED });
    expect(records.map(({ kind, slug, title }) => [kind, slug, title])).toEqual([
      ['media', media.slug, 'At the rail'],
      ['person', person.slug, 'James Forrestal'],
      ['voyage', voyage.slug, 'Dinner'],
    ]);
    expect(await titles({ record: `/people/${person.slug}` })).toEqual(['Dinner aboard']);
    const address = ['/people/forrestal-jim', '/people/nobody-here'];
    const preview = await send(browser, storyOperations.records, { query: { address } });
    expect(preview.body).toMatchObject([{ address: '/people/forrestal-jim', slug: person.slug }]);
  });

  test('is listed by a record that it names, newest first, with its neighbors', async () => {
    await create('One', { body: '[x](/people/truman-harry-s)', published_on: '2026-01-01' });
    await create('Two', { body: '[x](/people/truman-harry-s-2)', published_on: '2026-01-02' });
    await create('Three', { body: '(/people/truman-harry-s)', published_on: '2026-01-03' });
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    expect(await titles({ record: '/people/truman-harry-s' })).toEqual(['One']);
    expect(await open('two')).toMatchObject({ previous: { title: 'One' }, next: { title: 'Three' } });
  });

  test('shows drafts first to those who may edit them', async () => {
    await create('Published', PUBLISHED);
    await create('Draft');
    const { body } = await send(browser, storyOperations.listAll, { query: {} });
    expect(body.map(({ title }) => title)).toEqual(['Draft', 'Published']);
  });
});

describe('changes of a story', () => {
  test('are refused for another version, and a deleted story comes back under its address', async () => {
    await create('Dinner', { body: 'First text' });
    const params = { story_slug: 'dinner' };
    const { etag } = await send(browser, storyOperations.open, { params });
    await send(browser, storyOperations.update, { params, body: { body: 'Second text' } });
    const headers = { 'if-match': etag };
    await sendRejected(browser, storyOperations.update, { params, body: { body: 'Third' }, headers }, 412);
    const [change] = await history.revisionsOf('story', 'dinner');
    expect(change?.changes).toEqual([{ field: 'body', label: 'Text', from: 'First text', to: 'Second text' }]);
    await send(browser, storyOperations.remove, { params });
    await history.undo('story', 'dinner');
    expect(await open('dinner')).toMatchObject({ body: 'Second text' });
    expect(await history.actions('story', 'dinner')).toEqual(['restore', 'delete', 'update', 'create']);
  });

  test('of a draft are hidden from readers', async () => {
    await create('Secret draft');
    await create('In print', PUBLISHED);
    const reader = (await aPersonWith(api, browser, 'reader')).browser;
    const { body } = await send(reader, historyOperations.changes, { query: { kind: 'story' } });
    expect(body.changes.map(({ title }) => title)).toEqual(['In print']);
    const params = { kind: 'story' as const, slug: 'secret-draft' };
    await send(browser, historyOperations.list, { params, query: {} });
    await sendRejected(reader, historyOperations.list, { params, query: {} }, 404);
    await sendRejected(reader, storyOperations.open, { params: { slug: 'secret-draft' } }, 403);
  });
});
