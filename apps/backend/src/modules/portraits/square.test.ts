import { expect, test } from '@jest/globals';
import { squareAround } from './portraits.ts';

const FULL = { width: 1000, height: 600 };

test.each([
  ['a square region', { x: 0.4, y: 0.5, width: 0.06, height: 0.1 }, { left: 400, top: 300, side: 60 }],
  ['an upright region', { x: 0.4, y: 0.2, width: 0.1, height: 0.5 }, { left: 300, top: 120, side: 300 }],
  ['a region in a corner', { x: 0.9, y: 0.9, width: 0.1, height: 0.1 }, { left: 900, top: 500, side: 100 }],
  ['a region at the left edge', { x: 0, y: 0.25, width: 0.1, height: 0.5 }, { left: 0, top: 150, side: 300 }],
  [
    'a region wider than the picture is high',
    { x: 0.1, y: 0.4, width: 0.8, height: 0.2 },
    { left: 200, top: 0, side: 600 },
  ],
  [
    'a region of less than a pixel',
    { x: 0.5, y: 0.5, width: 0.0001, height: 0.0001 },
    { left: 500, top: 300, side: 1 },
  ],
])('%s is extended to a square within the picture', (_, region, square) =>
  expect(squareAround(region, FULL)).toEqual(square),
);
