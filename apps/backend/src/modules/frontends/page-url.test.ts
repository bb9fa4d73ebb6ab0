import { RESERVED_PATHS } from '@archive/contracts';
import { expect, test } from '@jest/globals';
import { SERVER_PATHS } from './shell-page.ts';

test('no micro-frontend can have a path that the server handles itself', () => {
  const [, alternatives = ''] = /^\^\\\/\(\?:(.*)\)\(\?:\\\/\|\$\)$/.exec(SERVER_PATHS.source) ?? [];
  const own = alternatives.split('|').map((name) => name.replace(/\\.*$/, ''));
  expect(own).toContain('api');
  expect(own.filter((name) => !RESERVED_PATHS.some((reserved) => reserved === name))).toEqual([]);
});
