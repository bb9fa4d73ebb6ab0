import { albumOperations, mediaOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const aVoyageSlug = async () => (await aVoyage().on('1946-03-07').save(api.database)).slug;
const create = async (voyage_slug: string, title: string, sort_order?: number) =>
  (await send(browser, albumOperations.create, { body: { title, voyage_slug, sort_order } })).body;
const add = (album_slug: string, media_slug: string, sort_order?: number) =>
  send(browser, albumOperations.addMedia, { params: { album_slug }, body: { media_slug, sort_order } });
const albumsOf = async (voyage_slug: string) =>
  (await send(browser, albumOperations.byVoyage, { params: { voyage_slug } })).body;

describe('an album', () => {
  test('is created on a voyage, at the position after the existing ones', async () => {
    const voyage_slug = await aVoyageSlug();
    const { body, headers } = await send(browser, albumOperations.create, {
      body: { title: ' On deck ', description: '', voyage_slug, sort_order: 0 },
    });
    expect(body).toEqual({
      album_slug: '1946-03-07-on-deck',
      title: 'On deck',
      description: null,
      voyage_slug,
      sort_order: 1,
      media_count: 0,
    });
    expect(headers.get('location')).toBe('/api/curator/albums/1946-03-07-on-deck');
    expect(await create(voyage_slug, 'On deck')).toMatchObject({ album_slug: '1946-03-07-on-deck-2', sort_order: 2 });
    expect((await albumsOf(voyage_slug)).map(({ title, sort_order }) => [title, sort_order])).toEqual([
      ['On deck', 1],
      ['On deck', 2],
    ]);
  });

  test('is placed at the requested position; the others are renumbered without gaps', async () => {
    const voyage_slug = await aVoyageSlug();
    const first = await create(voyage_slug, 'First');
    await create(voyage_slug, 'Second');
    await create(voyage_slug, 'New first', 0);
    const order = async () => (await albumsOf(voyage_slug)).map(({ title, sort_order }) => [sort_order, title]);
    expect(await order()).toEqual([
      [1, 'New first'],
      [2, 'First'],
      [3, 'Second'],
    ]);
    await send(browser, albumOperations.remove, { params: { album_slug: first.album_slug } });
    await create(voyage_slug, 'Last', 900);
    await create(voyage_slug, 'Before the last', 2);
    expect(await order()).toEqual([
      [1, 'New first'],
      [2, 'Second'],
      [3, 'Before the last'],
      [4, 'Last'],
    ]);
  });

  test('deleted concurrently with others of its voyage leaves no gap', async () => {
    const voyage_slug = await aVoyageSlug();
    const albums = [];
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) albums.push(await create(voyage_slug, title));
    const deleted = albums.filter((_, index) => index % 2 === 0);
    await Promise.all(
      deleted.map(({ album_slug }) => send(browser, albumOperations.remove, { params: { album_slug } })),
    );
    expect((await albumsOf(voyage_slug)).map(({ title, sort_order }) => [sort_order, title])).toEqual([
      [1, 'B'],
      [2, 'D'],
      [3, 'F'],
    ]);
  });

  test('gets a distinct position when created concurrently', async () => {
    const voyage_slug = await aVoyageSlug();
    await Promise.all(Array.from({ length: 6 }, (_, index) => create(voyage_slug, `Album ${index}`)));
    expect((await albumsOf(voyage_slug)).map(({ sort_order }) => sort_order)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('requires a title and a voyage', async () => {
    const voyage_slug = await aVoyageSlug();
    for (const body of [{ voyage_slug }, { voyage_slug, title: ' ' }])
      expect(await sendRejected(browser, albumOperations.create, { body }, 422)).toMatchObject({
        detail: 'Album title is required',
        errors: [{ path: 'title' }],
      });
    const nowhere = { body: { title: 'A', voyage_slug: 'nowhere' } };
    expect(await sendRejected(browser, albumOperations.create, nowhere, 404)).toMatchObject({
      detail: 'Voyage not found',
    });
    await sendRejected(browser, albumOperations.byVoyage, { params: { voyage_slug: 'nowhere' } }, 404);
  });

  test('gets a new title and description; fields that are not sent stay unchanged', async () => {
    const { album_slug } = await create(await aVoyageSlug(), 'Working title');
    const params = { album_slug };
    const update = (body: object, headers?: Record<string, string>) =>
      send(browser, albumOperations.update, { params, body, headers });
    const { etag } = await update({ description: ' Before dinner. ' });
    const { body } = await update({ title: 'On deck' }, { 'if-match': etag });
    expect(body).toMatchObject({ album_slug, title: 'On deck', description: 'Before dinner.', media: [] });
    expect((await update({ description: null })).body.description).toBeNull();
    expect(await sendRejected(browser, albumOperations.update, { params, body: { title: ' ' } }, 422)).toMatchObject({
      detail: 'Album title is required',
    });
    const stale = { params, body: { title: 'Late' }, headers: { 'if-match': etag } };
    await sendRejected(browser, albumOperations.update, stale, 412);
    const history = await browser.json<{ before: { title: string } | null }[]>(
      `/api/curator/history/album/${album_slug}`,
    );
    expect(history.map(({ before }) => before?.title)).toEqual([
      'On deck',
      'Working title',
      'Working title',
      undefined,
    ]);
  });

  test('keeps its media when deleted', async () => {
    const { album_slug } = await create(await aVoyageSlug(), 'Short-lived');
    const media = await aMedia('Stays').save(api.database);
    await add(album_slug, media.slug);
    await send(browser, albumOperations.remove, { params: { album_slug } });
    const params = { album_slug };
    expect(await sendRejected(browser, albumOperations.get, { params }, 404)).toMatchObject({
      detail: 'Album not found',
    });
    await sendRejected(browser, albumOperations.remove, { params }, 404);
    expect((await send(browser, mediaOperations.get, { params: { slug: media.slug } })).body.title).toBe('Stays');
  });
});

describe('media of an album', () => {
  test('are listed in order, each once', async () => {
    const { album_slug } = await create(await aVoyageSlug(), 'Ordered');
    const [a, b, c] = [
      await aMedia('A').save(api.database),
      await aMedia('B').save(api.database),
      await aMedia('C').save(api.database),
    ];
    await add(album_slug, a.slug);
    await add(album_slug, b.slug);
    const { body, etag } = await add(album_slug, c.slug, 1);
    expect(body.media.map(({ title, sort_order }) => [title, sort_order])).toEqual([
      ['A', 1],
      ['C', 2],
      ['B', 3],
    ]);
    expect(body.media_count).toBe(3);
    const response = await send(browser, albumOperations.get, { params: { album_slug } });
    expect([response.body, response.etag]).toEqual([body, etag]);
    const again = { params: { album_slug }, body: { media_slug: a.slug } };
    expect(await sendRejected(browser, albumOperations.addMedia, again, 409)).toMatchObject({
      detail: '“A” is already in this album.',
    });
  });

  test('are set with their order in one request', async () => {
    const { album_slug } = await create(await aVoyageSlug(), 'Arranged');
    const media = await Promise.all(['A', 'B', 'C', 'D'].map((title) => aMedia(title).save(api.database)));
    const [a, b, c, d] = media.map(({ slug }) => slug) as [string, string, string, string];
    const set = (media_slugs: string[], headers?: Record<string, string>) =>
      send(browser, albumOperations.setMedia, { params: { album_slug }, body: { media_slugs }, headers });
    const visible = async () =>
      (await send(browser, albumOperations.get, { params: { album_slug } })).body.media
        .map(({ title }) => title)
        .join('');
    const first = await set([a, b, c]);
    expect(await visible()).toBe('ABC');
    const second = await set([c, d, a], { 'if-match': first.etag });
    expect(second.body.media.map(({ title, sort_order }) => [title, sort_order])).toEqual([
      ['C', 1],
      ['D', 2],
      ['A', 3],
    ]);
    // Sending the same order again changes nothing.
    expect((await set([c, d, a], { 'if-match': second.etag })).etag).toBe(second.etag);
    const params = { album_slug };
    const late = { params, body: { media_slugs: [a] }, headers: { 'if-match': first.etag } };
    await sendRejected(browser, albumOperations.setMedia, late, 412);
    const twice = await sendRejected(
      browser,
      albumOperations.setMedia,
      { params, body: { media_slugs: [a, b, a] } },
      422,
    );
    expect(twice.errors).toEqual([{ path: 'media_slugs', message: `The list contains “${a}” more than once.` }]);
    await sendRejected(browser, albumOperations.setMedia, { params, body: { media_slugs: [a, 'nothing'] } }, 404);
    expect(await visible()).toBe('CDA');
    expect((await set([])).body).toMatchObject({ media: [], media_count: 0 });
  });

  test('can be removed, and the others move up', async () => {
    const { album_slug } = await create(await aVoyageSlug(), 'Emptied');
    const [a, b] = [await aMedia('A').save(api.database), await aMedia('B').save(api.database)];
    await add(album_slug, a.slug);
    await add(album_slug, b.slug);
    const params = { album_slug, media_slug: a.slug };
    await send(browser, albumOperations.removeMedia, { params });
    const { body } = await send(browser, albumOperations.get, { params: { album_slug } });
    expect(body.media.map(({ title, sort_order }) => [title, sort_order])).toEqual([['B', 1]]);
    expect(await sendRejected(browser, albumOperations.removeMedia, { params }, 404)).toMatchObject({
      detail: '“A” is not in this album.',
    });
  });

  test('must be named in the request, and must exist', async () => {
    const { album_slug } = await create(await aVoyageSlug(), 'Choosy');
    const params = { album_slug };
    expect(await sendRejected(browser, albumOperations.addMedia, { params, body: {} }, 422)).toMatchObject({
      detail: 'Please select media to add',
    });
    expect(
      await sendRejected(browser, albumOperations.addMedia, { params, body: { media_slug: 'nothing' } }, 404),
    ).toMatchObject({
      detail: 'Media not found in database.',
    });
    await sendRejected(
      browser,
      albumOperations.addMedia,
      { params: { album_slug: 'none' }, body: { media_slug: 'x' } },
      404,
    );
  });
});
