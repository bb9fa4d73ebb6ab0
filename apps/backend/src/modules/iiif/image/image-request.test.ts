import { describe, expect, test } from '@jest/globals';
import { type ImageParameters, imageRequestOf } from './image-request.ts';

const SMALL = { width: 1000, height: 667 };
const LARGE = { width: 12_000, height: 8000 };

const parseRequest = (parameters: Partial<ImageParameters>, full = SMALL) =>
  imageRequestOf({ region: 'full', size: 'max', rotation: '0', file: 'default.jpg', ...parameters }, full);
const regionOf = (region: string, full = SMALL) => {
  const { left, top, width, height } = parseRequest({ region }, full).region;
  return [left, top, width, height];
};
const sizeOf = (size: string, region = 'full', full = SMALL) => {
  const { width, height } = parseRequest({ size, region }, full).size;
  return [width, height];
};
const rejectionOf = (parameters: Partial<ImageParameters>, full = SMALL) => {
  try {
    parseRequest(parameters, full);
  } catch (error) {
    return (error as { getStatus: () => number }).getStatus();
  }
  return 200;
};

describe('a region', () => {
  test.each([
    ['full', [0, 0, 1000, 667]],
    ['square', [166, 0, 667, 667]],
    ['10,20,30,40', [10, 20, 30, 40]],
    ['990,660,100,100', [990, 660, 10, 7]],
    ['pct:0,0,100,100', [0, 0, 1000, 667]],
    ['pct:41.6,7.5,40,70', [416, 50, 400, 467]],
    ['pct:.5,0.5,50,50', [5, 3, 500, 334]],
  ])('%s is in pixels of the picture', (region, pixels) => expect(regionOf(region)).toEqual(pixels));

  test('that is square is also centered in a portrait picture', () =>
    expect(regionOf('square', { width: 100, height: 301 })).toEqual([0, 100, 100, 100]));

  test.each([
    '',
    'Full',
    'fully',
    '1,2,3',
    '1,2,3,4,5',
    '-1,0,10,10',
    '1.5,0,10,10',
    '0,0,0,10',
    '0,0,10,0',
    '1000,0,10,10',
    '0,667,10,10',
    'pct:0,0,0,10',
    'pct:0,0,0.01,10',
    'pct:100,0,10,10',
    'pct:1,2,3',
    'pct:+1,0,10,10',
    'pct:1e1,0,10,10',
    '99999999999,0,10,10',
  ])('%j is rejected', (region) => expect(rejectionOf({ region })).toBe(400));
});

describe('a size', () => {
  test.each([
    ['max', [1000, 667]],
    ['500,', [500, 334]],
    [',100', [150, 100]],
    ['pct:50', [500, 334]],
    ['100,200', [100, 200]],
    ['!300,300', [300, 200]],
    ['!200,600', [200, 133]],
    // As large as possible, but not larger than the region.
    ['!1200,1200', [1000, 667]],
    ['^max', [4800, 3202]],
    ['^1500,', [1500, 1001]],
    ['^,1334', [2000, 1334]],
    ['^pct:120', [1200, 800]],
    ['^1200,100', [1200, 100]],
    ['^!1500,1500', [1500, 1001]],
    ['^!9000,9000', [4800, 3202]],
    // A caret allows upscaling but doesn't require it.
    ['^500,', [500, 334]],
  ])('%s', (size, pixels) => expect(sizeOf(size)).toEqual(pixels));

  test.each([
    ['max', 'full', [4800, 3200]],
    ['!9000,9000', 'full', [4800, 3200]],
    ['max', '0,0,1000,1000', [1000, 1000]],
    ['^max', '0,0,1000,1000', [4800, 4800]],
    ['pct:10', '0,0,6000,1000', [600, 100]],
  ])('%s of the region %s of a large picture is limited', (size, region, pixels) =>
    expect(sizeOf(size, region, LARGE)).toEqual(pixels),
  );

  test.each([
    '',
    'full',
    ',',
    '^',
    '^,',
    '!100,',
    '!,100',
    '500,500,',
    '-5,',
    '0,',
    ',0',
    '100.5,',
    'pct:0',
    'pct:',
    'pct:101',
    '1001,',
    ',668',
    '1001,10',
    '10,668',
    '^4801,',
    '^,4801',
    '^!0,10',
    '99999999999,',
  ])('%j is rejected', (size) => expect(rejectionOf({ size })).toBe(400));

  test('of less than a pixel or above the limit is rejected', () => {
    expect(rejectionOf({ size: '1,' }, { width: 1000, height: 400 })).toBe(400);
    expect(rejectionOf({ size: '5000,' }, LARGE)).toBe(400);
    expect(rejectionOf({ size: 'pct:90' }, LARGE)).toBe(400);
  });
});

describe('a rotation', () => {
  test.each([
    ['0', 0, false],
    ['90', 90, false],
    ['180.0', 180, false],
    ['270', 270, false],
    ['360', 0, false],
    ['!0', 0, true],
    ['!90', 90, true],
  ])('%s', (rotation, turn, isMirrored) => expect(parseRequest({ rotation })).toMatchObject({ turn, isMirrored }));

  test.each(['', '45', '22.5', '361', '-90', '!', '90!', 'x', '450'])('%j is rejected', (rotation) =>
    expect(rejectionOf({ rotation })).toBe(400),
  );
});

test.each([
  ['default.jpg', 'color', 'jpg'],
  ['color.png', 'color', 'png'],
  ['gray.webp', 'gray', 'webp'],
  ['bitonal.png', 'bitonal', 'png'],
])('%s is a quality and a format', (file, quality, format) =>
  expect(parseRequest({ file })).toMatchObject({ quality, format }),
);

test.each([
  '',
  'default',
  'default.',
  '.jpg',
  'default.tif',
  'native.jpg',
  'default.jpg.jpg',
  'toString.jpg',
  'gray.JPG',
])('the quality and format %j are rejected', (file) => expect(rejectionOf({ file })).toBe(400));

test.each([
  [{}, 'full/max/0/default.jpg'],
  [{ region: '0,0,1000,667', size: '1000,', file: 'color.jpg' }, 'full/max/0/default.jpg'],
  [{ region: 'pct:10,10,10,10', size: 'pct:50' }, '100,67,100,67/50,34/0/default.jpg'],
  [{ region: 'square', size: '!100,200', rotation: '!90.0' }, '166,0,667,667/100,100/!90/default.jpg'],
  [{ size: '^max', file: 'gray.png' }, 'full/^max/0/gray.png'],
  [{ size: '^!1500,1500', rotation: '360' }, 'full/^1500,1001/0/default.jpg'],
  [{ size: '^500,' }, 'full/500,334/0/default.jpg'],
])('%j has one canonical form', (parameters, canonical) => expect(parseRequest(parameters).canonical).toBe(canonical));
