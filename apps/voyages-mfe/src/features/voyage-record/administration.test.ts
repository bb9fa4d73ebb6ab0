import { expect, test } from '@jest/globals';
import { administrationLabel, termYears } from './administration.ts';

test.each([
  [{ president_name: 'Herbert Hoover', presidential: true }, 'Herbert Hoover Administration'],
  [{ president_name: 'Richard Cadwalader', presidential: false }, 'Before / After Presidential Service'],
  [{ president_name: null, presidential: false }, 'Before / After Presidential Service'],
  [
    {
      president_name: null,
      presidential: false,
      proposed_owner: { president_name: 'Jimmy Carter', presidential: true },
    },
    'Jimmy Carter Administration (proposed)',
  ],
])('the section title of %j', (owner, label) => {
  expect(administrationLabel(owner)).toBe(label);
});

test.each([
  ['1945-04-12', '1953-01-20', '1945–1953'],
  ['1925', '1925-12', '1925'],
  ['2025-01-20', null, 'since 2025'],
  [null, '1931', 'until 1931'],
  [null, null, ''],
])('a term from %s to %s is %j', (term_start, term_end, years) => {
  expect(termYears({ term_start, term_end })).toBe(years);
});
