import { expect, test } from '@jest/globals';
import { exclusion, type AnalyzedPart, matchStarts, termQueries } from './text-search.ts';

const analyzed = (lexemes: (string | [string, string[]])[], overrides: Partial<AnalyzedPart> = {}): AnalyzedPart => ({
  lexemes: lexemes.map((item) =>
    typeof item === 'string' ? { lexeme: item, similar: null } : { lexeme: item[0], similar: item[1] },
  ),
  phrase: '',
  folded: '',
  prefix: false,
  names: [],
  ...overrides,
});

test('words match exactly, the last one also as a prefix', () => {
  expect(termQueries([{ words: [analyzed(['nimitz'])] }, { words: [analyzed(['harrim'], { prefix: true })] }])).toEqual(
    [`'nimitz'`, `'harrim':*`],
  );
});

test('a word without matches is replaced with similar words', () => {
  expect(termQueries([{ words: [analyzed([['trudau', ['trudeau', 'trude']]], { prefix: true })] }])).toEqual([
    `('trudeau' | 'trude')`,
  ]);
});

test('a term matches by its words or as a phrase', () => {
  const wholeTerm = analyzed(['1976', '-06'], { phrase: `'1976' <-> '-06'`, prefix: true });
  const words = [analyzed(['1976'], { folded: '1976' }), analyzed(['06'], { folded: '06' })];
  expect(termQueries([{ words, wholeTerm }])).toEqual([
    `((('1976' | '-1976') <-> ('06' | '-06')) | (('1976' | '-1976') <-> ('-06':* | '06')))`,
  ]);
});

test('a query can be restricted to weights', () => {
  const wholeTerm = analyzed([], { phrase: `'u.s'`, prefix: true });
  expect(
    termQueries([{ words: [analyzed(['u'], { folded: 'u' }), analyzed([], { folded: 's' })], wholeTerm }], 'AB'),
  ).toEqual([`('u.s':*AB)`]);
});

test('stop words are ignored, or match longer words if the query has no other words', () => {
  const the = { words: [analyzed([], { folded: 'the', prefix: true })] };
  expect(termQueries([{ words: [analyzed(['stay'])] }, the])).toEqual([`'stay'`]);
  expect(termQueries([the], 'A')).toEqual([`'the':*A`]);
});

test('query syntax in words is quoted', () => {
  expect(termQueries([{ words: [analyzed([`o'brien\\`])] }])).toEqual([`'o''brien\\\\'`]);
});

test('a term in quotation marks only matches as a phrase', () => {
  const wholeTerm = analyzed([], { phrase: `'camp' <-> 'david'` });
  expect(termQueries([{ words: [analyzed(['camp']), analyzed(['david'])], wholeTerm, phrase: true }])).toEqual([
    `('camp' <-> 'david')`,
  ]);
});

test('initials match the names that they stand for', () => {
  const names = [`'john' <-> 'f' <-> 'kennedi'`];
  expect(termQueries([{ words: [analyzed(['jfk'], { names })] }], 'A')).toEqual([
    `('jfk':A | ('john':A <-> 'f':A <-> 'kennedi':A))`,
  ]);
});

test('excluded terms go into a separate query', () => {
  const terms = [{ words: [analyzed(['dinner'])] }, { words: [analyzed(['menu'])], excluded: true }];
  expect(termQueries(terms)).toEqual([`'dinner'`]);
  expect(exclusion(terms)).toBe(`'menu'`);
});

test('words are next to each other if one is short', () => {
  const words = (...list: string[]) => list.map((word) => analyzed([word], { folded: word }));
  const wholeTerm = analyzed([], { phrase: `'x'` });
  expect(termQueries([{ words: words('o', 'brien'), wholeTerm }])).toEqual([`(('o' <-> 'brien') | ('x'))`]);
  expect(termQueries([{ words: words('three', 'power'), wholeTerm }])).toEqual([`(('three' & 'power') | ('x'))`]);
});

test('words with signs match as written, the last one also as a prefix', () => {
  const wholeTerm = analyzed([], { phrase: `'board'`, prefix: true });
  expect(termQueries([{ words: [], wholeTerm, signs: ['at&t'] }], 'A')).toEqual([`'at&t':*A`]);
  expect(termQueries([{ words: [], wholeTerm, signs: ['3/4'] }])).toEqual([`'3/4'`]);
  expect(
    termQueries([{ words: [], wholeTerm: { ...wholeTerm, prefix: false }, signs: ['r&b', 'c#'], phrase: true }]),
  ).toEqual([`(('board') & 'r&b' & 'c#')`]);
});

test('the first match of a word with signs is found in folded text', () => {
  const terms = ['no.9', '#9', 'c++'].map((sign) => ({ words: [], signs: [sign] }));
  expect(matchStarts(terms)).toBe(String.raw`\mno\. ?9|\#9|\mc\+\+`);
});
