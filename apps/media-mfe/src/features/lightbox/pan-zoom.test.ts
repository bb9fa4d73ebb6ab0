import { expect, test } from '@jest/globals';
import { MOST, moved, WHOLE, zoomed } from './pan-zoom.ts';

const BOX = { width: 1000, height: 600 };

test('what lies under the pointer stays there while the picture grows', () => {
  const at = { x: 200, y: -100 };
  const view = zoomed(WHOLE, 2, BOX, at);
  expect(view).toEqual({ scale: 2, x: -200, y: 100 });
  // The point of the picture that was there is at (at - offset) / scale from its middle, before and after.
  expect({ x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }).toEqual(at);
});

test('a picture is never smaller than the stage nor larger than eight times', () => {
  expect(zoomed(WHOLE, 0.5, BOX)).toEqual(WHOLE);
  expect(zoomed(WHOLE, 100, BOX).scale).toBe(MOST);
});

test('a picture made whole again lies in the middle', () => {
  const far = moved(zoomed(WHOLE, 4, BOX), 9999, -9999, BOX);
  expect(far).toEqual({ scale: 4, x: 1500, y: -900 });
  expect(zoomed(far, 0.01, BOX)).toEqual(WHOLE);
});

test('a picture that is seen whole cannot be moved', () => {
  expect(moved(WHOLE, 50, 50, BOX)).toEqual(WHOLE);
});
