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
  /** Whether the heading spells the surname differently. */
  isCorrected: boolean;
}

/**
 * Recognizes a president in a heading that may not contain the word "President": "JFK", "Harry S. Truman", "Nixon, Richard", "Roosvelt,
 * Franklin". Accepts a misspelled surname if `isMarked` (the heading says "President") or if the given name matches.
 */
export function namedPresident(sourceText: string, isMarked: boolean): NamedPresident | null {
  const initials = sourceText.replaceAll(/[.\s]/g, '').toUpperCase();
  if (PRESIDENTS.some(([key]) => key === initials)) return { name: sourceText, isCorrected: false };
  if (COMPANY.test(sourceText)) return null;
  const [left = '', right, ...extraParts] = sourceText.split(',').map((part) => part.trim());
  const isInverted = right !== undefined && right !== '' && extraParts.length === 0 && !left.includes(' ');
  const words = (isInverted ? `${right} ${left}` : sourceText).split(' ').filter((word) => word !== '');
  const surname = fold(words.at(-1) ?? '').replaceAll(/[^\p{L}]/gu, '');
  if (SURNAMES.has(surname)) return { name: words.join(' '), isCorrected: false };
  const suggestion = surname.length < MIN_MISSPELLED ? null : nearest(surname, [...SURNAMES]);
  const givenName = fold(words[0] ?? '');
  const matches = PRESIDENTS.filter(([, , name]) => name.toLowerCase() === suggestion);
  const [president] = matches;
  const isFamiliar = matches.some(
    ([, firstNames]) => words.length > 1 && fold(firstNames.split(' ')[0] ?? '') === givenName,
  );
  if (!president || !(isMarked || isFamiliar)) return null;
  return { name: [...words.slice(0, -1), president[2]].join(' '), isCorrected: true };
}
