import {
  albumOperations,
  bulkMediaOperations,
  historyOperations,
  mediaOperations,
  mediaRecordOperations,
  searchOperations,
  trashOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntilBlocked } from '../support/wait-until.ts';
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

const create = async (title: string, more: { sort_order?: number; description?: string } = {}) =>
  (await send(browser, albumOperations.create, { body: { title, voyage_slug: null, ...more } })).body;
const get = async (album_slug: string) => (await send(browser, albumOperations.get, { params: { album_slug } })).body;
const setMedia = (album_slug: string, media_slugs: string[]) =>
  send(browser, albumOperations.setMedia, { params: { album_slug }, body: { media_slugs } });
const move = (album_slug: string, sort_order: number) =>
  send(browser, albumOperations.update, { params: { album_slug }, body: { sort_order } });
const remove = (album_slug: string) => send(browser, albumOperations.remove, { params: { album_slug } });
const list = async () => (await send(browser, albumOperations.collections, {})).body;
const titles = async () => (await list()).map(({ title }) => title);
const mediaOf = async (slug: string) => (await get(slug)).media.map(({ media_slug }) => media_slug);

/** Deletes all collections. */
const clear = () => api.database.pool.query('delete from album where voyage_id is null');

describe('a collection', () => {
  test('is an album without a voyage, listed after the other collections', async () => {
    await clear();
    const { body, headers } = await send(browser, albumOperations.create, {
      body: { title: 'State dinners', description: 'Menus and *seating plans*.', voyage_slug: null },
    });
    expect(body).toEqual({
      album_slug: 'state-dinners',
      title: 'State dinners',
      description: 'Menus and *seating plans*.',
      voyage_slug: null,
      sort_order: 1,
      media_count: 0,
    });
    expect(headers.get('location')).toBe('/api/curator/albums/state-dinners');
    expect(await create('State dinners')).toMatchObject({ album_slug: 'state-dinners-2', sort_order: 2 });
    const { slug } = await aVoyage().save(api.database);
    await send(browser, albumOperations.create, { body: { title: 'Of a voyage', voyage_slug: slug } });
    expect(await list()).toMatchObject([
      { album_slug: 'state-dinners', sort_order: 1, thumbnail_url: null },
      { album_slug: 'state-dinners-2', sort_order: 2 },
    ]);
  });

  test('is only created when the request says that there is no voyage', async () => {
    const rejected = await sendRejected(browser, albumOperations.create, { body: { title: 'Nowhere' } as never }, 422);
    expect(rejected.errors).toEqual([{ path: 'voyage_slug', message: 'This is required.' }]);
  });

  test('has media of any voyage, and shows the first picture in the list', async () => {
    await clear();
    const { album_slug } = await create('Across voyages');
    const [first, second] = [await aMedia().save(api.database), await aMedia().save(api.database)];
    await setMedia(album_slug, [second.slug, first.slug]);
    expect(await mediaOf(album_slug)).toEqual([second.slug, first.slug]);
    await api.database.pool.query(
      `insert into derivative (media_id, kind, state, storage_key) select id, 'thumbnail', 'ready', 'derivatives/' || slug || '.webp'
      from media where slug = any($1)`,
      [[first.slug, second.slug]],
    );
    expect(await list()).toMatchObject([
      { media_count: 2, thumbnail_url: `/media-files/derivatives/${second.slug}.webp` },
    ]);
  });
});

describe('the order of collections', () => {
  test('has no gaps, even after concurrent changes', async () => {
    await clear();
    const created = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((title) => create(title)));
    expect((await list()).map(({ sort_order }) => sort_order)).toEqual([1, 2, 3, 4, 5, 6]);
    await Promise.all(created.filter((_, index) => index % 2 === 0).map(({ album_slug }) => remove(album_slug)));
    expect((await list()).map(({ sort_order }) => sort_order)).toEqual([1, 2, 3]);
    await create('First', { sort_order: 0 });
    expect((await list()).map(({ title, sort_order }) => [sort_order, title])[0]).toEqual([1, 'First']);
  });

  test('has no gaps while another transaction adds one', async () => {
    await clear();
    const other = await api.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('select lock_collections()');
      await other.query(`insert into album (slug, title, sort_order) values ('theirs', 'Theirs', 1)`);
      const creating = create('Mine');
      await waitUntilBlocked(api.database.pool, creating);
      await other.query('commit');
      expect(await creating).toMatchObject({ sort_order: 2 });
    } finally {
      other.release();
    }
    expect(await titles()).toEqual(['Theirs', 'Mine']);
  });

  test('changes when a collection is moved, with a revision', async () => {
    await clear();
    for (const title of ['A', 'B', 'C', 'D']) await create(title);
    const slugs = (await list()).map(({ album_slug }) => album_slug);
    await move(slugs[3]!, 0);
    expect(await titles()).toEqual(['D', 'A', 'B', 'C']);
    await move(slugs[0]!, 3);
    expect(await titles()).toEqual(['D', 'B', 'C', 'A']);
    await move(slugs[0]!, 3);
    const changes = await send(browser, historyOperations.list, {
      params: { kind: 'album', slug: slugs[0]! },
      query: {},
    });
    expect(changes.body.map((change) => change.changes)).toEqual([
      [{ field: 'sort_order', label: 'Position', from: '2', to: '4' }],
      [],
    ]);
    await history.undo('album', slugs[0]!);
    expect(await titles()).toEqual(['D', 'A', 'B', 'C']);
  });

  test('is changed in the same way as the order of a voyage’s albums', async () => {
    const { slug: voyage_slug } = await aVoyage().save(api.database);
    for (const title of ['A', 'B', 'C']) await send(browser, albumOperations.create, { body: { title, voyage_slug } });
    const ofVoyage = async () => (await send(browser, albumOperations.byVoyage, { params: { voyage_slug } })).body;
    await move((await ofVoyage())[2]!.album_slug, 1);
    expect((await ofVoyage()).map(({ title }) => title)).toEqual(['A', 'C', 'B']);
  });
});

describe('a deleted collection', () => {
  test('is restored with its media, at its position', async () => {
    await clear();
    for (const title of ['A', 'B', 'C']) await create(title);
    const [, middle] = await list();
    const media = await aMedia().save(api.database);
    await setMedia(middle!.album_slug, [media.slug]);
    await remove(middle!.album_slug);
    await sendRejected(browser, albumOperations.get, { params: { album_slug: middle!.album_slug } }, 404);
    await history.undo('album', middle!.album_slug);
    expect(await titles()).toEqual(['A', 'B', 'C']);
    expect(await mediaOf(middle!.album_slug)).toEqual([media.slug]);
  });
});

describe('media of a collection', () => {
  const aCollectionOf = async (...slugs: string[]) => {
    const { album_slug } = await create(`Of ${slugs.length}`);
    await setMedia(album_slug, slugs);
    return album_slug;
  };

  test('have the collection among their uses, and their neighbors in it', async () => {
    const [first, second] = [await aMedia().save(api.database), await aMedia().save(api.database)];
    const album_slug = await aCollectionOf(first.slug, second.slug);
    const usage = await send(browser, mediaOperations.usage, { params: { media_slug: first.slug } });
    expect(usage.body.albums).toEqual([{ title: 'Of 2', album_slug, voyage_slug: null }]);
    const bulk = await send(browser, bulkMediaOperations.usage, { body: { media_slugs: [second.slug] } });
    expect(bulk.body.albums).toEqual([{ title: 'Of 2', album_slug, voyage_slug: null }]);
    const neighbors = await send(browser, mediaRecordOperations.neighbors, {
      params: { slug: first.slug },
      query: { album: album_slug },
    });
    expect(neighbors.body).toMatchObject({
      album: { album_slug, voyage_slug: null },
      previous: null,
      next: { media_slug: second.slug },
    });
  });

  test('stay in it when they are detached from all voyages', async () => {
    const media = await aMedia().save(api.database);
    const album_slug = await aCollectionOf(media.slug);
    const { slug: voyage_slug } = await aVoyage().save(api.database);
    await send(browser, mediaOperations.link, { body: { media_slug: media.slug, voyage_slug } });
    await send(browser, mediaOperations.detach, { params: { media_slug: media.slug } });
    expect(await mediaOf(album_slug)).toEqual([media.slug]);
    const again = await send(browser, bulkMediaOperations.detach, { body: { media_slugs: [media.slug] } });
    expect(again.body).toEqual({ voyages: [], detached: [], missing: [] });
  });

  test('are removed from it when deleted, and restored at their position', async () => {
    const media = [];
    for (const name of ['a', 'b', 'c'])
      media.push((await aMedia().outside(`https://example.com/${name}.jpg`).save(api.database)).slug);
    const album_slug = await aCollectionOf(...media);
    await send(browser, mediaOperations.remove, { params: { media_slug: media[1]! }, query: {} });
    expect(await mediaOf(album_slug)).toEqual([media[0], media[2]]);
    await send(browser, trashOperations.restore, { body: { media_slugs: [media[1]!] } });
    expect(await mediaOf(album_slug)).toEqual(media);
  });
});

test('the search finds a collection by its title and its introduction', async () => {
  const { album_slug } = await create('Regalia', { description: 'Burgees and **pennants**.' });
  for (const q of ['regalia', 'pennants']) {
    const { body } = await send(browser, searchOperations.all, { query: { q } });
    expect(body).toMatchObject([{ kind: 'album', slug: album_slug, title: 'Regalia', voyage_slug: null }]);
  }
});

test('a search with filters finds the collections with media that match them', async () => {
  const flying = await aMedia('Flags at the mast').save(api.database);
  await aVoyage()
    .on('1949-05-12')
    .under('truman-harry-s')
    .aboard('Chester W. Nimitz', {})
    .showing(flying)
    .save(api.database);
  const alone = await aMedia('A flag in its box').with({ date: '1931' }).save(api.database);
  const flags = await create('Signal flags');
  const other = await create('Signal lamps');
  await setMedia(flags.album_slug, [flying.slug]);
  await setMedia(other.album_slug, [alone.slug]);
  const find = async (q: string) => {
    const { body } = await send(browser, searchOperations.all, { query: { q } });
    return body.filter(({ kind }) => kind === 'album').map(({ slug }) => slug);
  };
  expect((await find('signal')).toSorted()).toEqual([flags.album_slug, other.album_slug].toSorted());
  expect(await find('signal president:truman')).toEqual([flags.album_slug]);
  expect(await find('signal person:nimitz')).toEqual([flags.album_slug]);
  expect(await find('signal president:kennedy')).toEqual([]);
});
