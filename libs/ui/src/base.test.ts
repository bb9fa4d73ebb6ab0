import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

test('no global style matches all descendants, which would slow down typing in forms', () => {
  const css = readFileSync(path.join(import.meta.dirname, 'base.css'), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const conditions = [...css.matchAll(/:has\(([^)]*)/g)].map(([, condition = '']) => condition.trim());
  expect(conditions.length).toBeGreaterThan(0);
  expect(conditions.filter((condition) => !condition.startsWith('>'))).toEqual([]);
});
