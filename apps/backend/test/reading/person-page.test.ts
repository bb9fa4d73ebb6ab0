import { personProfileOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aVoyage, type SavedRecord } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk, getRejected } from './request.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  const harriman = await aPerson('Averell Harriman').save(database);
  const kelly = await aPerson('Giles Kelly').role('Captain').save(database);
  const leahy = await aPerson('William Leahy').save(database);
  await aPerson('Ann Alone').save(database);
  const { rows: presidents } = await database.pool.query<SavedRecord>('select id, slug from person where slug = $1', [
    'truman-harry-s',
  ]);
  const portrait = await aMedia('Portrait').withSlug('portrait').save(database);
  const menu = await aMedia('Menu').withSlug('menu').type('pdf').save(database);
  const chart = await aMedia('Chart').withSlug('chart').save(database);
  const elsewhere = await aMedia('Elsewhere').withSlug('elsewhere').save(database);
  const voyages = [
    aVoyage()
      .withSlug('later')
      .on('1947')
      .titled('Later')
      .aboard(harriman)
      .aboard(kelly)
      .showing(portrait)
      .showing(chart),
    aVoyage()
      .withSlug('first')
      .on('1945-05')
      .titled('First')
      .aboard(presidents[0] ?? 'nobody')
      .aboard(leahy)
      .aboard(harriman)
      .aboard(kelly)
      .showing(menu, 'additional_source')
      .showing(portrait),
    aVoyage().withSlug('without').on('1950').titled('Without').aboard(kelly).showing(elsewhere),
  ];
  for (const voyage of voyages) await voyage.save(database);
});
afterAll(() => api.close());

const params = { slug: 'harriman-averell' };

describe('the people someone sailed with', () => {
  test('are sorted by shared voyages, each once, without the person', async () => {
    const { body, total } = await requestOk(browser, personProfileOperations.companions, { params });
    expect(body.map(({ person_slug, shared_count }) => [person_slug, shared_count])).toEqual([
      ['kelly-giles', 2],
      ['leahy-william', 1],
      ['truman-harry-s', 1],
    ]);
    expect(body.map(({ is_president }) => is_president)).toEqual([false, false, true]);
    expect(total).toBe(3);
  });

  test('are paged, and empty for someone who sailed alone', async () => {
    const { body, total } = await requestOk(browser, personProfileOperations.companions, {
      params,
      query: { limit: 1, offset: 1 },
    });
    expect(body.map(({ person_slug }) => person_slug)).toEqual(['leahy-william']);
    expect(total).toBe(3);
    const alone = await requestOk(browser, personProfileOperations.companions, { params: { slug: 'alone-ann' } });
    expect(alone).toMatchObject({ body: [], total: 0 });
  });
});

describe('the media of someone’s voyages', () => {
  test('are in the order of the voyages, each once, under the first that has it', async () => {
    const { body, total } = await requestOk(browser, personProfileOperations.media, { params });
    expect(body.map(({ media_slug, voyage_slug }) => [media_slug, voyage_slug])).toEqual([
      ['portrait', 'first'],
      ['menu', 'first'],
      ['chart', 'later'],
    ]);
    expect(total).toBe(3);
    expect(
      (await requestOk(browser, personProfileOperations.media, { params, query: { limit: 1, offset: 2 } })).body,
    ).toMatchObject([{ media_slug: 'chart', voyage_title: 'Later' }]);
  });
});

test('companions and media return 404 for an unknown person', async () => {
  for (const part of ['companions', 'media'])
    expect(await getRejected(browser, `/api/people/nobody/${part}`, 404)).toMatchObject({ detail: 'Person not found' });
});
