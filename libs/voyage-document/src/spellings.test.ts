import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { archiveText } from '../test/archive.ts';
import { normalizeWikipediaUrl } from './identity.ts';
import { samePersonKey } from '../test/same-person.ts';
import { parseVoyageDocument } from './parse.ts';
import { findSpellings } from './spellings.ts';

const spellingsOf = (names: readonly string[]) =>
  findSpellings(names.map((name) => ({ name, urlKey: null }))).map(({ others }) => others.map((index) => names[index]));
const areOne = (...names: [string, string]) => spellingsOf(names)[0]?.length === 1;

/** The people in a document, each with the other spellings of their name. */
function spellingsIn(text: string): string[] {
  const people = new Map(
    parseVoyageDocument(text).voyages.flatMap(({ passengers }) =>
      passengers.map((person) => [samePersonKey(person), person] as const),
    ),
  );
  const named = [...people.values()].map(({ name, wikipedia_url }) => ({
    name,
    urlKey: normalizeWikipediaUrl(wikipedia_url),
  }));
  return findSpellings(named).flatMap(({ others }, index) =>
    others.length === 0 ? [] : [`${named[index]?.name}: ${others.map((other) => named[other]?.name).join(', ')}`],
  );
}

const FIXTURES = new URL('./fixtures/', import.meta.url);
const documents = ['ok/', 'not-ok/'].flatMap((folder) =>
  readdirSync(new URL(folder, FIXTURES))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name.replace('.md', ''), readFileSync(new URL(folder + name, FIXTURES), 'utf8')] as const),
);
const EXPECTED: Readonly<Record<string, string[]>> = {
  'one-name-in-different-spellings': [
    'Henry Kissinger: H. Kissinger, Kisinger',
    'H. Kissinger: Henry Kissinger, Kisinger',
    'Averell Harriman: W. Averell Harriman',
    'W. Averell Harriman: Averell Harriman',
    'Kisinger: Henry Kissinger, H. Kissinger',
  ],
  'names-last-first': [
    'Richard Nixon: Richard M. Nixon, Nixon',
    'Henry Kissinger: Kissinger, Kisinger',
    'Richard M. Nixon: Richard Nixon, Nixon',
    'Nixon: Richard Nixon, Richard M. Nixon',
    'Kissinger: Henry Kissinger, Kisinger',
    'Kisinger: Henry Kissinger, Kissinger',
  ],
  'one-man-in-seven-spellings': [
    'Henry Kissinger: Henry A. Kissinger, Dr. Kissinger, Henry Kissenger, H. Kissinger, KISSINGER',
    'Henry A. Kissinger: Henry Kissinger, Dr. Kissinger, Henry Kissenger, H. Kissinger, KISSINGER',
    'Dr. Kissinger: Henry Kissinger, Henry A. Kissinger, H. Kissinger, KISSINGER',
    'Henry Kissenger: Henry Kissinger, Henry A. Kissinger, H. Kissinger',
    'H. Kissinger: Henry Kissinger, Henry A. Kissinger, Dr. Kissinger, Henry Kissenger, KISSINGER',
    'KISSINGER: Henry Kissinger, Henry A. Kissinger, Dr. Kissinger, H. Kissinger',
  ],
};

test.each(documents)('spellings in %s', (name, text) => {
  expect(spellingsIn(text)).toEqual(EXPECTED[name] ?? []);
});

describe('spellings of one name', () => {
  test.each([
    ['Henry Kissinger', 'H. Kissinger'],
    ['Henry Kissinger', 'Henry A. Kissinger'],
    ['Henry Kissinger', 'Henry Kisinger'],
    ['Henry Kissinger', 'Henry Kissenger'],
    ['Henry Kissinger', 'Henri Kissinger'],
    ['Henry Kissinger', 'H. A. Kissinger'],
    ['Henry Kissinger', 'Kisinger'],
    ['Henry Kissinger', 'Dr. Kissinger'],
    ['Henry Kissinger', 'Kissinger, H. A.'],
    ['W. Averell Harriman', 'Averell Harriman'],
    ['John Philips', 'John Phillips'],
    ['José Núñez', 'Jose Nunes'],
    ['Kissinger', 'KISINGER'],
    ['Mrs. John Kennedy', 'Mrs. Kennedy'],
    ['Sir Winston Churchill', 'Winston Churchil'],
  ])('%s and %s', (left, right) => {
    expect(areOne(left, right)).toBe(true);
  });
});

describe('different people', () => {
  test.each([
    ['John A. Smith', 'John B. Smith'],
    ['John Smith', 'John Smith Jr.'],
    ['John Smith Sr.', 'John Smith, Jr.'],
    ['John Smith', 'James Smith'],
    ['John Smith', 'Mrs. John Smith'],
    ['John Kennedy', 'Mrs. Kennedy'],
    ['John Smith', 'Miss Smith'],
    ['Robert Kennedy', 'Roberta Kennedy'],
    ['Francis Smith', 'Frances Smith'],
    ['John Hall', 'John Hill'],
    ['John Martin', 'John Morton'],
    ['Duke of Windsor', 'Duchess of Windsor'],
    ['John Brown', 'Brown Jones'],
    ['27 other guests', '28 other guests'],
  ])('%s and %s', (left, right) => {
    expect(areOne(left, right)).toBe(false);
  });

  test('with different articles', () => {
    const [one, other] = ['a', 'b'].map((urlKey) => ({ name: 'John Smith', urlKey }));
    expect(findSpellings([one!, other!]).map(({ others }) => others)).toEqual([[], []]);
  });

  test('who match the same short form', () => {
    expect(spellingsOf(['John Smith', 'James Smith', 'J. Smith', 'Mr. Smith'])).toEqual([[], [], [], []]);
    expect(spellingsOf(['John A. Smith', 'John Smith', 'John B. Smith'])).toEqual([[], [], []]);
  });

  test('in the archive document', () => {
    expect(spellingsIn(archiveText)).toEqual([]);
  });
});

test('three spellings of one name are grouped', () => {
  expect(spellingsOf(['Henry Kissinger', 'Ann Lee', 'H. Kissinger', 'Kisinger'])).toEqual([
    ['H. Kissinger', 'Kisinger'],
    [],
    ['Henry Kissinger', 'Kisinger'],
    ['Henry Kissinger', 'H. Kissinger'],
  ]);
});
