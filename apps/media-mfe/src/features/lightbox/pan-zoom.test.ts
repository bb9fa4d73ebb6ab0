import { expect, test } from '@jest/globals';
import { MAX_SCALE, moved, FITTED, zoomed } from './pan-zoom.ts';

const BOX = { width: 1000, height: 600 };

test('zooming keeps the point under the pointer in place', () => {
  const at = { x: 200, y: -100 };
  const view = zoomed(FITTED, 2, BOX, at);
  expect(view).toEqual({ scale: 2, x: -200, y: 100 });
  // (at - offset) / scale is the same picture point before and after.
  expect({ x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }).toEqual(at);
});

test('zoom is limited to the range from 1 to 8', () => {
  expect(zoomed(FITTED, 0.5, BOX)).toEqual(FITTED);
  expect(zoomed(FITTED, 100, BOX).scale).toBe(MAX_SCALE);
});

test('zooming out centers the picture', () => {
  const far = moved(zoomed(FITTED, 4, BOX), 9999, -9999, BOX);
  expect(far).toEqual({ scale: 4, x: 1500, y: -900 });
  expect(zoomed(far, 0.01, BOX)).toEqual(FITTED);
});

test('a fitted picture cannot be panned', () => {
  expect(moved(FITTED, 50, 50, BOX)).toEqual(FITTED);
});
