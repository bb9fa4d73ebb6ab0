import { describe, expect, test } from '@jest/globals';
import { duplicateCandidates, type Named, blocksOf } from './duplicate-candidates.ts';

const named = (full_name: string, with_: Partial<Named> = {}): Named => ({
  slug: full_name.toLowerCase().replaceAll(/\W+/g, '-'),
  full_name,
  birth_year: null,
  wikipedia_key: null,
  ...with_,
});

const alike = async (...people: Named[]) => (await duplicateCandidates(people)).length > 0;

describe('possible duplicates', () => {
  test.each([
    ['Averill Harriman', 'W. Averell Harriman'],
    ['Chester Nimitz', 'Chester W. Nimitz'],
    ['C. W. Nimitz', 'Chester W. Nimitz'],
    ['Pierre Trudau', 'Pierre Trudeau'],
    ['Admiral William Leahy', 'William D. Leahy'],
    ['Bernard Law Montgomery "Monty"', 'Bernard Montgomery'],
    ['Zoë Àlvarez', 'Zoe Alvarez'],
    ['John Foster', 'John Foster Jr.'],
  ])('%s and %s', async (one, other) => {
    expect(await alike(named(one), named(other))).toBe(true);
  });

  test.each([
    ['Dwight D. Eisenhower', 'David Eisenhower'],
    ['Julie Nixon Eisenhower', 'Dwight D. Eisenhower'],
    ['Harry S. Truman', 'Margaret Truman'],
    ['John Foster Jr.', 'John Foster Sr.'],
    ['Mr. Levi', 'Mrs. Levi'],
    ['27 other guests', '19 other guests'],
    ['Dean Acheson', 'Dean Rusk'],
  ])('not %s and %s', async (one, other) => {
    expect(await alike(named(one), named(other))).toBe(false);
  });

  test('people born in different years are different people', async () => {
    expect(
      await alike(named('John Foster', { birth_year: 1880 }), named('John Foster', { birth_year: 1912, slug: 'b' })),
    ).toBe(false);
  });

  test('the most similar pairs come first, pairs with two articles last', async () => {
    const pairs = await duplicateCandidates([
      named('John Smith', { wikipedia_key: 'a' }),
      named('John Q. Smith', { wikipedia_key: 'b' }),
      named('Averill Harriman'),
      named('W. Averell Harriman'),
    ]);
    expect(pairs.map(({ one }) => one.full_name)).toEqual(['Averill Harriman', 'John Q. Smith']);
  });

  test('a pair is found among twenty thousand people', async () => {
    const people = Array.from({ length: 20_000 }, (_, at) =>
      named(`Guest${String.fromCharCode(97 + (at % 26))} Family${at}x`, { slug: `guest-${at}` }),
    );
    people.push(named('Averill Harriman'), named('W. Averell Harriman'));
    expect((await duplicateCandidates(people)).some(({ one }) => one.full_name === 'Averill Harriman')).toBe(true);
    expect((await duplicateCandidates(people, 'w-averell-harriman')).map(({ one }) => one.full_name)).toEqual([
      'Averill Harriman',
    ]);
  });

  test('a comparison does not block the event loop', async () => {
    const people = Array.from({ length: 6000 }, (_, at) =>
      named(`Ann Family${String.fromCharCode(97 + (at % 26), 97 + ((at * 7) % 26))}`, { slug: `guest-${at}` }),
    );
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    await duplicateCandidates(people);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(0);
  });

  test.each([
    ['W. Averell Harriman', { family: 'harriman', both: ['w', 'har'] }],
    ['27 other guests', undefined],
    ['Levi', undefined],
  ])('blocks of %s', (name, near) => {
    expect(blocksOf(name)).toEqual(near);
  });
});
