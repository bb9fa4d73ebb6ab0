import { voyageOperations, voyageTimelineItemSchema } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk, type ReadResponse, getRejected } from './request.ts';

type Query = Parameters<typeof requestOk<typeof voyageOperations.list>>[2]['query'];

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  const photograph = await aMedia('The yacht at anchor').withDerivatives('thumbnail').save(database);
  const film = await aMedia('A film').type('video').save(database);
  const paper = await aMedia('A page').type('logbook').withDerivatives('thumbnail').save(database);
  const voyages = [
    aVoyage().withSlug('year').on('1946').under('truman-harry-s').with({ voyage_type: 'private' }),
    aVoyage().withSlug('first-of-year').on('1946-01-01').under('truman-harry-s').aboard('James Forrestal'),
    aVoyage()
      .withSlug('march')
      .on('1946-03')
      .under('truman-harry-s')
      .with({ voyage_type: 'official', presidential_use: true, mention_menu: true })
      .withPassengers(3)
      .withCrew(2)
      .showing(paper)
      .showing(photograph, 'additional_source'),
    aVoyage()
      .withSlug('week')
      .on('1946-03-28', '1946-04-04')
      .under('truman-harry-s')
      .aboard('James Forrestal')
      .with({ has_royalty: true, mention_menu: true, mention_captain: true }),
    aVoyage().withSlug('hoover').on('1931-04-25').under('hoover-herbert').with({ has_foreign_leader: true }),
    aVoyage()
      .withSlug('later')
      .on('1980-05')
      .under('post-presidential')
      .with({ voyage_type: 'maintenance' })
      .showing(film),
    aVoyage().withSlug('nobodys').on('1925-07-01'),
  ];
  for (const voyage of voyages) await voyage.save(database);
});
afterAll(() => api.close());

const list = (query: Query = {}) => requestOk(browser, voyageOperations.list, { query });
const slugs = ({ body }: ReadResponse<typeof voyageOperations.list>) => body.map(({ voyage_slug }) => voyage_slug);
const findSlugs = async (query: Query) => slugs(await list(query));

const BY_DATE = ['nobodys', 'hoover', 'first-of-year', 'year', 'march', 'week', 'later'];

describe('the list of voyages', () => {
  test('is sorted by first day, then slug; a year or month sorts at its first day', async () => {
    expect(await findSlugs({})).toEqual(BY_DATE);
  });

  test('is reversed by sort=-date', async () => {
    expect(await findSlugs({ sort: '-date' })).toEqual(BY_DATE.toReversed());
  });

  test('has the fields of a collapsed entry', async () => {
    const { body } = await list({ q: 'March 1946', voyage_type: 'official' });
    expect(body).toMatchObject([
      {
        voyage_slug: 'march',
        start_date: '1946-03',
        end_date: null,
        voyage_type: 'official',
        president_slug_from_voyage: 'truman-harry-s',
        president_name: 'Harry S. Truman',
        president_party: 'Democratic',
        presidential: true,
        presidential_use: true,
        mention_menu: true,
        has_photo: true,
        has_video: false,
        people_count: 5,
      },
    ]);
    expect(body[0]?.people_names).toHaveLength(3);
  });

  test('prefers a photograph as cover, and has none without a derivative', async () => {
    const { body } = await list();
    const pictures = Object.fromEntries(body.map(({ voyage_slug, thumbnail_url }) => [voyage_slug, thumbnail_url]));
    expect(pictures['march']).toMatch(/^\/media-files\/_derivatives\/the-yacht-at-anchor-\d+-thumbnail\.webp$/);
    expect(pictures['later']).toBeNull();
    expect(pictures['hoover']).toBeNull();
  });

  test('distinguishes owners, presidents, and voyages without either', async () => {
    const { body } = await list();
    const owners = Object.fromEntries(body.map((voyage) => [voyage.voyage_slug, voyage]));
    expect(owners['hoover']).toMatchObject({ president_name: 'Herbert Hoover', presidential: true });
    expect(owners['later']).toMatchObject({ president_party: 'Private Owner', presidential: false });
    expect(owners['nobodys']).toMatchObject({ president_name: null, president_party: null, presidential: false });
  });

  test('has a short form for the timeline', async () => {
    const { body, total } = await askTimeline();
    expect(total).toBe(7);
    expect(body[1]).toEqual({
      voyage_slug: 'hoover',
      title: 'Cruise',
      start_date: '1931-04-25',
      end_date: null,
      president_slug_from_voyage: 'hoover-herbert',
    });
  });
});

async function askTimeline() {
  const response = await browser.get('/api/voyages?fields=timeline&limit=1000');
  const body = (await response.json()) as unknown[];
  for (const item of body) expect(voyageTimelineItemSchema.strict().parse(item)).toEqual(item);
  return { body, total: Number(response.headers.get('x-total-count')) };
}

describe('a filter of the list of voyages', () => {
  test.each<[string, Query, string[]]>([
    ['from a year on', { date_from: '1946' }, ['first-of-year', 'year', 'march', 'week', 'later']],
    ['from a month on, with the year that the month lies in', { date_from: '1946-04' }, ['year', 'week', 'later']],
    ['from a day on, with the stay that it lies in', { date_from: '1946-04-04', date_to: '1946' }, ['year', 'week']],
    ['from the day after a stay', { date_from: '1946-04-05', date_to: '1946' }, ['year']],
    ['up to a year', { date_to: '1931' }, ['nobodys', 'hoover']],
    ['up to a month', { date_to: '1946-03' }, ['nobodys', 'hoover', 'first-of-year', 'year', 'march', 'week']],
    ['up to the day before', { date_to: '1946-03-27', date_from: '1946-03-02' }, ['year', 'march']],
    ['within one day', { date_from: '1946-01-01', date_to: '1946-01-01' }, ['first-of-year', 'year']],
    ['in a span turned round', { date_from: '1946-05', date_to: '1931' }, []],
    ['of a president', { president_slug: ['hoover-herbert'] }, ['hoover']],
    [
      'for multiple presidents and owners',
      { president_slug: ['hoover-herbert', 'post-presidential'] },
      ['hoover', 'later'],
    ],
    ['of a president who never sailed', { president_slug: ['obama-barack'] }, []],
    ['of a president nobody knows', { president_slug: ['nobody'] }, []],
    ['of a type', { voyage_type: 'maintenance' }, ['later']],
    ['significant', { significant: '1' }, ['hoover', 'march', 'week']],
    ['significant switched off', { significant: '0' }, BY_DATE],
    ['with royalty', { royalty: '1' }, ['week']],
    ['with an attribute', { mention_menu: '1' }, ['march', 'week']],
    ['with every attribute chosen', { mention_menu: '1', mention_captain: 'true' }, ['week']],
    ['with attributes that no voyage has together', { presidential_use: '1', mention_captain: '1' }, []],
    ['with an attribute and another switched off', { mention_menu: '1', mention_captain: '0' }, ['march', 'week']],
    ['with photographs', { has_photo: '1' }, ['march']],
    ['with films', { has_video: '1' }, ['later']],
    ['with media', { has_media: '1' }, ['march', 'later']],
    ['with a person', { person: 'forrestal-james' }, ['first-of-year', 'week']],
    ['with a person nobody knows', { person: 'nobody' }, []],
    [
      'combined with others',
      {
        president_slug: 'truman-harry-s',
        date_from: '1946-03',
        significant: '1',
        person: 'forrestal-james',
        q: 'cruise',
      },
      ['week'],
    ],
  ])('finds voyages %s', async (_, query, expected) => {
    const response = await list(query);
    expect(slugs(response)).toEqual(expected);
    expect(response.total).toBe(expected.length);
  });
});

describe('a page of the list of voyages', () => {
  test.each([
    ['the first', 2, 0, 'date', ['nobodys', 'hoover']],
    ['one before the middle', 2, 2, 'date', ['first-of-year', 'year']],
    ['one past the middle', 2, 4, 'date', ['march', 'week']],
    ['the last, not full', 2, 6, 'date', ['later']],
    ['one behind the last', 2, 8, 'date', []],
    ['one across all', 1000, 0, 'date', BY_DATE],
    ['the first, newest first', 3, 0, '-date', ['later', 'week', 'march']],
    ['the last, newest first', 3, 6, '-date', ['nobodys']],
    ['one past the middle, newest first', 3, 3, '-date', ['year', 'first-of-year', 'hoover']],
  ] as const)('%s has its voyages in order and the total of all', async (_, limit, offset, sort, expected) => {
    const response = await list({ limit, offset, sort });
    expect(slugs(response)).toEqual(expected);
    expect(response.total).toBe(7);
  });

  test('works together with filters and words', async () => {
    const response = await list({ q: 'Truman', limit: 1, offset: 3, president_slug: 'truman-harry-s' });
    expect(slugs(response)).toEqual(['week']);
    expect(response.total).toBe(4);
  });

  test('links the adjacent pages', async () => {
    const { headers } = await list({ limit: 2, offset: 2, significant: '0' });
    expect(headers.get('link')).toContain('</api/voyages?limit=2&offset=4&significant=0>; rel="next"');
    expect(headers.get('link')).toContain('offset=0&significant=0>; rel="prev"');
  });

  test('responds 304 to a client that has it', async () => {
    const { headers } = await list({ limit: 2 });
    const secondResponse = await browser.get('/api/voyages?limit=2', { 'if-none-match': headers.get('etag') ?? '' });
    expect(secondResponse.status).toBe(304);
    expect((await browser.get('/api/voyages?limit=3', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(
      200,
    );
  });
});

describe('an invalid request for the list of voyages', () => {
  test.each([
    ['an unknown name', 'color=blue', 'color'],
    ['a limit of none', 'limit=0', 'limit'],
    ['a limit above a thousand', 'limit=1001', 'limit'],
    ['an offset below the first', 'offset=-1', 'offset'],
    ['a day that never was', 'date_from=1946-02-30', 'date_from'],
    ['another order', 'sort=title', 'sort'],
    ['another form', 'fields=all', 'fields'],
    ['a type that there is not', 'voyage_type=none', 'voyage_type'],
    ['a flag that is neither', 'significant=maybe', 'significant'],
    ['an invalid address', 'person=A%20B', 'person'],
    ['words that cannot be stored', 'q=%00', 'q'],
  ])('%s', async (_, query, path) => {
    const { errors } = await getRejected(browser, `/api/voyages?${query}`, 422);
    expect(errors).toEqual([{ path, message: expect.any(String) }]);
  });

  test('without a session is rejected', async () => {
    await getRejected(api.visitor(), '/api/voyages', 401);
  });
});
