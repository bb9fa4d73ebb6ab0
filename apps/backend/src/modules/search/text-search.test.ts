import { expect, test } from '@jest/globals';
import { exclusion, type ParsedTerm, termQueries } from './text-search.ts';

const read = (lexemes: (string | [string, string[]])[], overrides: Partial<ParsedTerm> = {}): ParsedTerm => ({
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
  expect(termQueries([{ words: [read(['nimitz'])] }, { words: [read(['harrim'], { prefix: true })] }])).toEqual([
    `'nimitz'`,
    `'harrim':*`,
  ]);
});

test('a word without matches is replaced with similar words', () => {
  expect(termQueries([{ words: [read([['trudau', ['trudeau', 'trude']]], { prefix: true })] }])).toEqual([
    `('trudeau' | 'trude')`,
  ]);
});

test('a term matches by its words or as a phrase', () => {
  const wholeTerm = read(['1976', '-06'], { phrase: `'1976' <-> '-06'`, prefix: true });
  expect(termQueries([{ words: [read(['1976']), read(['06'])], wholeTerm }])).toEqual([
    `(('1976' & '06') | ('1976' <-> '-06':*))`,
  ]);
});

test('a query can be restricted to weights', () => {
  const wholeTerm = read([], { phrase: `'u.s'`, prefix: true });
  expect(termQueries([{ words: [read(['u']), read([])], wholeTerm }], 'AB')).toEqual([`('u':AB | ('u.s':*AB))`]);
});

test('stop words are ignored, or match longer words if the query has no other words', () => {
  const the = { words: [read([], { folded: 'the', prefix: true })] };
  expect(termQueries([{ words: [read(['stay'])] }, the])).toEqual([`'stay'`]);
  expect(termQueries([the], 'A')).toEqual([`'the':*A`]);
});

test('query syntax in words is quoted', () => {
  expect(termQueries([{ words: [read([`o'brien\\`])] }])).toEqual([`'o''brien\\\\'`]);
});

test('a term in quotation marks only matches as a phrase', () => {
  const wholeTerm = read([], { phrase: `'camp' <-> 'david'` });
  expect(termQueries([{ words: [read(['camp']), read(['david'])], wholeTerm, phrase: true }])).toEqual([
    `('camp' <-> 'david')`,
  ]);
});

test('initials match the names that they stand for', () => {
  const names = [`'john' <-> 'f' <-> 'kennedi'`];
  expect(termQueries([{ words: [read(['jfk'], { names })] }], 'A')).toEqual([
    `('jfk':A | ('john':A <-> 'f':A <-> 'kennedi':A))`,
  ]);
});

test('excluded terms go into a separate query', () => {
  const terms = [{ words: [read(['dinner'])] }, { words: [read(['menu'])], excluded: true }];
  expect(termQueries(terms)).toEqual([`'dinner'`]);
  expect(exclusion(terms)).toBe(`'menu'`);
});
