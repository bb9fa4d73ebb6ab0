import { searchCalls } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ask, refusal } from './ask.ts';
import { saveArchiveToSearch } from './search-archive.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  await saveArchiveToSearch(api.database);
});
afterAll(() => api.close());

const search = async (q: string, limit?: number) =>
  (await ask(browser, searchCalls.all, { query: { q, limit: limit ?? 30 } })).body;
const slugs = async (q: string, limit?: number) => (await search(q, limit)).map(({ kind, slug }) => `${kind} ${slug}`);

test('voyages, people and media come in one answer, names and titles first', async () => {
  expect(await slugs('Trudeau')).toEqual(['person trudeau-pierre', 'voyage trudeau', 'media fantail']);
});

test('a title comes before a text that has the words', async () => {
  expect((await slugs('logbook'))[0]).toBe('media logbook-1949');
  expect((await slugs('regatta'))[0]).toBe('voyage pena');
});

test('is as forgiving as the lists', async () => {
  expect(await slugs('trudau')).toContain('person trudeau-pierre');
  expect(await slugs('pena')).toContain('person pena-jose');
  expect(await slugs('Nimitz 1949')).toEqual(['voyage nimitz']);
});

test('finds people by what they were aboard, and by notes about them', async () => {
  expect(await slugs('commanding officer')).toContain('person kelly-giles');
  expect(await slugs('commanding kelly')).toContain('person kelly-giles');
  expect(await slugs('watercolour')).toEqual(['person pena-jose']);
});

test('leaves out presidents who never sailed', async () => {
  expect(await slugs('Obama')).toEqual([]);
});

test('says in a line what a hit is', async () => {
  const hits = await search('Trudeau');
  expect(hits.map(({ title, subtitle }) => [title, subtitle])).toEqual([
    ['Pierre Trudeau', 'Prime Minister of Canada'],
    ['Potomac River, June 16, 1976', 'June 16, 1976 · Gerald Ford'],
    ['Guests on the fantail', 'Image'],
  ]);
  expect((await search('Nimitz 1949'))[0]?.subtitle).toBe('January 1949 · Harry S. Truman');
});

test('cuts an excerpt into runs, the ones that match marked and nothing of Markdown left', async () => {
  const [, voyage, media] = await search('Trudeau');
  expect(voyage?.excerpt).toContainEqual({ text: 'Trudeau', match: true });
  expect(voyage?.excerpt.map(({ text }) => text).join('')).toContain('Dinner with Pierre Trudeau and his staff');
  expect(media?.excerpt).toEqual([
    { text: 'National Archives · ', match: false },
    { text: 'Trudeau', match: true },
    { text: ' with President Ford in the evening light', match: false },
  ]);
});

test('marks what stands for a misspelt word', async () => {
  const [, voyage] = await search('trudau');
  expect(voyage?.excerpt).toContainEqual({ text: 'Trudeau', match: true });
});

test('answers no more than was asked for, the best of them', async () => {
  expect(await slugs('Trudeau', 1)).toEqual(['person trudeau-pierre']);
});

test.each(['with and', '...', '⚓'])('finds nothing for %s', async (q) => {
  expect(await slugs(q)).toEqual([]);
});

test('text with control characters brings no marks of its own', async () => {
  await api.database.pool.query(
    `update person set notes_internal = E'a \\x02mark\\x03 of zinc' where slug = 'kelly-giles'`,
  );
  const [hit] = await search('zinc');
  expect(hit?.excerpt.filter(({ match }) => match)).toEqual([{ text: 'zinc', match: true }]);
});

test.each([
  ['no words', ''],
  ['blank words', 'q=%20'],
  ['words too long', `q=${'a'.repeat(201)}`],
  ['a limit above a hundred', 'q=a&limit=101'],
  ['an unknown name', 'q=a&kind=voyage'],
])('refuses %s', async (_, query) => {
  const { errors } = await refusal(browser, `/api/search?${query}`, 422);
  expect(errors).toHaveLength(1);
});
