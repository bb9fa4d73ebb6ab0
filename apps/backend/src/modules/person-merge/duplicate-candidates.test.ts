// cspell:ignore Béla Theodorakis Mikis
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { duplicateCandidates, type PersonName } from './duplicate-candidates.ts';

const personNamed = (full_name: string, overrides: Partial<PersonName> = {}): PersonName => ({
  slug: full_name.toLowerCase().replaceAll(/\W+/g, '-'),
  full_name,
  birth_year: null,
  wikipedia_key: null,
  ...overrides,
});

const areCandidates = async (...people: PersonName[]) => (await duplicateCandidates(people)).length > 0;

describe('possible duplicates', () => {
  test.each([
    ['Averill Harriman', 'W. Averell Harriman'],
    ['Chester Nimitz', 'Chester W. Nimitz'],
    ['C. W. Nimitz', 'Chester W. Nimitz'],
    ['Pierre Trudau', 'Pierre Trudeau'],
    ['Clement Atlee', 'Clement Attlee'],
    ['Kissinger, Henry A.', 'Henry Kissinger'],
    ['Admiral William Leahy', 'William D. Leahy'],
    ['Bernard Law Montgomery "Monty"', 'Bernard Montgomery'],
    ['Zoë Àlvarez', 'Zoe Alvarez'],
    ['John Foster', 'John Foster Jr.'],
  ])('%s and %s', async (left, right) => {
    expect(await areCandidates(personNamed(left), personNamed(right))).toBe(true);
  });

  test.each([
    ['Dwight D. Eisenhower', 'David Eisenhower'],
    ['Julie Nixon Eisenhower', 'Dwight D. Eisenhower'],
    ['Harry S. Truman', 'Margaret Truman'],
    ['John Foster Jr.', 'John Foster Sr.'],
    ['Mr. Levi', 'Mrs. Levi'],
    ['27 other guests', '19 other guests'],
    ['Dean Acheson', 'Dean Rusk'],
  ])('not %s and %s', async (left, right) => {
    expect(await areCandidates(personNamed(left), personNamed(right))).toBe(false);
  });

  test('people born in different years are different people', async () => {
    expect(
      await areCandidates(
        personNamed('John Foster', { birth_year: 1880 }),
        personNamed('John Foster', { birth_year: 1912, slug: 'b' }),
      ),
    ).toBe(false);
  });

  test('the most similar pairs come first, pairs with two articles last', async () => {
    const pairs = await duplicateCandidates([
      personNamed('John Smith', { wikipedia_key: 'a' }),
      personNamed('John Q. Smith', { wikipedia_key: 'b' }),
      personNamed('Averill Harriman'),
      personNamed('W. Averell Harriman'),
    ]);
    expect(pairs.map(({ first }) => first.full_name)).toEqual(['Averill Harriman', 'John Smith']);
  });

  test('a pair is found among twenty thousand people, even if the names begin differently', async () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    const syllable = () => `${'bcdfghklmnprstvw'.charAt(random(16))}${'aeiou'.charAt(random(5))}`;
    const word = (syllables: number) => Array.from({ length: syllables }, syllable).join('');
    const people = Array.from({ length: 20_000 }, (_, index) =>
      personNamed(`${word(2)} ${word(4)}`, { slug: `guest-${index}` }),
    );
    people.push(
      personNamed('Clement Atlee'),
      personNamed('Clement Attlee'),
      personNamed('Hugh Stimson'),
      personNamed('Hugh Stymson'),
    );
    const found = (await duplicateCandidates(people)).map(
      ({ first, second: other }) => `${first.full_name}, ${other.full_name}`,
    );
    expect(found).toEqual(expect.arrayContaining(['Clement Atlee, Clement Attlee', 'Hugh Stimson, Hugh Stymson']));
    const ofOne = await duplicateCandidates(people, 'clement-attlee');
    expect(ofOne.map(({ first }) => first.full_name)).toEqual(['Clement Atlee']);
  });

  test('equal and misspelled names are paired once each, in the order of the list', async () => {
    const people = ['Ann Poe', 'John Stimson', 'John Stymson', 'John Stimson', 'Ann Poe'].map((name, index) =>
      personNamed(name, { slug: `guest-${9 - index}` }),
    );
    const pairs = (await duplicateCandidates(people)).map(({ first, second }) => `${first.slug} ${second.slug}`);
    expect(pairs).toEqual(['guest-9 guest-5', 'guest-8 guest-6', 'guest-8 guest-7', 'guest-7 guest-6']);
    const ofOne = (await duplicateCandidates(people, 'guest-7')).map(
      ({ first, second }) => `${first.slug} ${second.slug}`,
    );
    expect(ofOne).toEqual(['guest-8 guest-7', 'guest-7 guest-6']);
  });

  test('a comparison of twenty thousand people takes at most four seconds, and lets others go on', async () => {
    const letters = 'abcdefghij';
    const people = Array.from({ length: 20_000 }, (_, index) =>
      personNamed(
        `Ann${letters.charAt(index % 7)} Family${letters.charAt(index % 10)}${letters.charAt((index >> 3) % 9)}`,
        {
          slug: `guest-${index}`,
        },
      ),
    );
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    const used = process.cpuUsage();
    const pairs = await duplicateCandidates(people);
    const seconds = process.cpuUsage(used).user / 1e6;
    clearInterval(ticking);
    expect(pairs.length).toBeGreaterThan(100_000);
    expect(seconds).toBeLessThan(4);
    expect(turns).toBeGreaterThan(10);
  });

  test('a surname may come first, but two given names are two people', async () => {
    expect(await areCandidates(personNamed('Bartók Béla'), personNamed('Béla Bartók'))).toBe(true);
    expect(await areCandidates(personNamed('Theodorakis Mikis'), personNamed('Mikis Theodorakis'))).toBe(true);
    expect(await areCandidates(personNamed('James Henry'), personNamed('Henry James'))).toBe(false);
    expect(await areCandidates(personNamed('Bartók Béla'), personNamed('Béla Kun'))).toBe(false);
  });
});

test('names of legislators of four countries, which the rules were not written for', async () => {
  const pairs = readFileSync(new URL('../../../test/fixtures/name-pairs-of-legislators.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(' | '));
  const found = async (isSame: boolean) => {
    const listed = pairs.filter(([label]) => (label === 'same') === isSame);
    const results = await Promise.all(
      listed.map(([, left = '', right = '']) =>
        areCandidates(personNamed(left, { slug: 'a' }), personNamed(right, { slug: 'b' })),
      ),
    );
    return { found: results.filter(Boolean).length, all: listed.length };
  };
  const [same, other] = [await found(true), await found(false)];
  const [recall, precision] = [same.found / same.all, same.found / (same.found + other.found)];
  process.stdout.write(`Legislators: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n`);
  expect(recall).toBeGreaterThan(0.69);
  expect(precision).toBeGreaterThan(0.94);
});
