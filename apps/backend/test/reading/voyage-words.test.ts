import { voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk } from './request.ts';
import { saveArchiveToSearch } from './search-archive.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  await saveArchiveToSearch(api.database);
});
afterAll(() => api.close());

const ALL = ['june', 'pena', 'nimitz', 'nimitz-later', 'trudeau'];

async function findVoyages(q: string) {
  const { body, total } = await requestOk(browser, voyageOperations.list, { query: { q } });
  expect(total).toBe(body.length);
  return body.map(({ voyage_slug }) => voyage_slug);
}

test.each([
  ['the name of a guest', 'Trudeau', ['trudeau']],
  ['lower and upper case alike', 'tRUDEAU', ['trudeau']],
  ['a name without its accents', 'pena', ['pena']],
  ['a name with accents that it does not have', 'Trudéau', ['trudeau']],
  ['the president', 'Truman', ['nimitz', 'nimitz-later']],
  ['a place', 'annapolis', ['june']],
  ['another form of a word', 'splendidly dinners', ['trudeau']],
  ['every word, wherever it stands', 'Nimitz 1949', ['nimitz']],
  ['every word, in any order', '1949 key nimitz', ['nimitz']],
  ['words of which one is nowhere else', 'Nimitz Canada', []],
  ['the name of a month', 'January 1949', ['nimitz']],
  ['a day in words', 'June 12, 1936', ['pena']],
  ['a day that is not the beginning of another', 'June 1', ['june']],
  ['a date as it is written', '1976-06-16', ['trudeau']],
  ['a date that is not finished', '1976-06-1', ['trudeau']],
  ['a month as it is written', '1936-06', ['june', 'pena']],
  ['the first three digits of a year', '193', ['june', 'pena']],
  ['the beginning of the last word', 'chester nim', ['nimitz', 'nimitz-later']],
  ['no beginning of a word before the last', 'nim chester', ['nimitz', 'nimitz-later']],
  ['a misspelt name', 'trudau', ['trudeau']],
  ['a misspelt name and a year', 'Niemitz 1949', ['nimitz']],
  ['a misspelt name with accents', 'Trûdau', ['trudeau']],
  ['a word unlike any other', 'xylophonist', []],
  ['words with stop words between', 'the stay of Nimitz at the West', ['nimitz']],
  ['a stop word alone, as the beginning of a longer one', 'the', ['june']],
  ['stop words alone that begin nothing', 'of with', []],
  ['punctuation alone', '!!! --- "', []],
  ['words in quotation marks and brackets', '"Trudeau" (Potomac)', ['trudeau']],
  ['what looks like operators', "Trudeau & | ! <-> ' \\ :* (", ['trudeau']],
  ['an address on the web', 'whitehouse.gov', ['june']],
  ['an abbreviation with full stops', 'U.S. Navy Chester', ['nimitz', 'nimitz-later']],
  ['what a photograph shows', 'fantail', ['trudeau']],
  ['a quotation', 'splendid evening', ['trudeau']],
  ['the role of crew', 'commanding officer', ['trudeau']],
  ['a president by prefix', 'president:truman', ['nimitz', 'nimitz-later']],
  ['a prefix and a word', 'president:truman 1949', ['nimitz']],
  ['a person by prefix', 'person:nimitz before:1950', ['nimitz']],
  ['bounds', 'after:1936 before:1951', ['nimitz']],
  ['a place by prefix', 'place:annapolis', ['june']],
  ['a prefix that selects nothing', 'person:xylophonist', []],
  ['pictures alone', '⚓🚢', []],
])('voyages are found by %s', async (_, q, expected) => {
  expect(await findVoyages(q)).toEqual(expected);
});

test('blank words do not filter the list', async () => {
  expect(await findVoyages('  ')).toEqual(ALL);
});

test('as many words as fit in a URL are accepted', async () => {
  expect(await findVoyages('nimitz '.repeat(28).trim())).toEqual(['nimitz', 'nimitz-later']);
  expect(await findVoyages('a-b.c'.repeat(40))).toEqual([]);
});

test('administrations are filtered by the words', async () => {
  const { body } = await requestOk(browser, voyageOperations.administrations, { query: { q: 'nimitz' } });
  expect(body.map(({ president_slug, voyage_count }) => [president_slug, voyage_count])).toEqual([
    ['truman-harry-s', 2],
  ]);
  expect((await requestOk(browser, voyageOperations.administrations, { query: { q: '!!' } })).body).toEqual([]);
});
