import { describe, expect, test } from '@jest/globals';
import { lookAlikes, type Named } from './look-alikes.ts';

const named = (full_name: string, with_: Partial<Named> = {}): Named => ({
  slug: full_name.toLowerCase().replaceAll(/\W+/g, '-'),
  full_name,
  birth_year: null,
  wikipedia_key: null,
  ...with_,
});

const alike = (...people: Named[]) => lookAlikes(people).length > 0;

describe('names that look alike', () => {
  test.each([
    ['Averill Harriman', 'W. Averell Harriman'],
    ['Chester Nimitz', 'Chester W. Nimitz'],
    ['C. W. Nimitz', 'Chester W. Nimitz'],
    ['Pierre Trudau', 'Pierre Trudeau'],
    ['Admiral William Leahy', 'William D. Leahy'],
    ['Bernard Law Montgomery "Monty"', 'Bernard Montgomery'],
    ['Zoë Àlvarez', 'Zoe Alvarez'],
    ['John Foster', 'John Foster Jr.'],
  ])('%s and %s', (one, other) => {
    expect(alike(named(one), named(other))).toBe(true);
  });

  test.each([
    ['Dwight D. Eisenhower', 'David Eisenhower'],
    ['Julie Nixon Eisenhower', 'Dwight D. Eisenhower'],
    ['Harry S. Truman', 'Margaret Truman'],
    ['John Foster Jr.', 'John Foster Sr.'],
    ['Mr. Levi', 'Mrs. Levi'],
    ['27 other guests', '19 other guests'],
    ['Dean Acheson', 'Dean Rusk'],
  ])('but not %s and %s', (one, other) => {
    expect(alike(named(one), named(other))).toBe(false);
  });

  test('of people born in different years are of different people', () => {
    expect(
      alike(named('John Foster', { birth_year: 1880 }), named('John Foster', { birth_year: 1912, slug: 'b' })),
    ).toBe(false);
  });

  test('come the surest first, those with an article each last', () => {
    const pairs = lookAlikes([
      named('John Smith', { wikipedia_key: 'a' }),
      named('John Q. Smith', { wikipedia_key: 'b' }),
      named('Averill Harriman'),
      named('W. Averell Harriman'),
    ]);
    expect(pairs.map(({ one }) => one.full_name)).toEqual(['Averill Harriman', 'John Q. Smith']);
  });

  test('are found among twenty thousand', () => {
    const people = Array.from({ length: 20_000 }, (_, at) =>
      named(`Guest${String.fromCharCode(97 + (at % 26))} Family${at}x`, { slug: `guest-${at}` }),
    );
    people.push(named('Averill Harriman'), named('W. Averell Harriman'));
    expect(lookAlikes(people).some(({ one }) => one.full_name === 'Averill Harriman')).toBe(true);
    expect(lookAlikes(people, 'w-averell-harriman').map(({ one }) => one.full_name)).toEqual(['Averill Harriman']);
  });
});
