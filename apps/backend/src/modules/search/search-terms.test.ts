import { expect, test } from '@jest/globals';
import { isOpenEnded, termsOf } from './search-terms.ts';

test.each([
  ['Nimitz 1949', [['Nimitz'], ['1949']]],
  ['  Potomac\n River ', [['Potomac'], ['River']]],
  ['1976-06-16', [['1976', '06', '16']]],
  ["O'Brien", [['O', 'Brien']]],
  ['"Camp David"', [['Camp'], ['David']]],
  ['U.S.', [['U', 'S']]],
  ['Pen\u0303a', [['Pe\u00f1a']]],
  ['!!! ½ ⚓', []],
  ['q w Q w q', [['w'], ['q']]],
  [Array.from({ length: 40 }, (_, at) => `t${at}`).join(' '), Array.from({ length: 16 }, (_, at) => [`t${at}`])],
  [Array.from({ length: 40 }, (_, at) => `t${at}`).join('-'), [Array.from({ length: 16 }, (_, at) => `t${at}`)]],
  ['', []],
])('splits %j into terms and words', (typed, expected) => {
  expect(termsOf(typed).map(({ words }) => words)).toEqual(expected);
});

test('a term keeps its text without surrounding punctuation', () => {
  expect(termsOf('("1976-06-16")').map(({ text }) => text)).toEqual(['1976-06-16']);
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
