import { searchOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_SAMPLE } from '../../src/modules/search/sql/overview.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk } from './request.ts';

let api: TestApi;
let browser: Browser;

/** Voyages 1 to 2500, one per day; all of them cruises, every other one also to Quantico. */
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  await api.database.pool.query(`
    insert into voyage (slug, title, start_date, start_location)
    select 'v-' || lpad(n::text, 4, '0'), 'Cruise', (date '1930-01-01' + n)::text, case when n % 2 = 0 then 'Quantico' end
    from generate_series(1, 2500) n`);
});
afterAll(() => api.close());

async function numbers(query: Parameters<typeof requestOk<typeof voyageOperations.list>>[2]['query']) {
  const { body, total, headers } = await requestOk(browser, voyageOperations.list, { query });
  const hasMore = headers.get('x-total-count-relation') === 'gt';
  return {
    numbers: body.map(({ voyage_slug }) => Number(voyage_slug.slice(2))),
    total: hasMore ? `> ${total}` : total,
  };
}

test.each([
  [0, 'date', [1, 2, 3], '> 1000'],
  [997, 'date', [998, 999, 1000], '> 1000'],
  [1000, 'date', [1001, 1002, 1003], '> 1003'],
  [2000, 'date', [2001, 2002, 2003], '> 2003'],
  [2498, 'date', [2499, 2500], 2500],
  [2500, 'date', [], 2500],
  [0, '-date', [2500, 2499, 2498], '> 1000'],
  [2400, '-date', [100, 99, 98], '> 2403'],
] as const)(
  'page %s of a common word is in order (%s), and counting stops early',
  async (offset, sort, numbersThere, total) => {
    // Requested twice: the approximate count is then known.
    for (const _ of [1, 2])
      expect(await numbers({ q: 'cruise', limit: 3, offset, sort })).toEqual({ numbers: numbersThere, total });
  },
);

test('a common word is combined with other filters', async () => {
  expect(await numbers({ q: 'cruise', limit: 2, offset: 1, date_from: '1930-01-11', date_to: '1936' })).toEqual({
    numbers: [11, 12],
    total: '> 1000',
  });
});

test('results of a common word are in order too', async () => {
  expect(await numbers({ q: 'quantico', limit: 2, offset: 1200 })).toEqual({
    numbers: [2402, 2404],
    total: '> 1202',
  });
});

test('the timeline returns a thousand at once', async () => {
  const { numbers: first, total } = await numbers({ limit: 1000, offset: 1500 });
  expect([first.length, first[0], first.at(-1), total]).toEqual([1000, 1501, 2500, 2500]);
});

test.each([
  ['1930-01-02', '1932-09-27', 1000, false, 500],
  ['1930-01-02', '1932-09-28', 1001, true, MAX_SAMPLE / 2],
])('a search from %s to %s counts %s voyages', async (from, to, count, more, places) => {
  const query = { q: 'cruise', from, to };
  const { body } = await requestOk(browser, searchOperations.overview, { query });
  expect([body.kinds.voyage, body.more]).toEqual([count, more]);
  // If there are more than a thousand, only those of the sample are counted. Every other one was also to Quantico.
  expect(body.facets.place).toEqual([{ value: 'Quantico', label: 'Quantico', count: places }]);
  const { total, headers } = await requestOk(browser, searchOperations.all, { query });
  expect([total, headers.get('x-total-count-relation')]).toEqual([1000, more ? 'gt' : null]);
});
