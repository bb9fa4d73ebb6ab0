import { expect, test } from '@jest/globals';
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
