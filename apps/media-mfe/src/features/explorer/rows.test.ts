import { expect, test } from '@jest/globals';
import { neighbourOf, rowsOf } from './rows.ts';

const sheet = { width: 1000, target: 200, gap: 10, ratioOf: (ratio: number) => ratio };

test('a full row reaches from edge to edge, each picture at its own ratio', () => {
  const [row] = rowsOf([1.5, 0.75, 2, 1.5, 1], sheet);
  const last = row!.prints.at(-1)!;
  expect(last.left + last.width).toBeCloseTo(1000);
  for (const { item, width } of row!.prints) expect(width / row!.height).toBeCloseTo(item);
  expect(row!.height).toBeLessThanOrEqual(200);
});

test('the last row is not blown up to fill the width', () => {
  expect(rowsOf([1], sheet)).toEqual([{ height: 200, prints: [{ item: 1, index: 0, left: 0, width: 200 }] }]);
});

test('every picture stands in one row, in order', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => 0.5 + (index % 7) / 3);
  const prints = rowsOf(items, sheet).flatMap((row) => row.prints);
  expect(prints.map(({ index }) => index)).toEqual(items.map((_, index) => index));
});

test('a panorama wider than the sheet is as wide as the sheet', () => {
  const [row] = rowsOf([9, 1], { ...sheet, width: 300 });
  expect(row!.prints).toHaveLength(1);
  expect(row!.prints[0]!.width).toBeCloseTo(300);
});

test('arrow keys lead to the next print, and to the one that lies over or under it', () => {
  const print = (index: number, left: number, width: number, top: number) => ({ index, left, width, top });
  const sheet = [
    print(0, 0, 100, 0),
    print(1, 110, 300, 0),
    print(2, 0, 300, 250),
    print(3, 310, 100, 250),
    print(4, 0, 90, 500),
  ];
  const led = (from: number, ...keys: string[]) => keys.map((key) => neighbourOf(sheet, from, key));
  expect(led(1, 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp')).toEqual([0, 2, 3, undefined]);
  expect(led(3, 'ArrowUp', 'ArrowDown', 'Enter')).toEqual([1, 4, undefined]);
  expect(led(0, 'ArrowDown')).toEqual([2]);
});
