import {
  bulkMediaOperations,
  historyOperations,
  mediaOperations,
  searchOperations,
  timelineOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { upload } from '../support/upload.ts';
import { send, sendRejected } from './send.ts';

/** Titles by date, in the order of their first days. */
const MEDIA = {
  Decade: '194X',
  Summer: '1946-22',
  Weekend: '1946-06-16/1946-06-18',
  Sure: '1946-06-17',
  Winter: '1946-24',
  Roughly: '1947~',
  Early: '1950~/1953~',
};

let api: TestApi;
let browser: Browser;
const slugs = new Map<string, string>();

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  for (const [index, [title, date]] of Object.entries(MEDIA).toReversed().entries()) {
    const { status, body } = await upload(browser, await aPng({ width: 10 + index }), { title, date, credit: 'Rowe' });
    expect([status, body.date]).toEqual([201, date]);
    slugs.set(title, body.media_slug);
  }
});
afterAll(() => api.close());

const slugOf = (title: string) => slugs.get(title) ?? '';
const titlesOf = async (query: object) =>
  (await send(browser, mediaOperations.list, { query })).body.map(({ title }) => title);
const put = async (title: string, body: object) =>
  (await send(browser, mediaOperations.update, { params: { media_slug: slugOf(title) }, body })).body;

test('an upload with an approximate date has the first year in its slug', () => {
  expect(slugOf('Summer')).toMatch(/^media-summer-1946-\d{4}$/);
  expect(slugOf('Decade')).toMatch(/^media-decade-1940-\d{4}$/);
});

test('media sort by their earliest day, in both directions', async () => {
  expect(await titlesOf({ sort: 'date' })).toEqual(Object.keys(MEDIA));
  expect(await titlesOf({ sort: '-date' })).toEqual(Object.keys(MEDIA).toReversed());
});

test.each([
  ['1946-06-17', '1946-06-17', ['Decade', 'Summer', 'Weekend', 'Sure']],
  ['1946-09', '1946-11', ['Decade']],
  ['1947-02', '1947-02', ['Decade', 'Winter', 'Roughly']],
  ['1953', '1953', ['Early']],
])('a filter from %s to %s matches by overlap, in lists, searches and exports', async (from, to, expected) => {
  const filters = [
    { date_from: from, date_to: to },
    { from, to },
  ];
  for (const query of filters) expect(await titlesOf({ ...query, sort: 'date' })).toEqual(expected);
  const { body } = await send(browser, searchOperations.all, { query: { q: '', from, to, sort: 'oldest' } });
  expect(body.filter(({ kind }) => kind === 'media').map(({ title }) => title)).toEqual(expected);
  const exported = await browser.json<{ title: string; date: string }[]>(
    `/api/export/media?${new URLSearchParams({ format: 'json', date_from: from, date_to: to })}`,
  );
  expect(Object.fromEntries(exported.map(({ title, date }) => [title, date]))).toEqual(
    Object.fromEntries(expected.map((title) => [title, MEDIA[title as keyof typeof MEDIA]])),
  );
});

test.each([
  ['summer', ['Summer']],
  ['June 1946', ['Decade', 'Summer', 'Weekend', 'Sure']],
  ['1940s', Object.keys(MEDIA).slice(0, -1)],
])('the search for %s finds the words of dates', async (q, expected) => {
  const { body } = await send(browser, searchOperations.all, { query: { q, kind: ['media'] } });
  expect(body.map(({ title }) => title).toSorted()).toEqual(expected.toSorted());
});

test('a search in folders finds the words of dates, too', async () => {
  const exported = await browser.json<{ title: string }[]>('/api/export/media?format=json&words=1940s');
  expect(exported.map(({ title }) => title)).toEqual(['Decade']);
});

test('a search result has the date in words', async () => {
  const { body } = await send(browser, searchOperations.all, { query: { q: 'roughly', kind: ['media'] } });
  expect(body.map(({ subtitle }) => subtitle)).toEqual([expect.stringContaining('about 1947')]);
});

test('the timeline has media where their dates start, and says which dates are approximate', async () => {
  const { body } = await send(browser, timelineOperations.dates, { query: {} });
  expect(body).toEqual([
    { date: '1940', voyages: 0, media: 1, approximate_media: ['194X'], media_until: ['1949'] },
    { date: '1946-06', voyages: 0, media: 1, approximate_media: ['1946-22'], media_until: ['1946-08'] },
    {
      date: '1946-06-16',
      voyages: 0,
      media: 1,
      approximate_media: ['1946-06-16/1946-06-18'],
      media_until: ['1946-06-18'],
    },
    { date: '1946-06-17', voyages: 0, media: 1 },
    { date: '1946-12', voyages: 0, media: 1, approximate_media: ['1946-24'], media_until: ['1947-02'] },
    { date: '1947', voyages: 0, media: 1, approximate_media: ['1947~'] },
    { date: '1950', voyages: 0, media: 1, approximate_media: ['1950~/1953~'], media_until: ['1953'] },
  ]);
});

test('the duplicate check compares the stored date', async () => {
  const find = async (date: string) =>
    (await send(browser, mediaOperations.search, { query: { credit: 'rowe', date } })).body.map(({ title }) => title);
  expect(await find('1947~')).toEqual(['Roughly']);
  expect(await find('1947')).toEqual([]);
});

test('an update and a bulk edit take an approximate date, and the history shows it in words', async () => {
  expect(await put('Sure', { date: '1946-06%' })).toMatchObject({ date: '1946-06%' });
  const media = [{ media_slug: slugOf('Sure') }, { media_slug: slugOf('Weekend') }];
  const changes = { date: { mode: 'set' as const, value: '1946-23' } };
  const preview = await send(browser, bulkMediaOperations.update, {
    query: { dry_run: '1' },
    body: { media, changes },
  });
  expect(preview.body.changed.map(({ changes }) => changes)).toEqual([
    [{ field: 'date', before: '1946-06%', after: '1946-23' }],
    [{ field: 'date', before: '1946-06-16/1946-06-18', after: '1946-23' }],
  ]);
  await send(browser, bulkMediaOperations.update, { query: {}, body: { media, changes } });
  const params = { kind: 'media' as const, slug: slugOf('Sure') };
  const { body } = await send(browser, historyOperations.list, { params });
  expect(body[0]?.changes).toEqual([
    { field: 'date', label: 'Date', from: 'possibly about June 1946', to: 'Fall 1946' },
  ]);
  for (const title of ['Sure', 'Weekend'] as const) await put(title, { date: MEDIA[title] });
});

test.each(['some day', '1946-42', '1947~~', '1948/1946', '1946-02-30'])(
  'the date %s is rejected at its field',
  async (date) => {
    const message = expect.stringContaining('Enter a valid date: YYYY-MM-DD, YYYY-MM, YYYY, an EDTF date');
    const sent = { params: { media_slug: slugOf('Sure') }, body: { date } };
    const { errors } = await sendRejected(browser, mediaOperations.update, sent, 422);
    expect(errors).toEqual([{ path: 'date', message }]);
    const { status, body } = await upload(browser, await aPng({ width: 50 }), { date });
    expect([status, body.errors]).toEqual([422, [{ path: 'date', message }]]);
  },
);

test('the database rejects text that is not a date', async () => {
  await expect(api.database.pool.query(`update media set date = 'c. 1947'`)).rejects.toThrow('media_date_check');
});
