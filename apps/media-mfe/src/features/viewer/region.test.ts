import { expect, test } from '@jest/globals';
import { formatRegion, parseRegion } from './region.ts';

test('a region is formatted in IIIF syntax and parsed again', () => {
  const region = { x: 0.1, y: 0.25, width: 0.5, height: 0.333333 };
  expect(formatRegion(region)).toBe('pct:10,25,50,33.33');
  expect(parseRegion('pct:10,25,50,33.33')).toEqual({ x: 0.1, y: 0.25, width: 0.5, height: 0.3333 });
});

test('a region is clipped to the picture', () => {
  expect(formatRegion({ x: -0.5, y: 0.5, width: 2, height: 1 })).toBe('pct:0,50,100,50');
});

test.each([null, '', '10,10,10,10', 'pct:1,2,3', 'pct:0,0,0,10', 'pct:90,0,20,10', 'pct:a,b,c,d', 'pct:-5,0,10,10'])(
  '%j is not a region',
  (text) => {
    expect(parseRegion(text)).toBeUndefined();
  },
);
