import { expect, test } from '@jest/globals';
import { type Reading, termQueries } from './text-search.ts';

const read = (lexemes: (string | [string, string[]])[], more: Partial<Reading> = {}): Reading => ({
  lexemes: lexemes.map((one) =>
    typeof one === 'string' ? { lexeme: one, near: null } : { lexeme: one[0], near: one[1] },
  ),
  phrase: '',
  folded: '',
  open: false,
  ...more,
});

test('a word is looked for as it is, the last one also as a beginning', () => {
  expect(termQueries([{ words: [read(['nimitz'])] }, { words: [read(['harrim'], { open: true })] }])).toEqual([
    `'nimitz'`,
    `'harrim':*`,
  ]);
});

test('a word that no document has is replaced by those near to it', () => {
  expect(termQueries([{ words: [read([['trudau', ['trudeau', 'trude']]], { open: true })] }])).toEqual([
    `('trudeau' | 'trude')`,
  ]);
});

test('a run is found by its words or as a phrase', () => {
  const run = read(['1976', '-06'], { phrase: `'1976' <-> '-06'`, open: true });
  expect(termQueries([{ words: [read(['1976']), read(['06'])], run }])).toEqual([
    `(('1976' & '06') | ('1976' <-> '-06':*))`,
  ]);
});

test('words may be asked for by weight alone', () => {
  const run = read([], { phrase: `'u.s'`, open: true });
  expect(termQueries([{ words: [read(['u']), read([])], run }], 'AB')).toEqual([`('u':AB | ('u.s':*AB))`]);
});

test('stop words ask for nothing beside others, and for longer words when alone', () => {
  const the = { words: [read([], { folded: 'the', open: true })] };
  expect(termQueries([{ words: [read(['stay'])] }, the])).toEqual([`'stay'`]);
  expect(termQueries([the], 'A')).toEqual([`'the':*A`]);
});

test('signs that mean something in a query are quoted', () => {
  expect(termQueries([{ words: [read([`o'brien\\`])] }])).toEqual([`'o''brien\\\\'`]);
});
