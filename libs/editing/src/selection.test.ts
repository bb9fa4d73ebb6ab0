import { expect, test } from '@jest/globals';
import { type SelectionState, EMPTY_SELECTION, toggleSelection } from './selection.tsx';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const selectSteps = (steps: [string, boolean][]) =>
  [
    ...steps.reduce<SelectionState>(
      (state, [path, range]) => toggleSelection(state, path, range, ORDER),
      EMPTY_SELECTION,
    ).keys,
  ]
    .toSorted()
    .join('');

test.each([
  [
    'single items',
    [
      ['b', false],
      ['d', false],
    ],
    'bd',
  ],
  [
    'and deselects an item',
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
    'a range over selected items',
    [
      ['c', false],
      ['a', false],
      ['c', true],
    ],
    'abc',
  ],
] as [string, [string, boolean][], string][])('selects %s', (_, steps, expected) => {
  expect(selectSteps(steps)).toBe(expected);
});

test('a range whose anchor is hidden selects only the clicked item', () => {
  const before = toggleSelection(EMPTY_SELECTION, 'gone', false, ORDER);
  expect([...toggleSelection(before, 'c', true, ORDER).keys]).toEqual(['gone', 'c']);
});
