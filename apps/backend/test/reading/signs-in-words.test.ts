// cspell:ignore Añb Tö Zelenka
import { mediaOperations, peopleOperations, searchOperations, voyageOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { requestOk } from './request.ts';

/** Words with signs, and text that has their parts but not the words. */
const WORDS: Record<string, string> = {
  'AT&T': 'at the T junction, A. T. Tate',
  'R&B': 'R. B. Smith and B & R',
  'Q&A': 'Q, then A quick answer',
  'B&O/C&O': 'B and O, C and O',
  'C#': 'C sharp, C',
  'C++': 'C plus C',
  '100%': '100 guests',
  '#9': '9 guests, no. 12',
  'No. 9': 'number 9, 9 November',
  '3/4': '3 of 4 boats, 34',
  '24/7': '24 July',
  'F/V': 'F. V. Hale',
  'C-54': '54 crates marked C',
  'U.S.S.': 'U and S and S',
  'p.m.': 'p and m',
  'O’Dea': 'O captain, dea ex machina',
  'T-boat': 'T, then a boat',
  'Añb&Tö': 'Anb, To',
  '1+1': '1 and 1',
  '1900 - 1981': 'from 1900 until 1981',
};

let api: TestApi;
let browser: Browser;
const slugOfWord = (index: number) => `word-${index}`;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  const { database } = api;
  for (const [index, [word, parts]] of Object.entries(WORDS).entries()) {
    const slug = slugOfWord(index);
    const titled = { titled: `Report ${word} filed`, plain: `Report filed` };
    await aVoyage()
      .titled('Cruise')
      .withSlug(slug)
      .on('1950-01-01')
      .with({ notes: `Bought (${word}), it says` })
      .save(database);
    await aVoyage()
      .titled('Cruise')
      .withSlug(`other-${index}`)
      .on('1950-01-01')
      .with({ notes: `So ${parts}.` })
      .save(database);
    await aMedia(titled.titled).withSlug(slug).on('1955').save(database);
    await aMedia(titled.plain)
      .withSlug(`other-${index}`)
      .on('1955')
      .with({ description_markdown: parts })
      .save(database);
    await aPerson(`Guest Named${index}`).withSlug(slug).role(`Agent of ${word} here`).save(database);
    await aPerson(`Guest Plain${index}`).withSlug(`other-${index}`).role(`Agent of ${parts}`).save(database);
  }
});
afterAll(() => api.close());

const everywhere: [string, (q: string) => Promise<string[]>][] = [
  [
    'the search',
    async (q) => {
      const { body } = await requestOk(browser, searchOperations.all, { query: { q, limit: 30 } });
      return body.filter(({ match }) => match === 'words').map(({ kind, slug }) => `${kind} ${slug}`);
    },
  ],
  [
    'suggestions',
    async (q) => {
      const { body } = await requestOk(browser, searchOperations.suggestions, { query: { q } });
      return body.map(({ kind, slug }) => `${kind} ${slug}`);
    },
  ],
  [
    'lists',
    async (q) => {
      const [voyages, media, people] = await Promise.all([
        requestOk(browser, voyageOperations.list, { query: { q } }),
        requestOk(browser, mediaOperations.list, { query: { q } }),
        requestOk(browser, peopleOperations.list, { query: { q } }),
      ]);
      return [
        ...voyages.body.map(({ voyage_slug }) => `voyage ${voyage_slug}`),
        ...media.body.map(({ media_slug }) => `media ${media_slug}`),
        ...people.body.map(({ person_slug }) => `person ${person_slug}`),
      ];
    },
  ],
];

describe.each(everywhere)('in %s', (place, read) => {
  test.each([...Object.keys(WORDS).entries()])('%i: %s finds what has it', async (index, word) => {
    // Suggestions look at other text only if no title matches.
    const kinds = place === 'suggestions' ? ['media'] : ['media', 'person', 'voyage'];
    const expected = kinds.map((kind) => `${kind} ${slugOfWord(index)}`);
    const relevant = async (q: string) =>
      (await read(q)).filter((key) => kinds.includes(key.split(' ')[0] ?? '')).toSorted();
    expect(await relevant(word)).toEqual(expected);
    expect(await relevant(`"${word}"`)).toEqual(expected);
    expect(await relevant(word.toLowerCase())).toEqual(expected);
    expect(await relevant(`report ${word}`)).toEqual([`media ${slugOfWord(index)}`]);
  });
});

test.each(everywhere)('in %s, a word that nobody wrote finds nothing', async (_, read) => {
  for (const q of ['A&W', '"A&W"', 'T&T', 'D#', '99%', '7/8', '#8', 'No. 8', 'A/C', 'B-54'])
    expect({ q, found: await read(q) }).toEqual({ q, found: [] });
});

const hits = async (q: string) => (await requestOk(browser, searchOperations.all, { query: { q, limit: 30 } })).body;

test('titles and excerpts mark the words', async () => {
  for (const [index, word] of Object.keys(WORDS).entries()) {
    if (!/[&#+%]/.test(word)) continue;
    const found = await hits(word);
    const voyage = found.find(({ kind, slug }) => kind === 'voyage' && slug === slugOfWord(index));
    expect(voyage?.excerpt.map(({ text }) => text).join('')).toBe(`Bought (${word}), it says`);
    if (index !== Object.keys(WORDS).indexOf('Añb&Tö')) {
      expect(voyage?.excerpt).toContainEqual({ text: word, match: true });
      const media = found.find(({ kind, slug }) => kind === 'media' && slug === slugOfWord(index));
      expect(media?.title_excerpt).toContainEqual({ text: word, match: true });
    }
  }
});

test('an excerpt of a long text is around the word', async () => {
  const words = 'The president met the others aboard for dinner at eight. '.repeat(200);
  await aVoyage()
    .titled('Long')
    .withSlug('long')
    .on('1951')
    .with({ notes: `${words}Then M&K called. ${words}` })
    .save(api.database);
  const [hit] = await hits('M&K');
  expect(hit?.slug).toBe('long');
  expect(hit?.excerpt).toContainEqual({ text: 'M&K', match: true });
  const text = hit?.excerpt.map((run) => run.text).join('') ?? '';
  expect(text).toMatch(/^… .* Then M&K called\. .* …$/);
  expect(text.length).toBeLessThan(220);
});

test.each([
  ['quotes', { spin: [{ spin: 'Called\n"W&Z" twice', source: null }] }],
  ['places', { start_location: 'W&Z Pier' }],
  ['other text', { additional_information: 'w&z' }],
  ['notes of curators', { notes_internal: 'See W&Z.' }],
])('%s of voyages are searched', async (_, values) => {
  const saved = await aVoyage().titled('Found').on('1952').with(values).save(api.database);
  const [hit] = (await hits('W&Z')).map(({ slug }) => slug);
  const asReader = await requestOk(browser, searchOperations.all, { query: { q: 'W&Z' } });
  expect(hit).toBe(saved.slug);
  expect(asReader.body.length).toBeLessThanOrEqual(1);
  await api.database.pool.query('delete from voyage where id = $1', [saved.id]);
});

test('the text of files is searched', async () => {
  const file = await aMedia('Scan').save(api.database);
  await api.database.pool.query(`insert into file_page (media_id, page, text) values ($1, 3, 'Bill of X&Y, paid')`, [
    file.id,
  ]);
  expect(await hits('x&y')).toMatchObject([{ kind: 'text', slug: file.slug, page: 3, match: 'words' }]);
});

test('words on both sides of a slash are found', async () => {
  const saved = await aVoyage()
    .titled('Talks')
    .on('1953')
    .with({ notes: 'The Zelenka/Dvorak talks' })
    .save(api.database);
  for (const q of ['Dvorak', 'Zelenka', 'Zelenka/Dvorak', '"Zelenka/Dvorak talks"', 'zelenka/dvo'])
    expect({ q, slugs: (await hits(q)).map(({ slug, match }) => `${slug} ${match}`) }).toEqual({
      q,
      slugs: [`${saved.slug} words`],
    });
  const [similar] = await hits('Dvorak/Zelenka');
  expect(similar).toMatchObject({ slug: saved.slug, match: 'similar' });
});

test('a word with signs can be excluded, or follow a prefix', async () => {
  const reports = (await hits('report -AT&T -"No. 9"')).map(({ slug }) => slug);
  expect(reports).not.toContain(slugOfWord(0));
  expect(reports).not.toContain(slugOfWord(Object.keys(WORDS).indexOf('No. 9')));
  expect(reports).toContain(slugOfWord(1));
});

test('addresses are searched by their words', async () => {
  await aVoyage()
    .titled('Linked')
    .withSlug('linked')
    .on('1954')
    .with({ notes: 'See https://example.org/v&w/z%20a+b#9' })
    .save(api.database);
  expect((await hits('v&w')).filter(({ match }) => match === 'words')).toEqual([]);
});

test('a range of years is searched as dates unless a record has it', async () => {
  const dated = async (q: string) => (await hits(q)).filter(({ kind }) => kind === 'voyage').map(({ slug }) => slug);
  await aVoyage().titled('Within').withSlug('within').on('1931-05-05').save(api.database);
  expect(await dated('1930-1932')).toEqual(['within']);
  expect(await dated('1930 - 1932')).toEqual([]);
  await aVoyage()
    .titled('Lives')
    .withSlug('lives')
    .on('1954')
    .with({ notes: 'Ann Poe (1930–1932)' })
    .save(api.database);
  expect(await dated('1930-1932')).toEqual(['lives']);
  expect(await dated('1930 - 1932')).toEqual(['lives']);
  expect((await dated('1930 to 1932')).toSorted()).toEqual(['lives', 'within']);
});

test.each(['&', '#', '++', '%%%', "'&'", '&&&', 'a&', '\\&b', `x'&'y`, '#٣', '&&T', 'ＡＴ＆Ｔ'])(
  '%j doesn’t count as an error',
  async (q) => {
    await hits(q);
  },
);
