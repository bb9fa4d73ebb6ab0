import { expect, test } from '@jest/globals';
import { dateInWords } from './date-words.ts';
import { excerptRuns, MATCH_END, MATCH_START } from './excerpt.ts';

const marked = (text: string) => text.replaceAll('[', MATCH_START).replaceAll(']', MATCH_END);

test.each([
  ['no match', [{ text: 'no match', match: false }]],
  ['', []],
  ['[all]', [{ text: 'all', match: true }]],
  [
    'a [b] c [d]',
    [
      { text: 'a ', match: false },
      { text: 'b', match: true },
      { text: ' c ', match: false },
      { text: 'd', match: true },
    ],
  ],
])('splits "%s" into runs', (text, expected) => {
  expect(excerptRuns(marked(text))).toEqual(expected);
});

test.each([
  ['1946', '1946'],
  ['1946-03', 'March 1946'],
  ['1946-03-07', 'March 7, 1946'],
])('parses %s to %s', (written, expected) => {
  expect(dateInWords(written)).toBe(expected);
});
