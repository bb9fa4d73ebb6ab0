import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { measured } from '../support/measured.ts';

/** Far below the time that a browser waits, even on a slow machine. */
const BUDGET_MS = 3000;
const LENGTH = 100_000;
const MAX_QUERY_LENGTH = 200;

let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const repeatTo = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Strings that are slow to search, highlight or strip of Markdown, and the queries that find them. */
const HOSTILE: [name: string, text: string, query: string][] = [
  ['two words, over and over', repeatTo('q w ', LENGTH), repeatTo('q w ', MAX_QUERY_LENGTH)],
  ['one word, over and over', repeatTo('party ', LENGTH), 'party'],
  ['a word in many cases', repeatTo('Ab aB AB ab ', LENGTH), repeatTo('aB Ab ', MAX_QUERY_LENGTH)],
  ['a hyphenated chain', repeatTo('q-w-', LENGTH), repeatTo('q-w-', MAX_QUERY_LENGTH)],
  [
    'many different letters',
    repeatTo('a b c d e f g h j k l m n o p r s t u v x y z ', LENGTH),
    'b c d e f g h j k l m n o p r',
  ],
  ['brackets that never close', `needle1 ${repeatTo('[', LENGTH - 8)}`, 'needle1'],
  ['links that never end', `needle2 ${repeatTo('[a](', LENGTH - 8)}`, 'needle2'],
  ['marks only', `needle3 ${repeatTo('*#>`', LENGTH - 8)}`, 'needle3'],
  ['accents', `needle4 ${repeatTo('é ü ñ ', LENGTH - 8)}`, 'e u n'],
  ['a match at the far end', `${repeatTo('calm sea ', LENGTH - 20)} needle5`, 'needle5'],
  ['words that begin alike', repeatTo('womanly manly ', LENGTH), 'man man man woman'],
];

const measureGet = async (path: string) => {
  const startedAt = performance.now();
  const response = await browser.get(path);
  return { status: response.status, body: await response.text(), ms: performance.now() - startedAt };
};

describe.each(HOSTILE)('%s', (_, text, query) => {
  beforeAll(async () => {
    for (const day of ['01', '02', '03'])
      await aVoyage().on(`1946-03-${day}`).with({ additional_information: text }).save(api.database);
  });

  test(
    'is found within the budget by the search and by all lists',
    measured(async () => {
      const q = encodeURIComponent(query);
      for (const path of ['/api/search', '/api/voyages', '/api/media', '/api/people']) {
        const { status, body, ms } = await measureGet(`${path}?q=${q}`);
        expect([path, status]).toEqual([path, 200]);
        expect(ms).toBeLessThan(BUDGET_MS);
        if (path === '/api/search') expect(JSON.parse(body)).not.toEqual([]);
      }
    }),
  );
});

test('an excerpt shows a match that is far into a long text', async () => {
  await aVoyage()
    .on('1950-05-05')
    .with({ additional_information: `${repeatTo('calm sea ', 50_000)} the parties admired the binnacle.` })
    .save(api.database);
  for (const query of ['binnacle', 'binnacles', 'party binnacle']) {
    const hits = await browser.json<{ excerpt: { text: string; match: boolean }[] }[]>(`/api/search?q=${query}`);
    expect([query, hits[0]?.excerpt.some(({ text, match }) => match && text === 'binnacle')]).toEqual([query, true]);
  }
});
