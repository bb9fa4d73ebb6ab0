// cspell:ignore marys Müller vankirk
import { type PersonMatch, peopleOperations, searchOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { send } from '../writing/send.ts';

let api: TestApi;
let browser: Browser;

const PEOPLE = [
  {
    full_name: 'W.L.M. King',
    role_title: 'Prime Minister of Canada',
    wikipedia_url: 'https://en.wikipedia.org/wiki/William_Lyon_Mackenzie_King',
  },
  { full_name: 'Ernest King', role_title: 'Fleet Admiral' },
  { full_name: 'Henry Kissinger', birth_year: 1923 },
  { full_name: 'Robert F. Kennedy', aliases: 'Bobby Kennedy; Kennedy, Bob' },
  { full_name: 'James Forrestal', role_title: 'Secretary of the Navy' },
  { full_name: 'René Pleven', wikipedia_url: 'https://fr.wikipedia.org/wiki/Ren%C3%A9_Pleven' },
  { full_name: 'Clement Attlee' },
  { full_name: 'William R. Smedberg III' },
  { full_name: 'William D. Leahy' },
  { full_name: 'Charles E. "Chip" Bohlen' },
  { full_name: 'Theodore Van Kirk' },
  { full_name: 'Douglas MacArthur' },
  { full_name: 'David St. Clair' },
  { full_name: 'Oscar de la Cruz' },
  { full_name: 'Hans Mueller' },
  { full_name: 'Edwin VanDyke' },
  { full_name: 'Louis Saint-Laurent' },
];

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  for (const body of PEOPLE) await send(browser, peopleOperations.create, { body });
  for (const start_date of ['1946', '1947', '1948'])
    for (const [person_slug, capacity_role] of [['king-w-l-m', 'Guest']] as const) {
      const { body } = await send(browser, voyageOperations.create, { body: { start_date } });
      await send(browser, peopleOperations.link, {
        body: { person_slug, voyage_slug: body.voyage_slug, capacity_role },
      });
    }
});
afterAll(() => api.close());

const pick = async (q: string) => (await send(browser, peopleOperations.search, { query: { q } })).body;
const namesOf = (people: { full_name: string }[]) => people.map(({ full_name }) => full_name);
const candidates = async (full_name: string, wikipedia_url?: string) =>
  (
    await send(browser, peopleOperations.candidates, {
      query: { full_name, ...(wikipedia_url ? { wikipedia_url } : {}) },
    })
  ).body.people;

describe.each([
  ['Mackenzie King', 'W.L.M. King'],
  ['Prime Minister King', 'W.L.M. King'],
  ['W L M King', 'W.L.M. King'],
  ['King, W. L. M.', 'W.L.M. King'],
  ['Kissinger, Henry A.', 'Henry Kissinger'],
  ['Dr. Kissinger', 'Henry Kissinger'],
  ['RFK', 'Robert F. Kennedy'],
  ['Bobby Kennedy', 'Robert F. Kennedy'],
  ['Pleven', 'René Pleven'],
  ['William R. Smedberg 3rd', 'William R. Smedberg III'],
  ['Wm. D. Leahy', 'William D. Leahy'],
  ['Leahy, Wm.', 'William D. Leahy'],
  ['Chip Bohlen', 'Charles E. "Chip" Bohlen'],
  ['Theodore VanKirk', 'Theodore Van Kirk'],
  ['vankirk', 'Theodore Van Kirk'],
  ['Mac Arthur', 'Douglas MacArthur'],
  ['Saint Clair', 'David St. Clair'],
  ['delacruz', 'Oscar de la Cruz'],
  ['Muller', 'Hans Mueller'],
  ['Müller, Hans', 'Hans Mueller'],
  ['Van Dyke', 'Edwin VanDyke'],
  ['St Laurent', 'Louis Saint-Laurent'],
  ['Bill Leahy', 'William D. Leahy'],
])('%s', (typed, name) => {
  test('is found first while it is typed', async () => {
    expect(namesOf(await pick(typed))[0]).toBe(name);
    if (typed.length > 3) expect(namesOf(await pick(typed.slice(0, -1)))).toContain(name);
  });

  test('is found in the directory', async () => {
    const people = (await send(browser, peopleOperations.list, { query: { q: typed } })).body;
    expect(namesOf(people)).toContain(name);
  });

  test('prompts before another person with that name is created', async () => {
    expect(namesOf(await candidates(typed))).toContain(name);
  });
});

const find = async (q: string) => (await send(browser, searchOperations.all, { query: { q } })).body;

test.each([
  ['vankirk', 'Theodore Van Kirk'],
  ['Mac Arthur', 'Douglas MacArthur'],
  ['Muller', 'Hans Mueller'],
  ['St Laurent', 'Louis Saint-Laurent'],
  ['Forestall', 'James Forrestal'],
])('%s is found in the search of all records and in suggestions', async (typed, name) => {
  expect((await find(typed)).map(({ title }) => title)).toContain(name);
  const { body } = await send(browser, searchOperations.suggestions, { query: { q: typed } });
  expect(body.map(({ title }) => title)).toContain(name);
});

test('a misspelled surname is found while it is typed, even if the archive has that word', async () => {
  const { body } = await send(browser, peopleOperations.create, {
    body: { full_name: 'Sam Noname', role_title: 'Sent to forestall a strike' },
  });
  expect(namesOf(await pick('James Forestall'))).toEqual(['James Forrestal']);
  await send(browser, peopleOperations.remove, { params: { person_slug: body.person_slug } });
});

test('St., Mt. and Ft. are Saint, Mount and Fort, also in quotation marks', async () => {
  const places = ['Ft. Washington', 'Mount Vernon', 'Saint Marys'];
  for (const [index, start_location] of places.entries())
    await send(browser, voyageOperations.create, { body: { start_date: `195${index}`, start_location } });
  const placesOf = async (q: string) =>
    (await find(q)).filter(({ match }) => match === 'words').map(({ title }) => title.replace(/, \d+$/, ''));
  for (const q of ['Fort Washington', 'Ft. Washington', '"Fort Washington"', '"ft washington"'])
    expect([q, await placesOf(q)]).toEqual([q, ['Ft. Washington']]);
  for (const q of ['Mt. Vernon', '"Mt Vernon"', 'mount vernon'])
    expect([q, await placesOf(q)]).toEqual([q, ['Mount Vernon']]);
  for (const q of ['St. Marys', '"St Marys"']) expect([q, await placesOf(q)]).toEqual([q, ['Saint Marys']]);
  expect(await placesOf('Fort Vernon')).toEqual([]);
});

describe('the picker', () => {
  test('distinguishes people with one surname, most voyages first', async () => {
    expect(await pick('King')).toMatchObject([
      { full_name: 'W.L.M. King', role_title: 'Prime Minister of Canada', capacity_role: 'Guest', voyage_count: 3 },
      { full_name: 'Ernest King', voyage_count: 0 },
    ]);
  });

  test('a form of address narrows the directory to the people who have it', async () => {
    const people = (await send(browser, peopleOperations.list, { query: { q: 'Admiral King' } })).body;
    expect(namesOf(people)).toEqual(['Ernest King']);
  });
});

describe('candidates', () => {
  test.each<[string, string | undefined, Partial<PersonMatch>]>([
    ['James Forrestal', undefined, { full_name: 'James Forrestal', match: 'same', matched_name: null }],
    ['Jame Forestal', undefined, { full_name: 'James Forrestal', match: 'similar' }],
    ['Clement Atlee', undefined, { full_name: 'Clement Attlee', match: 'similar' }],
    ['Bob Kennedy', undefined, { match: 'alias', matched_name: 'Kennedy, Bob' }],
    ['The Prime Minister', 'https://en.m.wikipedia.org/wiki/William_Lyon_Mackenzie_King', { match: 'article' }],
  ])('for %s', async (name, article, expected) => {
    expect((await candidates(name, article))[0]).toMatchObject(expected);
  });

  test('come with the form of address and the name in reading order', async () => {
    const query = { full_name: 'Adm. Foskett, James H.' };
    expect((await send(browser, peopleOperations.candidates, { query })).body).toEqual({
      title: 'Adm.',
      full_name: 'James H. Foskett',
      role: null,
      people: [],
    });
  });

  test('are empty for a different person', async () => {
    expect(await candidates('Sam Rayburn')).toEqual([]);
    expect(await candidates('Charles King')).toEqual([]);
  });
});
