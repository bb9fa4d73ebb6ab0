import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

test('no style of every page looks through all descendants, which would cost time after each key in a form', () => {
  const css = readFileSync(path.join(import.meta.dirname, 'base.css'), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const conditions = [...css.matchAll(/:has\(([^)]*)/g)].map(([, condition = '']) => condition.trim());
  expect(conditions.length).toBeGreaterThan(0);
  expect(conditions.filter((condition) => !condition.startsWith('>'))).toEqual([]);
});
