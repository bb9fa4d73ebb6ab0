import { mediaOperations, peopleOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk, getRejected } from './request.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  const harriman = await aPerson('W. Averell Harriman')
    .role('Diplomat', 'Department of State')
    .with({ wikipedia_url: 'https://en.wikipedia.org/wiki/W._Averell_Harriman' })
    .save(database);
  const article = await aMedia('An article').type('article').outside('https://example.org/a?b=c').save(database);
  const photograph = await aMedia('On deck')
    .withSlug('on-deck')
    .at('harry-s-truman/talks/image/on deck é.jpg')
    .ofPresident('truman-harry-s')
    .on('1945-05')
    .by('Abbie Rowe')
    .with({ width: 3000, height: 2000, tags: ['deck', 'talks'], alt_text: 'Men at a rail' })
    .withDerivatives('thumbnail', 'large')
    .save(database);
  const film = await aMedia('A reel').type('video').save(database);
  await aPresident('Hugh Burdick').inOffice({ term_start: '1920', term_end: '1924' }).save(database);
  const voyages = [
    aVoyage().withSlug('burdick').on('1922').under('burdick-hugh').titled('Launch'),
    aVoyage()
      .withSlug('talks')
      .on('1945-05-14', '1945-05-15')
      .titled('Talks aboard')
      .under('truman-harry-s')
      .aboard(harriman, {
        title: 'Ambassador',
        capacity_role: 'U.S. Ambassador to the Soviet Union',
        notes: 'Came late.',
      })
      .aboard('Anthony Eden')
      .withCrew(1)
      .showing(film, 'additional_source')
      .showing(article)
      .showing(photograph)
      .with({
        start_time: '19:00',
        end_time: '00:30',
        start_location: 'Washington',
        end_location: 'Potomac River',
        summary_markdown: 'A *dinner*.',
        additional_information: 'Given by the Secretary.',
        notes: 'Public.',
        notes_internal: 'Internal.',
        original_markdown: '## 1945-05-14',
        spin: [{ spin: 'Quoted.', source: 'The Star' }],
        source_urls: [{ url: 'https://example.org', media_type: 'article', title: 'Title' }],
        additional_sources: [{ url: 'A book, p. 3', media_type: 'book', title: null }],
        presidential_initials: 'HST',
        foreign_leader_country: 'United Kingdom',
        has_foreign_leader: true,
        additional_guests: '19 other guests',
      }),
    aVoyage().withSlug('a-month').on('1945-05').titled('Sometime in May').with({ start_time: '10:00' }),
    aVoyage().withSlug('b-same-day').on('1945-05-01').under('truman-harry-s'),
    aVoyage().withSlug('winter').on('1946-01-10').under('truman-harry-s').with({ start_time: '19:00' }),
  ];
  for (const voyage of voyages) await voyage.save(database);
});
afterAll(() => api.close());

const get = async (slug: string) => (await requestOk(browser, voyageOperations.get, { params: { slug } })).body;

describe('a voyage', () => {
  test('is complete, with its people and media in order', async () => {
    const voyage = await get('talks');
    expect(voyage).toMatchObject({
      title: 'Talks aboard',
      start_date: '1945-05-14',
      end_date: '1945-05-15',
      start_time: '19:00',
      end_time: '00:30',
      start_location: 'Washington',
      end_location: 'Potomac River',
      president_slug_from_voyage: 'truman-harry-s',
      president_name: 'Harry S. Truman',
      president_party: 'Democratic',
      presidential: true,
      presidential_initials: 'HST',
      has_photo: true,
      has_video: true,
      has_foreign_leader: true,
      foreign_leader_country: 'United Kingdom',
      summary_markdown: 'A *dinner*.',
      additional_information: 'Given by the Secretary.',
      notes: 'Public.',
      notes_internal: 'Internal.',
      original_markdown: '## 1945-05-14',
      additional_guests: '19 other guests',
      spin: [{ spin: 'Quoted.', source: 'The Star' }],
      source_urls: [{ url: 'https://example.org', media_type: 'article', title: 'Title' }],
      additional_sources: [{ url: 'A book, p. 3', media_type: 'book', title: null }],
    });
    expect(voyage.passengers.map(({ full_name, is_crew, sort_order }) => [full_name, is_crew, sort_order])).toEqual([
      ['W. Averell Harriman', false, 1],
      ['Anthony Eden', false, 2],
      [expect.stringContaining('Sailor'), true, 3],
    ]);
    expect(voyage.media.map(({ title, media_category }) => [title, media_category])).toEqual([
      ['An article', 'source'],
      ['On deck', 'source'],
      ['A reel', 'additional_source'],
    ]);
  });

  test('has timestamps in America/New_York, in summer and winter', async () => {
    expect(await get('talks')).toMatchObject({
      start_timestamp: '1945-05-14T23:00:00.000Z',
      end_timestamp: '1945-05-15T04:30:00.000Z',
    });
    expect(await get('winter')).toMatchObject({ start_timestamp: '1946-01-11T00:00:00.000Z', end_timestamp: null });
  });

  test('has no timestamp when the day is unknown', async () => {
    expect(await get('a-month')).toMatchObject({ start_date: '1945-05', start_timestamp: null, president_name: null });
  });

  test('has its creation and modification times', async () => {
    const { created_at, updated_at } = await get('talks');
    expect(Math.abs(Date.now() - Date.parse(created_at))).toBeLessThan(60_000);
    expect(updated_at).toBe(created_at);
    expect(updated_at).toMatch(/Z$/);
  });

  test('responds 304 until it changes', async () => {
    const { headers } = await requestOk(browser, voyageOperations.get, { params: { slug: 'winter' } });
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await browser.get('/api/voyages/winter', known)).status).toBe(304);
    await api.database.pool.query(`update voyage set notes = 'Cold.', version = version + 1 where slug = 'winter'`);
    expect((await browser.get('/api/voyages/winter', known)).status).toBe(200);
  });

  test('takes no query parameters', async () => {
    await getRejected(browser, '/api/voyages/talks?fields=timeline', 422);
  });
});

describe('the people of a voyage', () => {
  test('are in order, with their roles aboard', async () => {
    const { body } = await requestOk(browser, peopleOperations.byVoyage, { params: { slug: 'talks' } });
    expect(body).toHaveLength(3);
    expect(body[0]).toEqual({
      person_slug: 'harriman-w-averell',
      full_name: 'W. Averell Harriman',
      role_title: 'Diplomat',
      organization: 'Department of State',
      wikipedia_url: 'https://en.wikipedia.org/wiki/W._Averell_Harriman',
      portrait_url: null,
      title: 'Ambassador',
      capacity_role: 'U.S. Ambassador to the Soviet Union',
      is_crew: false,
      voyage_notes: 'Came late.',
      sort_order: 1,
    });
  });

  test('are empty when no one is recorded', async () => {
    expect((await requestOk(browser, peopleOperations.byVoyage, { params: { slug: 'winter' } })).body).toEqual([]);
  });
});

describe('the media of a voyage', () => {
  test('are sorted by category and position, with URLs that a browser can read', async () => {
    const { body } = await requestOk(browser, mediaOperations.byVoyage, { params: { slug: 'talks' } });
    expect(body.map(({ media_category, sort_order }) => [media_category, sort_order])).toEqual([
      ['source', 1],
      ['source', 2],
      ['additional_source', 1],
    ]);
    expect(body[0]).toMatchObject({ url: 'https://example.org/a?b=c', s3_url: null, thumbnail_url: null });
    expect(body[1]).toEqual({
      media_slug: 'on-deck',
      title: 'On deck',
      media_type: 'image',
      url: '/media-files/harry-s-truman/talks/image/on%20deck%20%C3%A9.jpg',
      s3_url: '/media-files/harry-s-truman/talks/image/on%20deck%20%C3%A9.jpg',
      public_derivative_url: '/media-files/_derivatives/on-deck-large.webp',
      thumbnail_url: '/media-files/_derivatives/on-deck-thumbnail.webp',
      preview_state: 'ready',
      preview_error: null,
      preview_failure: null,
      content_type: null,
      size: null,
      suggested: null,
      width: 3000,
      height: 2000,
      date: '1945-05',
      credit: 'Abbie Rowe',
      description_markdown: null,
      alt_text: 'Men at a rail',
      rights: null,
      rights_note: null,
      creator: null,
      place: null,
      identifier: null,
      provenance: null,
      original_filename: null,
      page_count: null,
      frame_count: null,
      color_profile: null,
      bit_depth: null,
      duration: null,
      codecs: null,
      tags: ['deck', 'talks'],
      president_slug: 'truman-harry-s',
      media_category: 'source',
      sort_order: 2,
    });
  });

  test('are empty without media', async () => {
    expect((await requestOk(browser, mediaOperations.byVoyage, { params: { slug: 'winter' } })).body).toEqual([]);
  });
});

describe('adjacent voyages', () => {
  const around = async (slug: string) => {
    const { body } = await requestOk(browser, voyageOperations.adjacent, { params: { slug } });
    return [body.previous?.voyage_slug ?? null, body.next?.voyage_slug ?? null];
  };

  test.each([
    ['the first', 'burdick', [null, 'a-month']],
    ['one in the middle, by address on the same day', 'a-month', ['burdick', 'b-same-day']],
    ['the other of that day', 'b-same-day', ['a-month', 'talks']],
    ['the last', 'winter', ['talks', null]],
  ])('%s', async (_, slug, expected) => {
    expect(await around(slug)).toEqual(expected);
  });

  test('have title and date', async () => {
    const { body } = await requestOk(browser, voyageOperations.adjacent, { params: { slug: 'b-same-day' } });
    expect(body.previous).toEqual({ voyage_slug: 'a-month', title: 'Sometime in May', start_date: '1945-05' });
  });
});

describe('administrations', () => {
  test('are all owners with voyages, earliest first, with terms and counts, those of proposed owners included', async () => {
    const { body } = await requestOk(browser, voyageOperations.administrations, {});
    expect(body).toEqual([
      {
        president_slug: 'burdick-hugh',
        president_name: 'Hugh Burdick',
        president_party: 'Private Owner',
        presidential: false,
        term_start: '1920',
        term_end: '1924',
        voyage_count: 1,
        first_start_date: '1922',
      },
      {
        president_slug: 'truman-harry-s',
        president_name: 'Harry S. Truman',
        president_party: 'Democratic',
        presidential: true,
        term_start: '1945-04-12',
        term_end: '1953-01-20',
        voyage_count: 4,
        first_start_date: '1945-05-01',
      },
    ]);
  });

  test('are counted with the filters of the list', async () => {
    const { body } = await requestOk(browser, voyageOperations.administrations, {
      query: { date_from: '1945-05-02', date_to: '1946', president_slug: ['truman-harry-s', 'burdick-hugh'] },
    });
    expect(body).toMatchObject([{ president_slug: 'truman-harry-s', voyage_count: 2, first_start_date: '1945-05-14' }]);
  });

  test.each(['limit=10', 'sort=date', 'color=blue'])('reject %s', async (query) => {
    await getRejected(browser, `/api/voyages/administrations?${query}`, 422);
  });
});

test.each([
  ['/api/voyages/nowhere', 'Voyage not found'],
  ['/api/voyages/nowhere/adjacent', 'Voyage not found'],
  ['/api/people/by-voyage/nowhere', 'Voyage not found'],
  ['/api/media/by-voyage/nowhere', 'Voyage not found'],
  ['/api/people/nobody', 'Person not found'],
  ['/api/curator/media/nothing/usage', 'Media not found in database.'],
])('%s is a 404 with a message', async (address, detail) => {
  expect(await getRejected(browser, address, 404)).toMatchObject({ detail });
});

test.each(['/api/voyages/No%20Slug', '/api/people/%00', '/api/media/by-voyage/a--b'])(
  'the invalid slug in %s returns 404',
  async (address) => {
    await getRejected(browser, address, 404);
  },
);
