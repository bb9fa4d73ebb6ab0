import { type SearchHit, type SearchOverview, searchOperations } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk, getRejected } from './request.ts';
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
  (await requestOk(browser, searchOperations.all, { query: { q, limit: limit ?? 30 } })).body;
const slugs = async (q: string, limit?: number) => (await search(q, limit)).map(({ kind, slug }) => `${kind} ${slug}`);

test('voyages, people and media are in one response, names and titles first', async () => {
  expect(await slugs('Trudeau')).toEqual(['person trudeau-pierre', 'voyage trudeau', 'media fantail']);
});

test('a title match ranks before a text match', async () => {
  expect((await slugs('logbook'))[0]).toBe('media logbook-1949');
  expect((await slugs('regatta'))[0]).toBe('voyage pena');
});

test('tolerates the same errors as the lists', async () => {
  expect(await slugs('trudau')).toContain('person trudeau-pierre');
  expect(await slugs('pena')).toContain('person pena-jose');
  expect(await slugs('Nimitz 1949')).toEqual(['voyage nimitz']);
});

test('finds people by their role aboard, and by notes about them', async () => {
  expect(await slugs('commanding officer')).toContain('person kelly-giles');
  expect(await slugs('commanding kelly')).toContain('person kelly-giles');
  expect(await slugs('watercolor')).toEqual(['person pena-jose']);
});

test('omits presidents who never sailed', async () => {
  expect(await slugs('Obama')).toEqual([]);
});

test('describes a hit in one line', async () => {
  const hits = await search('Trudeau');
  expect(hits.map(({ title, subtitle }) => [title, subtitle])).toEqual([
    ['Pierre Trudeau', 'Prime Minister of Canada'],
    ['Potomac River, June 16, 1976', 'June 16, 1976 · Gerald Ford'],
    ['Guests on the fantail', 'Image'],
  ]);
  expect((await search('Nimitz 1949'))[0]?.subtitle).toBe('January 1949 · Harry S. Truman');
});

test('returns an excerpt as segments, with matches marked and without Markdown', async () => {
  const [, voyage, media] = await search('Trudeau');
  expect(voyage?.excerpt).toContainEqual({ text: 'Trudeau', match: true });
  expect(voyage?.excerpt.map(({ text }) => text).join('')).toContain('Dinner with Pierre Trudeau and his staff');
  expect(media?.excerpt).toEqual([
    { text: 'National Archives · ', match: false },
    { text: 'Trudeau', match: true },
    { text: ' with President Ford in the evening light', match: false },
  ]);
});

test('marks the replacement of a misspelled word', async () => {
  const [, voyage] = await search('trudau');
  expect(voyage?.excerpt).toContainEqual({ text: 'Trudeau', match: true });
});

test('returns no more than requested, the best matches first', async () => {
  expect(await slugs('Trudeau', 1)).toEqual(['person trudeau-pierre']);
});

test('filters without words find every match, and a kind alone finds all its records', async () => {
  const find = async (query: string) => {
    const hits = await browser.json<SearchHit[]>(`/api/search?${query}`);
    return hits.map(({ kind, slug }) => `${kind} ${slug}`);
  };
  expect(await find('president=ford-gerald&kind=voyage')).toEqual(['voyage trudeau']);
  expect((await find('kind=media')).toSorted()).toEqual(['media fantail', 'media logbook-1949']);
  expect(await find('')).toEqual([]);
});

test('the overview counts the filters of the requested kinds', async () => {
  const { kinds, facets } = await browser.json<SearchOverview>('/api/search/overview?q=1949&kind=media');
  expect(kinds).toMatchObject({ voyage: 1, media: 1 });
  expect(facets.media_type).toEqual([{ value: 'logbook', label: 'Logbook', count: 1 }]);
  expect(facets.role).toEqual([]);
  const allFacets = await browser.json<SearchOverview>('/api/search/overview?kind=media');
  expect(allFacets.kinds.media).toBe(2);
  // A media item without a voyage is counted under its own date and president.
  await api.database.pool.query(
    `update media set date = '1949', president_id = (select id from person where slug = 'truman-harry-s') where slug = 'logbook-1949'`,
  );
  const { facets: ownFacets } = await browser.json<SearchOverview>('/api/search/overview?q=logbook&kind=media');
  expect(ownFacets.decade).toEqual([{ value: '1940', label: '1940s', count: 1 }]);
  expect(ownFacets.president).toEqual([{ value: 'truman-harry-s', label: 'Harry S. Truman', count: 1 }]);
});

test.each(['with and', '...', '⚓'])('finds nothing for %s', async (q) => {
  expect(await slugs(q)).toEqual([]);
});

test('text with control characters cannot fake marks', async () => {
  await api.database.pool.query(
    `update person set notes_internal = E'a \\x02mark\\x03 of zinc' where slug = 'kelly-giles'`,
  );
  const [hit] = await search('zinc');
  expect(hit?.excerpt.filter(({ match }) => match)).toEqual([{ text: 'zinc', match: true }]);
});

test.each([
  ['words too long', `q=${'a'.repeat(201)}`],
  ['a limit above a hundred', 'q=a&limit=101'],
  ['an unknown name', 'q=a&color=blue'],
])('rejects %s', async (_, query) => {
  const { errors } = await getRejected(browser, `/api/search?${query}`, 422);
  expect(errors).toHaveLength(1);
});

test.each([
  '%',
  '_',
  '\\',
  `'`,
  '"',
  '""',
  `O'Brien\\`,
  'copper & | ! <-> :*',
  '-menu',
  'before:2/30/1950',
  'president:,',
])('accepts %s, which no record matches by its words', async (q) => {
  const hits = await search(q);
  expect(hits.filter(({ match }) => match === 'words')).toEqual([]);
  await requestOk(browser, searchOperations.overview, { query: { q } });
  await requestOk(browser, searchOperations.suggestions, { query: { q } });
});

test('every use of a repeated prefix must match', async () => {
  const both = await aMedia('Two of them')
    .withSlug('two-of-them')
    .with({ tags: ['Awning', 'Brass'] })
    .save(api.database);
  await aMedia('One of them')
    .withSlug('one-of-them')
    .with({ tags: ['Awning', 'Upper deck'] })
    .save(api.database);
  await aVoyage().withSlug('tagged').on('1950-05-05').showing(both).save(api.database);
  expect((await slugs('tag:awning')).toSorted()).toEqual(['media one-of-them', 'media two-of-them', 'voyage tagged']);
  expect((await slugs('tag:awning tag:brass')).toSorted()).toEqual(['media two-of-them', 'voyage tagged']);
  const voyagesWith = async (q: string) => (await slugs(q)).filter((item) => item.startsWith('voyage '));
  expect(await voyagesWith('person:trudeau person:kelly')).toEqual(['voyage trudeau']);
  expect(await voyagesWith('person:trudeau person:kelly person:nimitz')).toEqual([]);
});

test.each([
  ['person:trudau', 'person:Trudeau'],
  ['presidents:truman', 'president:truman'],
  ['persona:trudeau', 'person:trudeau'],
  ['tag:Upper deck', 'tag:"Upper deck"'],
  ['tag:nothing-like-it', null],
  ['person:trudeau', null],
])('suggests a correction of %s: %s', async (q, expected) => {
  const { did_you_mean } = await browser.json<SearchOverview>(`/api/search/overview?q=${encodeURIComponent(q)}`);
  expect(did_you_mean).toBe(expected);
});

test('each decade and year counts what its filter finds, also records that touch more than one', async () => {
  const { database } = api;
  const print = await aMedia('Undated sculling print').save(database);
  await aVoyage().titled('Sculling in decades').on('1939/1941').showing(print).save(database);
  await aVoyage().titled('Sculling in days').on('1949-12-30').with({ end_date: '1950-01-02' }).save(database);
  await aMedia('Sculling in media').on('1940/1951').save(database);
  const overview = (query: string) =>
    browser.json<SearchOverview>(`/api/search/overview?q=sculling&kind=voyage&kind=media${query}`);
  const { facets } = await overview('');
  const decades = facets.decade.map(({ value, count }) => `${value}: ${count}`);
  expect(decades).toEqual(['1930: 2', '1940: 4', '1950: 2']);
  const ranges = [
    ...facets.decade.map(({ value, count }) => ({ from: value, to: `${value.slice(0, 3)}9`, count })),
    ...facets.year.map(({ value, count }) => ({ from: value, to: value, count })),
  ];
  for (const { from, to, count } of ranges) {
    const { kinds } = await overview(`&from=${from}&to=${to}`);
    expect([from, to, kinds.voyage + kinds.media]).toEqual([from, to, count]);
  }
});

test('a title that is the query ranks before one that has it more often', async () => {
  await aVoyage().withSlug('sunset').on('1951').titled('Sunset').save(api.database);
  await aVoyage().withSlug('sunsets').on('1952').titled('Sunset after sunset').save(api.database);
  expect(await slugs('sunset')).toEqual(['voyage sunset', 'voyage sunsets']);
});
