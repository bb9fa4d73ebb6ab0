import { expect, test } from '@jest/globals';
import { neighborOf, rowsOf } from './files.tsx';

const sheet = { width: 1000, target: 200, gap: 10, ratioOf: (ratio: number) => ratio };

test('a full row fills the width and keeps aspect ratios', () => {
  const [row] = rowsOf([1.5, 0.75, 2, 1.5, 1], sheet);
  const last = row!.thumbnails.at(-1)!;
  expect(last.left + last.width).toBeCloseTo(1000);
  for (const { item, width } of row!.thumbnails) expect(width / row!.height).toBeCloseTo(item);
  expect(row!.height).toBeLessThanOrEqual(200);
});

test('the last row keeps the target height', () => {
  expect(rowsOf([1], sheet)).toEqual([{ height: 200, thumbnails: [{ item: 1, index: 0, left: 0, width: 200 }] }]);
});

test('every picture appears once, in order', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => 0.5 + (index % 7) / 3);
  const thumbnails = rowsOf(items, sheet).flatMap((row) => row.thumbnails);
  expect(thumbnails.map(({ index }) => index)).toEqual(items.map((_, index) => index));
});

test('a panorama is limited to the sheet width', () => {
  const [row] = rowsOf([9, 1], { ...sheet, width: 300 });
  expect(row!.thumbnails).toHaveLength(1);
  expect(row!.thumbnails[0]!.width).toBeCloseTo(300);
});

test('arrow keys move to the neighboring thumbnails', () => {
  const thumbnail = (index: number, left: number, width: number, top: number) => ({ index, left, width, top });
  const sheet = [
    thumbnail(0, 0, 100, 0),
    thumbnail(1, 110, 300, 0),
    thumbnail(2, 0, 300, 250),
    thumbnail(3, 310, 100, 250),
    thumbnail(4, 0, 90, 500),
  ];
  const neighborsOf = (from: number, ...keys: string[]) => keys.map((key) => neighborOf(sheet, from, key));
  expect(neighborsOf(1, 'ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp')).toEqual([0, 2, 3, undefined]);
  expect(neighborsOf(3, 'ArrowUp', 'ArrowDown', 'Enter')).toEqual([1, 4, undefined]);
  expect(neighborsOf(0, 'ArrowDown')).toEqual([2]);
});
