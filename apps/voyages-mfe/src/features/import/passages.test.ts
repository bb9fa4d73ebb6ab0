import { expect, test } from '@jest/globals';
import { passagesOf } from './passages.ts';

test('splits a line at its unused words', () => {
  expect(
    passagesOf('Time: 19:00 sharp, rain', [
      { from: 12, to: 17 },
      { from: 19, to: 23 },
    ]),
  ).toEqual([
    { text: 'Time: 19:00 ', unused: false },
    { text: 'sharp', unused: true },
    { text: ', ', unused: false },
    { text: 'rain', unused: true },
  ]);
  expect(passagesOf('', [])).toEqual([]);
});
