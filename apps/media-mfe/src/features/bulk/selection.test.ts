import { expect, test } from '@jest/globals';
import { type SelectionState, EMPTY, toggle } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const selected = (steps: [string, boolean][]) =>
  [...steps.reduce<SelectionState>((now, [path, range]) => toggle(now, path, range, ORDER), EMPTY).paths]
    .toSorted()
    .join('');

test.each([
  [
    'single files',
    [
      ['b', false],
      ['d', false],
    ],
    'bd',
  ],
  [
    'and deselects a file',
    [
      ['b', false],
      ['d', false],
      ['b', false],
    ],
    'd',
  ],
  [
    'a range',
    [
      ['b', false],
      ['d', true],
    ],
    'bcd',
  ],
  [
    'a backward range',
    [
      ['d', false],
      ['b', true],
    ],
    'bcd',
  ],
  [
    'a range that extends the last one',
    [
      ['a', false],
      ['b', true],
      ['d', true],
    ],
    'abcd',
  ],
  ['a range without an anchor', [['c', true]], 'c'],
  [
    'a range over selected files',
    [
      ['c', false],
      ['a', false],
      ['c', true],
    ],
    'abc',
  ],
] as [string, [string, boolean][], string][])('selects %s', (_, steps, expected) => {
  expect(selected(steps)).toBe(expected);
});

test('a range whose anchor is hidden selects only the clicked file', () => {
  const before = toggle(EMPTY, 'gone', false, ORDER);
  expect([...toggle(before, 'c', true, ORDER).paths]).toEqual(['gone', 'c']);
});
