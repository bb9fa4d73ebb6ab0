import { expect, test } from '@jest/globals';
import { bornAndDied, lifespan } from './person-texts.ts';

test.each([
  [1885, 1966, '1885–1966'],
  [null, 1966, '?–1966'],
  [1946, null, '1946–present'],
  [1885, null, '1885–?'],
  [null, null, null],
])('born %s, died %s: %s', (birth_year, death_year, text) => {
  expect(lifespan({ birth_year, death_year }, 2026)).toBe(text);
});

test('bornAndDied omits unknown years', () => {
  expect(bornAndDied({ birth_year: 1885, death_year: null })).toBe('Born 1885');
  expect(bornAndDied({ birth_year: null, death_year: null })).toBeNull();
});
