import { expect, test } from '@jest/globals';
import { pageWindow } from './voyage-queries.ts';

test('a page in the first half is counted from the start', () => {
  expect(pageWindow(100, 10, 0)).toEqual({ limit: 10, offset: 0, fromTheEnd: false });
  expect(pageWindow(100, 10, 40)).toEqual({ limit: 10, offset: 40, fromTheEnd: false });
});

test('a page in the second half is counted from the end', () => {
  expect(pageWindow(100, 10, 50)).toEqual({ limit: 10, offset: 40, fromTheEnd: true });
  expect(pageWindow(100, 10, 90)).toEqual({ limit: 10, offset: 0, fromTheEnd: true });
});

test('a partial last page reads the remaining rows', () => {
  expect(pageWindow(103, 10, 100)).toEqual({ limit: 3, offset: 0, fromTheEnd: true });
});

test('a page past the last one has no rows', () => {
  expect(pageWindow(100, 10, 100).limit).toBe(0);
  expect(pageWindow(100, 10, 5000).limit).toBe(0);
  expect(pageWindow(0, 10, 0).limit).toBe(0);
});
