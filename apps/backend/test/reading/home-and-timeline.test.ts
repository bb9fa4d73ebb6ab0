import { homeOperations, timelineOperations } from '@archive/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk, getRejected } from './request.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterEach(() => api.database.pool.query('truncate voyage, media, derivative, passenger, voyage_media cascade'));
afterAll(() => api.close());

describe('Home', () => {
  const home = async (day?: string) =>
    (await requestOk(browser, homeOperations.get, { query: day ? { day } : {} })).body;
  const voyageOf = async (day: string) => (await home(day)).voyage_of_the_day?.voyage_slug;

  test('is empty for an empty archive', async () => {
    expect(await home()).toEqual({
      voyage_of_the_day: null,
      busiest_person: null,
      newest_photograph: null,
      newest_pictures: [],
      decades: [],
    });
  });

  test('shows the oldest voyage of the day, otherwise the next anniversary, across the turn of the year', async () => {
    const { database } = api;
    await aVoyage().withSlug('march').on('1946-03-07').titled('In March').save(database);
    await aVoyage().withSlug('older').on('1931-03-07').save(database);
    await aVoyage().withSlug('june').on('1962-06-09').save(database);
    await aVoyage().withSlug('month').on('1930-06').save(database);
    await aVoyage().withSlug('year').on('1929').save(database);
    expect(await voyageOf('03-07')).toBe('older');
    expect(await voyageOf('03-08')).toBe('june');
    expect(await voyageOf('06-09')).toBe('june');
    expect(await voyageOf('06-10')).toBe('older');
    expect(await voyageOf('02-29')).toBe('older');
  });

  test('shows a voyage of today too, with title and date', async () => {
    await aVoyage().withSlug('only').on('1946-03-07').titled('In March').save(api.database);
    expect((await home()).voyage_of_the_day).toEqual({
      voyage_slug: 'only',
      title: 'In March',
      start_date: '1946-03-07',
    });
  });

  test('counts the voyages of each decade, also of approximate dates', async () => {
    for (const date of ['1946-03-07', '1949~', '1931', '194X']) await aVoyage().on(date).save(api.database);
    expect((await home()).decades).toEqual([
      { decade: 1930, voyages: 1 },
      { decade: 1940, voyages: 3 },
    ]);
  });

  test('counts a voyage in each decade that it touches', async () => {
    await aVoyage().on('1939/1941').save(api.database);
    await aVoyage().on('1949-12-30').with({ end_date: '1950-01-02' }).save(api.database);
    await aVoyage().on('1938').with({ end_date: '1951' }).save(api.database);
    expect((await home()).decades).toEqual([
      { decade: 1930, voyages: 2 },
      { decade: 1940, voyages: 3 },
      { decade: 1950, voyages: 2 },
    ]);
  });

  test('uses the date in Washington', async () => {
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', month: '2-digit', day: '2-digit' })
        .formatToParts(new Date())
        .map(({ type, value }) => [type, value]),
    );
    const today = `${parts['month']}-${parts['day']}`;
    await aVoyage().withSlug('today').on(`1948-${today}`).save(api.database);
    const tomorrow =
      today === '12-31' ? '01-01' : today.slice(0, 3) + String(Number(today.slice(3)) + 1).padStart(2, '0');
    if (!['02-29', '02-30', '04-31', '06-31', '09-31', '11-31'].includes(tomorrow))
      await aVoyage().withSlug('tomorrow').on(`1931-${tomorrow}`).save(api.database);
    expect((await home()).voyage_of_the_day?.voyage_slug).toBe('today');
  });

  test('shows who sailed most, by slug in a tie', async () => {
    const { database } = api;
    await aVoyage().on('1946').aboard('Busy Bee').aboard('Zed Zebra').save(database);
    await aVoyage().on('1947').aboard('Zed Zebra').aboard('Busy Bee').save(database);
    expect((await home()).busiest_person).toEqual({
      person_slug: 'bee-busy',
      full_name: 'Busy Bee',
      voyage_count: 2,
      portrait_url: null,
    });
    await aVoyage().on('1948').aboard('Zed Zebra').save(database);
    expect((await home()).busiest_person).toMatchObject({ person_slug: 'zebra-zed', voyage_count: 3 });
  });

  test('shows the newest photograph by date, or by upload time without a date', async () => {
    const { database } = api;
    await aMedia('Undated').withSlug('undated').save(database);
    expect((await home()).newest_photograph).toMatchObject({ media_slug: 'undated', thumbnail_url: null, date: null });
    await aMedia('Old').withSlug('old').on('1931').at('a/old.jpg').withDerivatives('thumbnail').save(database);
    await aMedia('A film').type('video').on('1970').save(database);
    expect((await home()).newest_photograph).toEqual({
      media_slug: 'old',
      title: 'Old',
      url: '/media-files/a/old.jpg',
      thumbnail_url: '/media-files/_derivatives/old-thumbnail.webp',
      date: '1931',
    });
    await aMedia('Newer').withSlug('newer').on('1931-02').outside('https://example.org/x.jpg').save(database);
    expect((await home()).newest_photograph).toMatchObject({ media_slug: 'newer', url: 'https://example.org/x.jpg' });
  });

  test('shows the three pictures that were added last and have a preview', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await aMedia(name).withSlug(name.toLowerCase()).withDerivatives('large').save(api.database);
    await aMedia('No preview').save(api.database);
    expect((await home()).newest_pictures).toEqual(
      ['Four', 'Three', 'Two'].map((title) => ({
        media_slug: title.toLowerCase(),
        title,
        url: `/media-files/_derivatives/${title.toLowerCase()}-large.webp`,
      })),
    );
  });

  test.each(['day=3-7', 'day=13-01', 'day=00-10', 'day=01-32', 'date=03-07'])('rejects %s', async (query) => {
    await getRejected(browser, `/api/home?${query}`, 422);
  });
});

describe('the dates of the timeline', () => {
  const dates = async (president_slug?: string[]) =>
    (await requestOk(browser, timelineOperations.dates, { query: president_slug ? { president_slug } : {} })).body.map(
      ({ date, voyages, media }) => [date, voyages, media],
    );

  test('are those of voyages and media, as written, in order', async () => {
    const { database } = api;
    const shown = await aMedia('Shown').on('1946-03-08').save(database);
    await aMedia('Of Ford').on('1946-03').ofPresident('ford-gerald').save(database);
    await aMedia('Undated').save(database);
    await aVoyage().on('1946-03-07').under('truman-harry-s').showing(shown).save(database);
    await aVoyage().on('1946-03-07').under('ford-gerald').save(database);
    await aVoyage().on('1946').under('truman-harry-s').save(database);
    await aVoyage().on('1931-04-25').under('hoover-herbert').save(database);
    expect(await dates()).toEqual([
      ['1931-04-25', 1, 0],
      ['1946', 1, 0],
      ['1946-03', 0, 1],
      ['1946-03-07', 2, 0],
      ['1946-03-08', 0, 1],
    ]);
    expect(await dates(['truman-harry-s'])).toEqual([
      ['1946', 1, 0],
      ['1946-03-07', 1, 0],
      ['1946-03-08', 0, 1],
    ]);
    expect(await dates(['ford-gerald', 'hoover-herbert'])).toEqual([
      ['1931-04-25', 1, 0],
      ['1946-03', 0, 1],
      ['1946-03-07', 1, 0],
    ]);
    expect(await dates(['nobody'])).toEqual([]);
  });

  test('have the end of each voyage and media item that goes on after its date', async () => {
    const { database } = api;
    const voyage = (from: string, to: string | null) => aVoyage().on(from).with({ end_date: to }).save(database);
    await voyage('1975-05-03', '1975-05-05');
    await voyage('1975-05-03', '1975-05-05');
    await voyage('1975-05-03', '1975-05-04');
    await voyage('1975-05-03', '1975-05-03');
    await voyage('1975-05-03', '1975');
    await voyage('1975-05', '1975-07-04');
    await voyage('1939/1941', null);
    await voyage('1939', '1941');
    await voyage('1946-22', null);
    await voyage('194X', null);
    await voyage('1947~', null);
    await aMedia('Regatta').on('1975-05-03/1975-05-04').save(database);
    await aMedia('Year').on('1975').save(database);
    const { body } = await requestOk(browser, timelineOperations.dates, { query: {} });
    expect(
      body.map(({ date, voyages, media, voyages_until, media_until }) => [
        date,
        voyages,
        media,
        voyages_until,
        media_until,
      ]),
    ).toEqual([
      ['1939', 2, 0, ['1941', '1941'], undefined],
      ['1940', 1, 0, ['1949'], undefined],
      ['1946-06', 1, 0, ['1946-08'], undefined],
      ['1947', 1, 0, undefined, undefined],
      ['1975', 0, 1, undefined, undefined],
      ['1975-05', 1, 0, ['1975-07-04'], undefined],
      ['1975-05-03', 5, 1, ['1975-05-04', '1975-05-05', '1975-05-05'], ['1975-05-04']],
    ]);
  });

  test('are empty for an empty archive, and reject unknown parameters', async () => {
    expect(await dates()).toEqual([]);
    await getRejected(browser, '/api/timeline/dates?year=1946', 422);
  });
});
