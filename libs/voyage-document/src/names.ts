// cspell:ignore saintclair sainte vankirk
import { fold, withoutNicknames } from './folding.ts';
import { areUnnamedGuests } from './guests.ts';
import { hasGivenNameOfAnyLanguage, joinNameParts } from './inverted-names.ts';
import { areSimilarSpellings, isWomansName, matchGivenNames, withoutUmlauts } from './name-forms.ts';
import {
  areLettersAfterName,
  fullGivenName,
  generationOf,
  isBeforeSurname,
  splitSuffixes,
  surnameStart,
} from './name-words.ts';
import { countTitleWords, splitTitle } from './ranks.ts';

const NOT_A_GIVEN_NAME = /^(?:of|the|and|for|to|in|at|&)$/i;
const MAX_LENGTH = 300;

const SAINTS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
]);
const isSuffix = (text: string) =>
  text.split(' ').every((word) => generationOf(word) !== undefined || areLettersAfterName(word));

/** A name as written, split into the parts that are stored: form of address and full name. */
export interface WrittenName {
  /** As written: "Adm.", "Prime Minister". */
  honorific: string | null;
  /** Given names first: "James H. Foskett". */
  name: string;
}

function withoutTitle(text: string): { title: string | null; rest: string } {
  const words = text.split(' ').filter((word) => word !== '');
  const count = Math.min(countTitleWords(words), words.length - 1);
  return count <= 0
    ? { title: null, rest: text }
    : { title: words.slice(0, count).join(' '), rest: words.slice(count).join(' ') };
}

/** Converts "Foskett, James H., Jr." to natural order; undefined if the comma has another purpose ("Dean Acheson, Secretary of State"). */
export function inReadingOrder(text: string): string | undefined {
  const [left = '', right, ...extraParts] = text.split(',').map((part) => part.trim());
  if (right === undefined || right === '' || isSuffix(right)) return undefined;
  if (extraParts.length > 2 || !extraParts.every(isSuffix)) return undefined;
  const surname = left.split(' ');
  const givenNames = right.split(' ');
  const isSurname = surname.length === 1 || surname.slice(0, -1).every(isBeforeSurname);
  if (!isSurname || givenNames.length > 4 || givenNames.some((word) => NOT_A_GIVEN_NAME.test(word))) return undefined;
  return joinNameParts(left, [right, ...extraParts].join(' '));
}

/** How often a column must have one person with the family name first, so that all its cells are read so. */
const MOST = 0.8;

/** Whether each cell of a column is one person with the family name first, as in catalogs. A single such cell could be two people. */
export function haveFamilyNamesFirst(cells: readonly string[]): boolean {
  const inverted = cells.filter((cell) => !/[;|\n]/.test(cell) && inReadingOrder(cell) !== undefined);
  const known = inverted.filter((cell) => hasGivenNameOfAnyLanguage(cell.slice(cell.indexOf(',') + 1)));
  return inverted.length > 1 && inverted.length >= cells.length * MOST && known.length * 2 >= inverted.length;
}

/**
 * Splits a typed name: "Adm. Foskett, James H." is the form of address "Adm." and the name "James H. Foskett". A form of address before a
 * single word ("Captain Smith") stays part of the name, as in imports.
 */
export function readWrittenName(sourceText: string): WrittenName {
  const text = sourceText.slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ').trim();
  const { title, rest } = withoutTitle(text);
  const inverted = inReadingOrder(rest);
  if (inverted === undefined) {
    const { title: honorific, name } = splitTitle(text);
    return { honorific, name };
  }
  const inner = splitTitle(inverted);
  return { honorific: [title, inner.title].filter(Boolean).join(' ') || null, name: inner.name };
}

/** A name for comparison: folded, without punctuation, forms of address and letters after the name. */
export interface NameParts {
  /** Words of the form of address. */
  honorific: string[];
  /** Given names and initials, in order; abbreviated ones in full. */
  given: string[];
  /** The surname as one word: `vankirk`, `saintclair`. */
  family: string;
  /** The words of the surname: `van`, `kirk`. */
  surname: string[];
  /** In one form: `jr`, `iii`; empty if there is none. */
  generation: string;
  /** From quotation marks: `chip` of Charles E. "Chip" Bohlen; empty if there is none. */
  nickname: string;
}

const wordsOf = (text: string) =>
  fold(withoutNicknames(text).replaceAll(/\(.*?\)/g, ' '))
    .replaceAll(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Parses a name for comparison; undefined for text without a name: unnamed guests, or only a form of address. */
export function nameParts(sourceText: string): NameParts | undefined {
  const text = sourceText.slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ').trim();
  if (areUnnamedGuests(text)) return undefined;
  const { title, rest } = withoutTitle(text);
  const inner = withoutTitle(inReadingOrder(rest) ?? rest);
  const plainName = withoutNicknames(inner.rest).replaceAll(/\(.*?\)/g, ' ');
  const { name, generation } = splitSuffixes(plainName.split(/[\s,]+|[-‐‑](?=\p{L})/u).filter((word) => word !== ''));
  const start = surnameStart(name);
  const given = wordsOf(name.slice(0, start).join(' ')).map(fullGivenName);
  const surname = wordsOf(name.slice(start).join(' '));
  if (surname.length === 0 || [...given, ...surname].some((word) => /\d/.test(word))) return undefined;
  const [, nickname = ''] = /["“]([^"”“]+)["”]/.exec(inner.rest) ?? [];
  return {
    honorific: wordsOf(`${title ?? ''} ${inner.title ?? ''}`),
    given,
    family: surname.map((word, index) => (index < surname.length - 1 ? (SAINTS.get(word) ?? word) : word)).join(''),
    surname,
    generation: generationOf(generation ?? '') ?? '',
    nickname: wordsOf(nickname).join(' '),
  };
}

/** The ways in which two names match, best first. */
export const NAME_MATCHES = ['same', 'part', 'initials', 'similar', 'surname'] as const;
export type NameMatch = (typeof NAME_MATCHES)[number];

export interface ComparedNames {
  match: NameMatch;
  /** 0 to 1. */
  similarity: number;
}

const isInitial = (word: string) => word.length === 1;

/** "rfk" for Robert F. Kennedy. */
export const initialsOf = ({ given, surname }: NameParts): string =>
  [...given, ...surname].map((word) => word.charAt(0)).join('');

/** How likely two words are the same given name. */
const WORD_SCORES = { same: 1, form: 0.9, spelling: 0.85 };
const INITIAL_SCORE = 0.8;

function scoreWords(left: string, right: string): number {
  if (isInitial(left) || isInitial(right)) return left.charAt(0) === right.charAt(0) ? INITIAL_SCORE : 0;
  const match = matchGivenNames(left, right);
  return match ? WORD_SCORES[match] : 0;
}

/**
 * Compares given names. Each must match in order, unless it is missing: Cornelius is not Theodore. Matching initials alone are not enough if
 * there are names: David is not Dwight D.
 */
function compareGivenNames(left: readonly string[], right: readonly string[]): ComparedNames | undefined {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.join(' ') === long.join(' ')) return { match: 'same', similarity: 1 };
  const scores: number[] = [];
  let from = 0;
  for (const word of short) {
    let score = 0;
    let position = from;
    while (position < long.length && (score = scoreWords(word, long[position] ?? '')) === 0) position += 1;
    const isNameSkipped = from === 0 && long.slice(0, position).some((other) => !isInitial(other));
    if (score < (isNameSkipped ? 1 : INITIAL_SCORE)) return undefined;
    scores.push(score);
    from = position + 1;
  }
  const isNameShared = scores.some((score) => score !== INITIAL_SCORE);
  if (!isNameShared && !short.every(isInitial) && !long.every(isInitial)) return undefined;
  const differing = scores.filter((score) => score < 1 && score !== INITIAL_SCORE);
  if (differing.length > 0) return { match: 'similar', similarity: Math.min(...differing) };
  return short.every((word) => long.includes(word))
    ? { match: 'part', similarity: 0.95 }
    : { match: 'initials', similarity: 0.85 };
}

const COURTESY = /^(?:mr|mrs|mme|madame|lady|lord|sir|dame|the|and)$/;
const OF_WIFE = /^(?:mrs|mme|madame|lady)$/;

/** Whose name it is: "Mrs. John Doe" is his wife, "Mr. and Mrs. John Doe" are a couple, and Mrs. Ann Doe goes by her own name. */
function bearerOf(parts: NameParts): { name: NameParts; bearer: 'own' | 'wife' | 'couple' } {
  const courtesies = [...parts.honorific, ...parts.given].filter((word) => COURTESY.test(word));
  if (courtesies.length === 0) return { name: parts, bearer: 'own' };
  const given = parts.given.filter((word) => !COURTESY.test(word));
  const isWife = courtesies.some((word) => OF_WIFE.test(word)) && !given.some(isWomansName);
  const single = isWife ? 'wife' : 'own';
  return { name: { ...parts, given }, bearer: courtesies.includes('and') ? 'couple' : single };
}

/** Whether a name begins with the nickname of another one: Chip Bohlen. */
const isCalled = ({ given: [first, ...others] }: NameParts, { nickname, given }: NameParts) =>
  nickname !== '' && first === nickname && compareGivenNames(others, given) !== undefined;

/** Whether surnames may be spellings of one, also without its particle: Maria e Silva. */
const areSimilarSurnames = (left: NameParts, right: NameParts) =>
  areSimilarSpellings(left.family, right.family) ||
  (left.surname.at(-1) === right.surname.at(-1) && Math.min(left.surname.length, right.surname.length) === 1);

const SIMILAR_SURNAME = 0.8;

/** Compares two names; undefined if they belong to different people. */
export function compareNames(leftParts: NameParts, rightParts: NameParts): ComparedNames | undefined {
  const isSameSurname = withoutUmlauts(leftParts.family) === withoutUmlauts(rightParts.family);
  const [{ name: left, bearer }, { name: right, bearer: otherBearer }] = [bearerOf(leftParts), bearerOf(rightParts)];
  if (bearer !== otherBearer) return undefined;
  if (left.generation !== '' && right.generation !== '' && left.generation !== right.generation) return undefined;
  for (const [short, long] of [
    [left, right],
    [right, left],
  ] as const)
    if (short.given.length === 0 && long.given.length > 0) {
      if (short.family.length > 1 && short.family === initialsOf(long)) return { match: 'initials', similarity: 0.9 };
      return isSameSurname ? { match: 'surname', similarity: 0.5 } : undefined;
    }
  if (!isSameSurname && !areSimilarSurnames(left, right)) return undefined;
  const given =
    isCalled(left, right) || isCalled(right, left)
      ? ({ match: 'part', similarity: 0.95 } as const)
      : compareGivenNames(left.given, right.given);
  if (isSameSurname || !given) return given;
  // Initials are not enough for another surname.
  return given.match === 'initials' ? undefined : { match: 'similar', similarity: SIMILAR_SURNAME * given.similarity };
}

/** The name in the URL of a Wikipedia article: "W. L. Mackenzie King"; null for other URLs. */
export function articleName(url: string | null): string | null {
  const title = /^https:\/\/[a-z-]+\.wikipedia\.org\/wiki\/(.+)$/.exec(url ?? '')?.[1];
  if (title === undefined) return null;
  try {
    return (
      decodeURIComponent(title)
        .replaceAll('_', ' ')
        .replace(/\s*\(.*\)$/, '')
        .trim() || null
    );
  } catch {
    return null;
  }
}
