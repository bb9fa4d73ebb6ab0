import { mediaOperations, presidentOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mediaUrl } from '../../src/modules/storage/index.ts';
import { aMedia, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk, getRejected } from './request.ts';
import { sql } from '../support/sql.ts';

type MediaQuery = Parameters<typeof requestOk<typeof mediaOperations.list>>[2]['query'];
type SearchQuery = Parameters<typeof requestOk<typeof mediaOperations.search>>[2]['query'];

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  await aPresident('Navy Department')
    .withSlug('navy')
    .inOffice({ party: 'U.S. Navy', term_start: '1931', term_end: '1932' })
    .save(database);
  await aPresident('Richard Cadwalader')
    .withSlug('cadwalader')
    .inOffice({ term_start: '1925', term_end: '1928' })
    .save(database);
  const createdAt = (minute: number) => ({ created_at: `2026-01-01T10:0${minute}:00Z` });
  const deck = await aMedia('Trudeau on deck')
    .withSlug('deck')
    .at('gerald-ford/potomac/image/deck.jpg')
    .by(' Abbie Rowe ')
    .on('1976-06-16')
    .with({ ...createdAt(1), description_markdown: 'Evening.', size: 800 })
    .save(database);
  await aMedia('Menu')
    .withSlug('menu')
    .type('pdf')
    .at('unattached/pdf/menu.pdf')
    .on('1976')
    .by('Navy')
    .with({ ...createdAt(2), tags: ['galley'], rights: 'https://rightsstatements.org/vocab/NoC-US/1.0/', size: 900 })
    .save(database);
  await aMedia('Reel')
    .withSlug('reel')
    .type('video')
    .outside('https://example.org/reel')
    .by('ABBIE ROWE')
    .on('1976-06-16')
    .with(createdAt(3))
    .save(database);
  await aVoyage().withSlug('later').on('1976-06-16').titled('Later').under('ford-gerald').showing(deck).save(database);
  await aVoyage().withSlug('earlier').on('1976-01').titled('Earlier').under('ford-gerald').showing(deck).save(database);
});
afterAll(() => api.close());

describe('presidents and owners', () => {
  test('are sorted by start of term, known ones and new ones', async () => {
    const { body, total } = await requestOk(browser, presidentOperations.list, {});
    expect(total).toBe(19);
    expect(body.map(({ president_slug }) => president_slug).slice(0, 4)).toEqual([
      'cadwalader',
      'hoover-herbert',
      'navy',
      'roosevelt-franklin-d',
    ]);
    expect(body.find(({ president_slug }) => president_slug === 'ford-gerald')).toEqual({
      president_slug: 'ford-gerald',
      full_name: 'Gerald Ford',
      party: 'Republican',
      presidential: true,
      initials: 'GRF',
      term_start: '1974-08-09',
      term_end: '1977-01-20',
      birth_year: 1913,
      death_year: 2006,
      wikipedia_url: 'https://en.wikipedia.org/wiki/Gerald_Ford',
      tags: [],
      voyage_count: 2,
    });
    expect(body.filter(({ presidential }) => !presidential).map(({ president_slug }) => president_slug)).toEqual([
      'cadwalader',
      'navy',
      'post-presidential',
    ]);
  });

  test('are paged, with the total of all', async () => {
    const { body, total } = await requestOk(browser, presidentOperations.list, { query: { limit: 1, offset: 2 } });
    expect(body.map(({ president_slug }) => president_slug)).toEqual(['navy']);
    expect(total).toBe(19);
    await getRejected(browser, '/api/presidents?q=ford', 422);
  });
});

describe('media of the library', () => {
  const list = async (query: MediaQuery = {}) => {
    const { body, total } = await requestOk(browser, mediaOperations.list, { query });
    return { slugs: body.map(({ media_slug }) => media_slug), total };
  };

  test.each<[string, MediaQuery, string[]]>([
    ['all, newest first', {}, ['reel', 'menu', 'deck']],
    ['of every type', { media_type: 'all' }, ['reel', 'menu', 'deck']],
    ['of a type', { media_type: 'pdf' }, ['menu']],
    ['by title', { q: 'menu' }, ['menu']],
    ['by a misspelt title', { q: 'trudau' }, ['deck']],
    ['by description', { q: 'evening' }, ['deck']],
    ['by credit', { q: 'abbie' }, ['reel', 'deck']],
    ['by words and type', { q: 'abbie', media_type: 'video' }, ['reel']],
    ['by punctuation', { q: '-' }, []],
    ['by words of none', { q: 'xylophone' }, []],
    ['by tag', { tag: 'Galley' }, ['menu']],
    ['by tag in the words', { q: 'tag:galley card' }, []],
    ['by the president of a voyage', { q: 'president:ford' }, ['deck']],
    ['by the date of a voyage', { from: '1976-06', to: '1976-06' }, ['reel', 'menu', 'deck']],
    ['by a later date', { from: '1977' }, []],
    ['by rights', { rights: 'https://rightsstatements.org/vocab/NoC-US/1.0/' }, ['menu']],
    ['by date, newest first', { sort: '-date' }, ['deck', 'reel', 'menu']],
    ['by title', { sort: 'title' }, ['menu', 'reel', 'deck']],
    ['by size, the largest first', { sort: 'size' }, ['menu', 'deck', 'reel']],
  ])('are found %s', async (_, query, expected) => {
    expect(await list(query)).toEqual({ slugs: expected, total: expected.length });
  });

  test('are sorted by the numbers in their titles', async () => {
    const titles = ['Copy 2', 'copy 10', 'Copy 1'];
    for (const title of titles) await aMedia(title).withSlug(title.replace(' ', '-').toLowerCase()).save(api.database);
    expect((await list({ sort: 'title', limit: 3 })).slugs).toEqual(['copy-1', 'copy-2', 'copy-10']);
    await api.database.pool.query(`delete from media where slug like 'copy-%'`);
  });

  test('are paged, with the total of all', async () => {
    expect(await list({ limit: 1, offset: 1 })).toEqual({ slugs: ['menu'], total: 3 });
    expect(await list({ limit: 5, offset: 3 })).toEqual({ slugs: [], total: 3 });
  });

  test('are listed by slug and title to select all of them', async () => {
    const { body } = await requestOk(browser, mediaOperations.matches, { query: { q: 'abbie' } });
    expect(body).toEqual({
      media: [
        { media_slug: 'reel', title: 'Reel' },
        { media_slug: 'deck', title: 'Trudeau on deck' },
      ],
      total: 2,
    });
  });

  test('omit fields that exist only on a voyage', async () => {
    const { body } = await requestOk(browser, mediaOperations.list, { query: { q: 'deck' } });
    expect(body[0]).not.toHaveProperty('media_category');
    expect(body[0]?.url).toBe('/media-files/gerald-ford/potomac/image/deck.jpg');
  });

  test.each(['media_type=unchecked', 'color=blue', 'limit=1001'])('reject %s', async (query) => {
    await getRejected(browser, `/api/media?${query}`, 422);
  });

  test('are available with or without a trailing slash', async () => {
    expect((await browser.get('/api/media/?media_type=pdf&limit=100')).headers.get('x-total-count')).toBe('1');
  });
});

describe('the duplicate check', () => {
  const search = async (query: SearchQuery) =>
    (await requestOk(browser, mediaOperations.search, { query })).body.map(({ media_slug }) => media_slug);

  test.each<[string, SearchQuery, string[]]>([
    ['credit in any case, blanks around it', { credit: 'abbie rowe ' }, ['reel', 'deck']],
    ['credit and date', { credit: 'Abbie Rowe', date: '1976-06-16' }, ['reel', 'deck']],
    ['credit, date and folder', { credit: 'Abbie Rowe', date: '1976-06-16', folder: 'Gerald Ford' }, ['deck']],
    ['a folder as it is stored', { folder: 'unattached' }, ['menu']],
    ['a file name instead of a folder', { folder: 'deck.jpg' }, []],
    ['another date', { credit: 'Abbie Rowe', date: '1976' }, []],
    ['a part of a credit', { credit: 'Abbie' }, []],
    ['nothing: every record', {}, ['reel', 'menu', 'deck']],
  ])('finds by %s', async (_, query, expected) => {
    expect(await search(query)).toEqual(expected);
  });
});

describe('the usage of media', () => {
  test('lists the voyages that show it, by date', async () => {
    const { body } = await requestOk(browser, mediaOperations.usage, { params: { media_slug: 'deck' } });
    expect(body.voyages).toEqual([
      { title: 'Earlier', voyage_slug: 'earlier' },
      { title: 'Later', voyage_slug: 'later' },
    ]);
  });

  test('is empty when no voyage shows it', async () => {
    expect((await requestOk(browser, mediaOperations.usage, { params: { media_slug: 'menu' } })).body).toEqual({
      voyages: [],
      albums: [],
      people: [],
    });
  });
});

test.each(['a/b.jpg', "a b/ü%?#&+(1)*!~'.jpg", 'harry-s.-truman/日本/⚓.pdf'])(
  'the database encodes the URL of %s as the server does',
  async (key) => {
    const row = await api.database.row(sql<{ url: string }>('select media_url($1) url'), [key]);
    expect(row?.url).toBe(mediaUrl(key));
  },
);
