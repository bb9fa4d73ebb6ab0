import { albumOperations, mediaOperations, voyageOperations } from '@archive/contracts';
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

const get = (slug: string) => send(browser, mediaOperations.get, { params: { slug } });
const voyage = async (slug: string) => (await send(browser, voyageOperations.get, { params: { slug } })).body;
const link = (body: { media_slug: string; voyage_slug: string } & Record<string, unknown>) =>
  send(browser, mediaOperations.link, { body });

describe('the metadata of media', () => {
  test('is updated with the fields that the card sends, and no others', async () => {
    const { slug } = await aMedia('Old')
      .with({ alt_text: 'Kept', rights_note: 'Kept', tags: ['kept'], description_markdown: 'Old' })
      .by('Old')
      .save(api.database);
    const { body, etag } = await send(browser, mediaOperations.update, {
      params: { media_slug: slug },
      body: { title: 'New', credit: 'Abbie Rowe', date: '1945-05', description: 'A *view*.', media_type: 'document' },
    });
    expect(body).toMatchObject({
      title: 'New',
      credit: 'Abbie Rowe',
      date: '1945-05',
      description_markdown: 'A *view*.',
      media_type: 'document',
      alt_text: 'Kept',
      rights_note: 'Kept',
      tags: ['kept'],
    });
    const response = await get(slug);
    expect([response.body, response.etag]).toEqual([body, etag]);
  });

  test('is updated in full, and blanks clear fields', async () => {
    const { slug } = await aMedia()
      .by('Somebody')
      .on('1946')
      .with({ alt_text: 'Old', tags: ['a'] })
      .save(api.database);
    const { body } = await send(browser, mediaOperations.update, {
      params: { media_slug: slug },
      body: { title: 'T', credit: ' ', date: '', alt_text: null, tags: 'x, y', description_markdown: 'D' },
    });
    expect(body).toMatchObject({
      credit: null,
      date: null,
      alt_text: null,
      tags: ['x', 'y'],
      description_markdown: 'D',
    });
  });

  test('determines whether a voyage has a photo or video', async () => {
    const media = await aMedia().type('document').save(api.database);
    const { slug } = await aVoyage().showing(media).save(api.database);
    expect(await voyage(slug)).toMatchObject({ has_photo: false, has_video: false });
    for (const [media_type, has_photo, has_video] of [
      ['image', true, false],
      ['video', false, true],
    ] as const) {
      await send(browser, mediaOperations.update, {
        params: { media_slug: media.slug },
        body: { title: 'T', media_type },
      });
      expect(await voyage(slug)).toMatchObject({ has_photo, has_video });
    }
  });

  test('updated twice with the same values gets one revision', async () => {
    const { slug } = await aMedia().save(api.database);
    const change = () =>
      send(browser, mediaOperations.update, {
        params: { media_slug: slug },
        body: { title: 'Same', tags: ['b', 'a'] },
      });
    const first = await change();
    expect((await change()).etag).toBe(first.etag);
    expect(await browser.json<unknown[]>(`/api/curator/history/media/${slug}`)).toHaveLength(1);
  });

  test.each([
    [{ title: null }, 'title'],
    [{ title: ' ' }, 'title'],
    [{ title: 'T', date: '1946-13' }, 'date'],
    [{ title: 'T', media_type: 'unchecked' }, 'media_type'],
  ])('%j is rejected', async (body, path) => {
    const { slug } = await aMedia().save(api.database);
    const { errors } = await sendRejected(browser, mediaOperations.update, { params: { media_slug: slug }, body }, 422);
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  test('of unknown media is a 404', async () => {
    const sent = { params: { media_slug: 'nothing' }, body: { title: 'T' } };
    expect(await sendRejected(browser, mediaOperations.update, sent, 404)).toMatchObject({
      detail: 'Media not found in database.',
    });
    await sendRejected(browser, mediaOperations.get, { params: { slug: 'nothing' } }, 404);
  });
});

describe('attaching media to a voyage', () => {
  const places = async (slug: string) =>
    (await voyage(slug)).media.map((item) => [item.title, item.media_category, item.sort_order]);

  test('appends them to their category, and the voyage has a photo', async () => {
    const { slug } = await aVoyage().save(api.database);
    for (const [title, media_category] of [
      ['First', 'source'],
      ['Other', 'additional_source'],
      ['Second', 'source'],
    ] as const) {
      const { slug: media_slug } = await aMedia(title).save(api.database);
      const { body, headers } = await link({
        media_slug,
        voyage_slug: slug,
        media_category,
        sort_order: null,
        notes: '',
      });
      expect(body).toMatchObject({ media_slug, media_category });
      expect(headers.get('x-voyage-etag')).toMatch(/^"\d+\.\d+"$/);
    }
    expect(await places(slug)).toEqual([
      ['First', 'source', 1],
      ['Second', 'source', 2],
      ['Other', 'additional_source', 1],
    ]);
    expect(await voyage(slug)).toMatchObject({ has_photo: true });
  });

  test('at a position moves the following media back', async () => {
    const { slug } = await aVoyage()
      .showing(await aMedia('A').save(api.database))
      .showing(await aMedia('B').save(api.database))
      .save(api.database);
    const { slug: media_slug } = await aMedia('Between').save(api.database);
    expect((await link({ media_slug, voyage_slug: slug, sort_order: 2 })).body.sort_order).toBe(2);
    expect(await places(slug)).toEqual([
      ['A', 'source', 1],
      ['Between', 'source', 2],
      ['B', 'source', 3],
    ]);
  });

  test('twice is rejected', async () => {
    const media = await aMedia('Once').save(api.database);
    const { slug } = await aVoyage().showing(media).save(api.database);
    const body = { media_slug: media.slug, voyage_slug: slug, media_category: 'additional_source' };
    expect(await sendRejected(browser, mediaOperations.link, { body }, 409)).toMatchObject({
      detail: '“Once” is already attached to this voyage.',
    });
  });

  test('is a 404 for unknown media or voyages', async () => {
    const { slug } = await aVoyage().save(api.database);
    const media = await aMedia().save(api.database);
    const attachment = (media_slug: string, voyage_slug: string) => ({ body: { media_slug, voyage_slug } });
    await sendRejected(browser, mediaOperations.link, attachment('nothing', slug), 404);
    await sendRejected(browser, mediaOperations.link, attachment(media.slug, 'nowhere'), 404);
    const wrong = { body: { media_slug: media.slug, voyage_slug: slug, media_category: 'cover' } };
    await sendRejected(browser, mediaOperations.link, wrong, 422);
  });
});

describe('detaching media', () => {
  const mediaOfVoyage = async () => {
    const media = await aMedia('Shown').save(api.database);
    const saved = await aVoyage().showing(media).titled('One').on('1950').save(api.database);
    const two = await aVoyage().showing(media).titled('Two').on('1951').save(api.database);
    const { body } = await send(browser, albumOperations.create, { body: { title: 'Deck', voyage_slug: saved.slug } });
    const params = { album_slug: body.album_slug };
    await send(browser, albumOperations.addMedia, { params, body: { media_slug: media.slug } });
    return { media, one: saved, two, params };
  };

  test('removes them from one voyage and its albums', async () => {
    const { media, one, two, params } = await mediaOfVoyage();
    const query = { media_slug: media.slug, voyage_slug: one.slug };
    const { headers } = await send(browser, mediaOperations.unlink, { query });
    expect(await voyage(one.slug)).toMatchObject({ media: [], has_photo: false });
    expect(await voyage(two.slug)).toMatchObject({ media: [{ title: 'Shown' }], has_photo: true });
    expect((await send(browser, albumOperations.get, { params })).body).toMatchObject({ media: [], media_count: 0 });
    const { etag } = await send(browser, voyageOperations.get, { params: { slug: one.slug } });
    expect(etag.startsWith(headers.get('x-voyage-etag')?.replace(/"$/, '-') ?? 'none')).toBe(true);
    expect(await sendRejected(browser, mediaOperations.unlink, { query }, 404)).toMatchObject({
      detail: '“Shown” is not attached to this voyage.',
    });
  });

  test('from all voyages returns the number of voyages', async () => {
    const { media, one, two, params } = await mediaOfVoyage();
    const usage = () => send(browser, mediaOperations.usage, { params: { media_slug: media.slug } });
    expect((await usage()).body.voyages.map(({ title }) => title)).toEqual(['One', 'Two']);
    const detach = () => send(browser, mediaOperations.detach, { params: { media_slug: media.slug } });
    expect((await detach()).body).toEqual({ voyages_affected: 2, revision: 1 });
    expect((await usage()).body.voyages).toEqual([]);
    for (const { slug } of [one, two]) expect((await voyage(slug)).media).toEqual([]);
    expect((await send(browser, albumOperations.get, { params })).body.media).toEqual([]);
    expect((await get(media.slug)).body.title).toBe('Shown');
    expect((await detach()).body).toEqual({ voyages_affected: 0, revision: null });
  });

  test('that do not exist is a 404', async () => {
    await sendRejected(browser, mediaOperations.detach, { params: { media_slug: 'nothing' } }, 404);
    await sendRejected(browser, mediaOperations.usage, { params: { media_slug: 'nothing' } }, 404);
    await sendRejected(
      browser,
      mediaOperations.unlink,
      { query: { media_slug: 'nothing', voyage_slug: 'nowhere' } },
      404,
    );
  });
});

describe('the list of media', () => {
  test('can be filtered by dates and presidents, for the timeline', async () => {
    const deck = await aMedia('On deck').on('1961-08-12').save(api.database);
    await aMedia('That month').on('1961-08').ofPresident('kennedy-john-f').save(api.database);
    await aMedia('Later').on('1961-09-01').save(api.database);
    await aVoyage().on('1961-08-12').under('kennedy-john-f').showing(deck).save(api.database);
    const titles = async (query: string) =>
      (await browser.json<{ title: string }[]>(`/api/media?${query}`)).map(({ title }) => title).toSorted();
    expect(await titles('date_from=1961-08-12&date_to=1961-08-12')).toEqual(['On deck', 'That month']);
    expect(await titles('date_from=1961-08&date_to=1961')).toEqual(['Later', 'On deck', 'That month']);
    expect(await titles('date_from=1961&president_slug=kennedy-john-f')).toEqual(['On deck', 'That month']);
    expect(await titles('date_from=1961&president_slug=nixon-richard')).toEqual([]);
  });
});

test('rejects a tag that contains a comma, and splits tags sent as text at commas', async () => {
  const { slug } = await aMedia().save(api.database);
  const params = { media_slug: slug };
  const list = { params, body: { tags: ['deck', 'dinner, formal'] } };
  const { errors } = await sendRejected(browser, mediaOperations.update, list, 422);
  expect(errors).toEqual([{ path: 'tags.1', message: 'A tag can’t contain a comma.' }]);
  const text = { params, body: { tags: 'dinner, formal' } };
  expect((await send(browser, mediaOperations.update, text)).body.tags).toEqual(['dinner', 'formal']);
});
