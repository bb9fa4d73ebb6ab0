import { expect, test } from '@jest/globals';
import { excerptRuns, MATCH_END, MATCH_START, withEllipses } from './excerpt.ts';

const withMarks = (text: string) => text.replaceAll('[', MATCH_START).replaceAll(']', MATCH_END);

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
  expect(excerptRuns(withMarks(text))).toEqual(expected);
});

const TEXT = 'The steward served salmon on the fantail, and the band played until midnight.';

test.each([
  [TEXT, TEXT],
  ['The steward served salmon', 'The steward served salmon …'],
  ['band played until midnight', '… band played until midnight'],
  ['salmon on the fantail', '… salmon on the fantail …'],
  ['', ''],
])('shows where %j is cut', (excerpt, expected) => {
  const withMarks = (text: string) => text.replace('salmon', `${MATCH_START}salmon${MATCH_END}`);
  expect(withEllipses(withMarks(excerpt), TEXT.slice(0, 60), TEXT.slice(-60))).toBe(withMarks(expected));
});
