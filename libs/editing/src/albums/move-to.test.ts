import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { moveTo } from './ordered-media.tsx';

const moveLetters = (items: string, place: number) =>
  moveTo([...'abcde'], (item) => items.includes(item), place).join('');

test.each([
  ['c', 0, 'cabde'],
  ['c', 1, 'acbde'],
  ['c', 2, 'abcde'],
  ['c', 3, 'abcde'],
  ['c', 4, 'abdce'],
  ['c', 5, 'abdec'],
  ['db', 0, 'bdace'],
  ['bd', 3, 'acbde'],
  ['ae', 2, 'baecd'],
  ['abcde', 3, 'abcde'],
])('moves %s before position %i: %s', (items, place, expected) => {
  expect(moveLetters(items, place)).toBe(expected);
});

test('keeps each item once, and keeps the order among moved items and among the others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat()), fc.func(fc.boolean()), fc.nat(), (list, chosen, position) => {
      const moves = new Set(list.filter((item) => chosen(item)));
      const result = moveTo(list, (item) => moves.has(item), position % (list.length + 1));
      expect(result.toSorted()).toEqual(list.toSorted());
      for (const isMoved of [true, false])
        expect(result.filter((item) => moves.has(item) === isMoved)).toEqual(
          list.filter((item) => moves.has(item) === isMoved),
        );
    }),
  );
});
