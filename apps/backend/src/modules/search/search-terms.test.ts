import { expect, test } from '@jest/globals';
import { isOpenEnded, termOf } from './search-terms.ts';

test.each([
  ['1976-06-16', ['1976', '06', '16']],
  ["O'Brien", ['O', 'Brien']],
  ['U.S.', ['U', 'S']],
  ['Peña', ['Peña']],
  ['½⚓', undefined],
  [
    Array.from({ length: 40 }, (_, index) => `t${index}`).join('-'),
    Array.from({ length: 16 }, (_, index) => `t${index}`),
  ],
  ['', undefined],
])('splits %j into words', (typed, expected) => {
  expect(termOf(typed)?.words).toEqual(expected);
});

test('a term has its text without surrounding punctuation', () => {
  expect(termOf('("1976-06-16")')?.text).toBe('1976-06-16');
});

test.each([
  ['trud', true],
  ['194', true],
  ['1949', false],
  ['1', false],
  ['16', false],
  ['4th', true],
])('%s at the end matches as a prefix: %s', (word, expected) => {
  expect(isOpenEnded(word)).toBe(expected);
});
