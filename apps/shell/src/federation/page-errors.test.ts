import { describe, expect, test } from '@jest/globals';
import { failingFrontend } from './page-errors.ts';

const ORIGIN = 'https://archive.example.org';

describe('an error belongs to', () => {
  test.each([
    [
      'the first remote in its stack',
      `TypeError: x is undefined
    at u (${ORIGIN}/assets/main.0123456789.js:1:2)
    at onClick (${ORIGIN}/mfe/people/1.4.0/assets/109.60a790bd83.js:1:99)
    at f (${ORIGIN}/mfe/voyages/2.0.0/assets/1.js:1:1)`,
      { name: 'people', version: '1.4.0' },
    ],
    ['the shell without one', `onClick@${ORIGIN}/assets/main.0123456789.js:1:2`, { name: 'shell', version: undefined }],
    ['nobody in an extension', 'at f (chrome-extension://abc/mfe/people/1.4.0/content.js:1:1)', undefined],
    ['nobody in a script of another site', 'at f (https://elsewhere.example/assets/x.js:1:1)', undefined],
    ['nobody without a stack', '', undefined],
  ])('%s', (_, stack, part) => {
    expect(failingFrontend(stack, ORIGIN)).toEqual(part);
  });
});
