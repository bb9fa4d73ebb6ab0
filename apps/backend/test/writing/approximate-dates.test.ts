import { timelineOperations, type Voyage, voyageOperations } from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ingest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { sendRejected, send } from './send.ts';

let api: TestApi;
let worker: INestApplicationContext;
let browser: Browser;

/** Titles by start date, in the order of their first days; voyages with the same first day are sorted by slug. */
const VOYAGES = {
  'Some picnic': { start_date: '194X' },
  'June cruise': { start_date: '1946-06~', end_date: '1946-07?', start_date_written: 'c. June 1946' },
  'Summer cruise': { start_date: '1946-22', start_date_written: 'summer of ’46' },
  'Swim meet': { start_date: '1946-06-16/1946-06-18' },
  'Sure thing': { start_date: '1946-06-17' },
  'Winter refit': { start_date: '1946-24' },
  Reunion: { start_date: '1947~', start_date_written: 'c. 1947' },
  'Early years': { start_date: '1950~/1953~' },
};

const slugs = new Map<string, string>();
const list = async (query: object) =>
  (await send(browser, voyageOperations.list, { query })).body.map(({ title }) => title);

beforeAll(async () => {
  api = await startApi();
  [worker, browser] = await Promise.all([startWorker(api), api.signIn()]);
  for (const [title, dates] of Object.entries(VOYAGES).toReversed()) {
    const { body } = await send(browser, voyageOperations.create, { body: { title, ...dates } });
    expect(body).toMatchObject({ title, ...dates, start_timestamp: null });
    slugs.set(title, body.voyage_slug);
  }
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const get = async (title: string) =>
  (await send(browser, voyageOperations.get, { params: { slug: slugs.get(title) ?? '' } })).body;
const update = async (title: string, body: object) =>
  (await send(browser, voyageOperations.update, { params: { voyage_slug: slugs.get(title) ?? '' }, body })).body;

describe('approximate dates', () => {
  test('sort by their earliest day, in both directions', async () => {
    expect(await list({})).toEqual(Object.keys(VOYAGES));
    expect(await list({ sort: '-date' })).toEqual(Object.keys(VOYAGES).toReversed());
  });

  test.each([
    ['1946-06-17', '1946-06-17', ['Some picnic', 'June cruise', 'Summer cruise', 'Swim meet', 'Sure thing']],
    ['1946-07', '1946-07', ['Some picnic', 'June cruise', 'Summer cruise']],
    ['1946-09', '1946-11', ['Some picnic']],
    ['1947-02', '1947-02', ['Some picnic', 'Winter refit', 'Reunion']],
    ['1950', undefined, ['Early years']],
    [undefined, '1941', ['Some picnic']],
    ['1946-23', '1946-23', ['Some picnic']],
    ['1946-22', '1946-22', ['Some picnic', 'June cruise', 'Summer cruise', 'Swim meet', 'Sure thing']],
    ['1947~', undefined, ['Some picnic', 'Winter refit', 'Reunion', 'Early years']],
    ['194X', '194X', Object.keys(VOYAGES).slice(0, -1)],
    ['1950~/1953~', '1950~/1953~', ['Early years']],
  ])('match a filter from %s to %s by overlap', async (date_from, date_to, expected) => {
    const query = { ...(date_from && { date_from }), ...(date_to && { date_to }) };
    expect(await list(query)).toEqual(expected);
    const exported = await browser.json<{ title: string }[]>(
      `/api/export/voyages?${new URLSearchParams({ format: 'json', ...query })}`,
    );
    expect(exported.map(({ title }) => title)).toEqual(expected);
  });

  test.each([
    ['summer', ['Summer cruise']],
    ['June 1946', ['June cruise', 'Swim meet', 'Sure thing']],
    ['1940s', ['Some picnic']],
    ['refit winter', ['Winter refit']],
  ])('are found by the words %s', async (q, expected) => {
    expect(await list({ q })).toEqual(expected);
  });

  test('appear on the timeline where they start', async () => {
    const { body } = await send(browser, timelineOperations.dates, { query: {} });
    expect(body.map(({ date, voyages, approximate }) => [date, voyages, approximate])).toEqual([
      ['1940', 1, ['194X']],
      ['1946-06', 2, ['1946-06~', '1946-22']],
      ['1946-06-16', 1, ['1946-06-16/1946-06-18']],
      ['1946-06-17', 1, undefined],
      ['1946-12', 1, ['1946-24']],
      ['1947', 1, ['1947~']],
      ['1950', 1, ['1950~/1953~']],
    ]);
  });

  test('are written in words in search results and generated titles', async () => {
    const found = await browser.json<{ hits?: unknown } & object>('/api/search?q=reunion');
    expect(JSON.stringify(found)).toContain('about 1947');
    const { body } = await send(browser, voyageOperations.create, { body: { start_date: '1947~' } });
    expect(body.title).toBe('Voyage, about 1947');
    const response = await send(browser, voyageOperations.update, {
      params: { voyage_slug: body.voyage_slug },
      body: { start_date: '1946-22', end_location: 'Mount Vernon' },
    });
    expect(response.body.title).toBe('Mount Vernon, Summer 1946');
    await send(browser, voyageOperations.remove, { params: { voyage_slug: body.voyage_slug } });
  });

  test('before, after or one of a set stay, are shown, sorted and found as such', async () => {
    const open = { 'Early reel': '[..1930]', 'One of two': '[1932,1934]', 'Late reel': '[1962-06..]' };
    for (const [title, start_date] of Object.entries(open)) {
      const { body } = await send(browser, voyageOperations.create, { body: { title, start_date } });
      expect(body.start_date).toBe(start_date);
      slugs.set(title, body.voyage_slug);
    }
    const all = [...Object.keys(open).slice(0, 2), ...Object.keys(VOYAGES), 'Late reel'];
    expect(await list({})).toEqual(all);
    expect(await list({ date_to: '1925' })).toEqual(['Early reel']);
    expect(await list({ date_from: '1931', date_to: '1933' })).toEqual(['One of two']);
    expect(await list({ date_from: '1970' })).toEqual(['Late reel']);
    // The year of the bound is that of a record; those that the open end reaches are not.
    expect(await list({ q: '1930' })).toEqual(['Early reel']);
    expect(await list({ q: '1920' })).toEqual([]);
    const found = JSON.stringify(await browser.json('/api/search?q=reel'));
    expect(found).toContain('before 1931');
    expect(found).toContain('after May 1962');
    for (const title of Object.keys(open))
      await send(browser, voyageOperations.remove, { params: { voyage_slug: slugs.get(title) ?? '' } });
  });

  test.each([
    [
      'some day',
      'Enter a valid date: YYYY-MM-DD, YYYY-MM, YYYY, an EDTF date such as 1947~, 1946-22, 194X or [..1946], or words such as “c. 1947”.',
    ],
    ['June 16–18, 1946', '“June 16–18, 1946” is a range. Enter one date.'],
    ['5.6.1971', '“5.6.1971” can be May 6, 1971, or June 5, 1971. Enter the right one.'],
    [
      'Thursday, June 5, 1946',
      'June 5, 1946 was a Wednesday. The nearest Thursday was June 6, 1946. Enter the right one.',
    ],
    ['1946-42', 'Enter a valid date'],
    ['1946-02-30~', 'Enter a valid date'],
    ['1948/1946', 'Enter a valid date'],
    ['1947~~', 'Enter a valid date'],
    ['2099X', 'Enter a valid date'],
  ])('%s is rejected with a message at its field', async (start_date, message) => {
    const problem = await sendRejected(browser, voyageOperations.create, { body: { start_date } }, 422);
    expect(problem.errors).toEqual([{ path: 'start_date', message: expect.stringContaining(message) }]);
  });

  test('dates in words are stored as what they mean, and filter lists', async () => {
    const body = { start_date: '7. März 1946', end_date: 'mid-March 1946', title: 'In words' };
    const { body: voyage } = await send(browser, voyageOperations.create, { body });
    expect(voyage).toMatchObject({ start_date: '1946-03-07', end_date: '1946-03-11~/1946-03-20~' });
    const found = await list({ date_from: 'March 6th, 1946', date_to: '8-Mar-46' });
    expect(found).toContain('In words');
    expect(await list({ date_from: '3/21/1946', date_to: 'late March 1946' })).not.toContain('In words');
    await send(browser, voyageOperations.remove, { params: { voyage_slug: voyage.voyage_slug } });
  });

  test('an end that is certainly before the start is rejected', async () => {
    const body = { start_date: '1946-22', end_date: '1946-05~' };
    const problem = await sendRejected(browser, voyageOperations.create, { body }, 422);
    expect(problem.errors).toEqual([{ path: 'end_date', message: 'The voyage ends before it starts.' }]);
  });
});

describe('the text as written', () => {
  test('stays while its date is unchanged, and is removed with it', async () => {
    expect(await update('Reunion', { notes: 'On the river.' })).toMatchObject({ start_date_written: 'c. 1947' });
    expect(await update('Reunion', { start_date: '1947~' })).toMatchObject({ start_date_written: 'c. 1947' });
    expect(await update('Reunion', { start_date: '1948' })).toMatchObject({ start_date_written: null });
    expect(await update('Reunion', { start_date: '1947~', start_date_written: 'c. 1947' })).toMatchObject({
      start_date: '1947~',
      start_date_written: 'c. 1947',
    });
  });

  test('is restored with an earlier version', async () => {
    await update('Summer cruise', { start_date: '1946-07-04' });
    const slug = slugs.get('Summer cruise') ?? '';
    const history = await browser.json<{ revision: number }[]>(`/api/curator/history/voyage/${slug}`);
    const newest = Math.max(...history.map(({ revision }) => revision));
    const restored = await browser.post(`/api/curator/history/voyage/${slug}/${newest}/restore`, {});
    expect(restored.ok).toBe(true);
    expect(await get('Summer cruise')).toMatchObject(VOYAGES['Summer cruise']);
  });
});

describe('exports and imports', () => {
  const content = async () => {
    const voyages: Voyage[] = [];
    for (const title of Object.keys(VOYAGES)) voyages.push(await get(title));
    return voyages.map(({ title, start_date, end_date, start_date_written, end_date_written }) => ({
      title,
      start_date,
      end_date,
      start_date_written,
      end_date_written,
    }));
  };

  test.each(['/api/export/archive', '/api/export/voyages?format=csv', '/api/export/voyages?format=json'])(
    'every date and text is restored from %s',
    async (address) => {
      const before = await content();
      const document = await (await browser.get(address)).text();
      const plan = await ingest(browser, document, { dryRun: true });
      expect(plan).toMatchObject({ validation_errors: 0, plan: { create: 0, update: 0, conflict: 0 } });
      expect(plan.problems).toEqual([]);
      const targetApi = await startApi();
      const otherWorker = await startWorker(targetApi);
      try {
        const curator = await targetApi.signIn();
        await ingest(curator, document);
        const found = await curator.json<Voyage[]>('/api/voyages');
        expect(
          found.map(({ title, start_date, end_date, start_date_written, end_date_written }) => ({
            title,
            start_date,
            end_date,
            start_date_written,
            end_date_written,
          })),
        ).toEqual(before);
      } finally {
        await otherWorker.close();
        await targetApi.close();
      }
    },
  );

  test('an import says how it understood dates in words', async () => {
    const plan = await ingest(browser, 'start_date,title\r\nc. 1931,Trial\r\nsummer 1932,Swim\r\n', { dryRun: true });
    expect(plan).toMatchObject({ validation_errors: 0, plan: { create: 2 } });
    const owner = 'The document states no owner. “Herbert Hoover” is proposed, whose term includes the date.';
    expect(plan.problems.map(({ line, voyage, message }) => [line, voyage, message])).toEqual([
      [2, 'about 1931', '“c. 1931” is understood as about 1931.'],
      [2, 'about 1931', owner],
      [3, 'Summer 1932', owner],
    ]);
    const conflict = await ingest(browser, '## early 1950s: Late years\n', { dryRun: true });
    expect(conflict.problems.map(({ voyage, field }) => [voyage, field])).toEqual([['early 1950s', 'Title']]);
  });
});
