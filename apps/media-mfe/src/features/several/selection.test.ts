import { expect, test } from '@jest/globals';
import { type Chosen, NONE, toggled } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const chosen = (steps: [string, boolean][]) =>
  [...steps.reduce<Chosen>((now, [path, range]) => toggled(now, path, range, ORDER), NONE).paths].toSorted().join('');

test.each([
  [
    'one after the other',
    [
      ['b', false],
      ['d', false],
    ],
    'bd',
  ],
  [
    'and no longer',
    [
      ['b', false],
      ['d', false],
      ['b', false],
    ],
    'd',
  ],
  [
    'from one to another',
    [
      ['b', false],
      ['d', true],
    ],
    'bcd',
  ],
  [
    'backwards',
    [
      ['d', false],
      ['b', true],
    ],
    'bcd',
  ],
  [
    'further from where the last range ended',
    [
      ['a', false],
      ['b', true],
      ['d', true],
    ],
    'abcd',
  ],
  ['with nothing chosen before it', [['c', true]], 'c'],
  [
    'over what is chosen already',
    [
      ['c', false],
      ['a', false],
      ['c', true],
    ],
    'abc',
  ],
] as [string, [string, boolean][], string][])('files are chosen %s', (_, steps, expected) => {
  expect(chosen(steps)).toBe(expected);
});

test('a range that begins with a file that is no longer shown is that of the one file', () => {
  const before = toggled(NONE, 'gone', false, ORDER);
  expect([...toggled(before, 'c', true, ORDER).paths]).toEqual(['gone', 'c']);
});
