import { expect, test } from '@jest/globals';
import { MAX_SCALE, panBy, FIT_VIEW, zoomAt } from './pan-zoom.ts';

const BOX = { width: 1000, height: 600 };

test('zooming keeps the point under the pointer in place', () => {
  const point = { x: 200, y: -100 };
  const view = zoomAt(FIT_VIEW, 2, BOX, point);
  expect(view).toEqual({ scale: 2, x: -200, y: 100 });
  // (at - offset) / scale is the same picture point before and after.
  expect({ x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale }).toEqual(point);
});

test('zoom is limited to the range from 1 to 8', () => {
  expect(zoomAt(FIT_VIEW, 0.5, BOX)).toEqual(FIT_VIEW);
  expect(zoomAt(FIT_VIEW, 100, BOX).scale).toBe(MAX_SCALE);
});

test('zooming out centers the picture', () => {
  const far = panBy(zoomAt(FIT_VIEW, 4, BOX), 9999, -9999, BOX);
  expect(far).toEqual({ scale: 4, x: 1500, y: -900 });
  expect(zoomAt(far, 0.01, BOX)).toEqual(FIT_VIEW);
});

test('a fitted picture cannot be panned', () => {
  expect(panBy(FIT_VIEW, 50, 50, BOX)).toEqual(FIT_VIEW);
});
