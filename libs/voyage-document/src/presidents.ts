import { fold } from './folding.ts';
import { nearest } from './suggest.ts';

/** The presidents of the yacht's time and later: initials, given names, surname. */
const PRESIDENTS = [
  ['HH', 'Herbert', 'Hoover'],
  ['FDR', 'Franklin D.', 'Roosevelt'],
  ['HST', 'Harry S.', 'Truman'],
  ['DDE', 'Dwight D.', 'Eisenhower'],
  ['JFK', 'John F.', 'Kennedy'],
  ['LBJ', 'Lyndon B.', 'Johnson'],
  ['RMN', 'Richard M.', 'Nixon'],
  ['GRF', 'Gerald R.', 'Ford'],
  ['JEC', 'Jimmy', 'Carter'],
  ['RWR', 'Ronald', 'Reagan'],
  ['GHWB', 'George H. W.', 'Bush'],
  ['WJC', 'Bill', 'Clinton'],
  ['GWB', 'George W.', 'Bush'],
  ['BHO', 'Barack', 'Obama'],
  ['DJT', 'Donald', 'Trump'],
  ['JRB', 'Joe', 'Biden'],
] as const;

const SURNAMES = new Set<string>(PRESIDENTS.map(([, , surname]) => surname.toLowerCase()));
const COMPANY = /\b(?:company|corporation|foundation|trust|motor|family|estate|mrs|miss|sons?|brothers|jr|sr)\b/i;
const MIN_MISSPELLED = 5;

/** How a heading names a president. */
export interface NamedPresident {
  /** The name, with its surname spelled correctly and its given names first. */
  name: string;
  /** Whether the surname stands alone or has the president's given name or initial. */
  isFamiliar: boolean;
}

/** Other forms of their given names. */
const GIVEN_NAMES: ReadonlyMap<string, string> = new Map([
  ['james', 'jimmy'],
  ['jerry', 'gerald'],
  ['joseph', 'joe'],
  ['william', 'bill'],
]);

const hasGivenName = (firstNames: string, word: string) => {
  const [first = ''] = fold(firstNames).split(' ');
  return first === (GIVEN_NAMES.get(word) ?? word) || (/^\p{L}\.?$/u.test(word) && first.startsWith(word.charAt(0)));
};

/**
 * Recognizes a president in a heading that may not contain the word "President": "JFK", "Harry S. Truman", "Nixon, Richard", "Roosvelt,
 * Franklin". Accepts a misspelled surname if `isMarked` (the heading says "President") or if the given name matches.
 */
export function namedPresident(sourceText: string, isMarked: boolean): NamedPresident | null {
  const initials = sourceText.replaceAll(/[.\s]/g, '').toUpperCase();
  if (PRESIDENTS.some(([key]) => key === initials)) return { name: sourceText, isFamiliar: true };
  if (COMPANY.test(sourceText)) return null;
  const [left = '', right, ...extraParts] = sourceText.split(',').map((part) => part.trim());
  const isInverted = right !== undefined && right !== '' && extraParts.length === 0 && !left.includes(' ');
  const words = (isInverted ? `${right} ${left}` : sourceText).split(' ').filter((word) => word !== '');
  const surname = fold(words.at(-1) ?? '').replaceAll(/[^\p{L}]/gu, '');
  const suggestion = surname.length < MIN_MISSPELLED ? null : nearest(surname, [...SURNAMES]);
  const correct = SURNAMES.has(surname) ? surname : suggestion;
  const matches = PRESIDENTS.filter(([, , name]) => name.toLowerCase() === correct);
  const givenName = fold(words[0] ?? '');
  const isFamiliar = matches.some(([, firstNames]) => words.length === 1 || hasGivenName(firstNames, givenName));
  if (correct === surname) return { name: words.join(' '), isFamiliar };
  const [president] = matches;
  if (!president || !(isMarked || (isFamiliar && words.length > 1))) return null;
  return { name: [...words.slice(0, -1), president[2]].join(' '), isFamiliar };
}
