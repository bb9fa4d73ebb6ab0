// cspell:ignore saintclair sainte vankirk
import { fold, withoutNicknames } from './folding.ts';
import { areUnnamedGuests } from './guests.ts';
import { joinNameParts } from './inverted-names.ts';
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

const trigramCache = new Map<string, Set<string>>();
const CACHE_LIMIT = 50_000;

/** Trigrams of a word, as in pg_trgm. Cached, because most words repeat. */
export function trigramsOf(word: string): ReadonlySet<string> {
  const cached = trigramCache.get(word);
  if (cached) return cached;
  if (trigramCache.size >= CACHE_LIMIT) trigramCache.clear();
  const padded = `  ${word} `;
  const trigrams = new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
  trigramCache.set(word, trigrams);
  return trigrams;
}

/** Fraction of the trigrams that two words have in common, 0 to 1. */
export function wordSimilarity(left: string, right: string): number {
  if (left === right) return 1;
  const [a, b] = [trigramsOf(left), trigramsOf(right)];
  let common = 0;
  for (const trigram of a) if (b.has(trigram)) common += 1;
  return common / (a.size + b.size - common);
}

/** The ways in which two names match, best first. */
export const NAME_MATCHES = ['same', 'part', 'initials', 'similar', 'surname'] as const;
export type NameMatch = (typeof NAME_MATCHES)[number];

export interface ComparedNames {
  match: NameMatch;
  /** 0 to 1. */
  similarity: number;
}

/** Minimum similarities: the first for the less similar of given name and surname, the second for the other one. */
const MIN_SIMILARITY = 0.4;
const MIN_BETTER = 0.6;
const INITIAL_SIMILARITY = 0.6;

const isInitial = (word: string) => word.length === 1;

/** "rfk" for Robert F. Kennedy. */
export const initialsOf = ({ given, surname }: NameParts): string =>
  [...given, ...surname].map((word) => word.charAt(0)).join('');

/** Whether the words of `short` occur in `long` in order. An initial matches any name that starts with it. */
function containsInOrder(short: readonly string[], long: readonly string[]): boolean {
  let from = 0;
  return short.every((word) => {
    const position = long.findIndex(
      (other, index) =>
        index >= from &&
        (other === word || ((isInitial(word) || isInitial(other)) && other.charAt(0) === word.charAt(0))),
    );
    from = position + 1;
    return position >= 0;
  });
}

/** Whether two names share a name written out in full. Matching initials are not enough: David is not Dwight D. */
function sharesAFullName(left: readonly string[], right: readonly string[]): boolean {
  const full = left.filter((word) => !isInitial(word));
  return full.length === 0 || right.every(isInitial) || full.some((word) => right.includes(word));
}

function givenNameSimilarity(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [left, right].map((words) => words.filter((word) => !isInitial(word))) as [string[], string[]];
  if (a.length > 0 && b.length > 0) return Math.max(...a.flatMap((x) => b.map((y) => wordSimilarity(x, y))));
  return left[0]?.charAt(0) === right[0]?.charAt(0) ? INITIAL_SIMILARITY : 0;
}

/** Whether a name begins with the nickname of another one: Chip Bohlen. */
const isCalled = ({ given: [first, ...others] }: NameParts, { nickname, given }: NameParts) =>
  nickname !== '' && first === nickname && containsInOrder(others, given);

/** Compares two names; undefined if they belong to different people. */
export function compareNames(left: NameParts, right: NameParts): ComparedNames | undefined {
  if (left.generation !== '' && right.generation !== '' && left.generation !== right.generation) return undefined;
  for (const [short, long] of [
    [left, right],
    [right, left],
  ] as const)
    if (short.given.length === 0 && long.given.length > 0) {
      if (short.family.length > 1 && short.family === initialsOf(long)) return { match: 'initials', similarity: 0.9 };
      return short.family === long.family ? { match: 'surname', similarity: 0.5 } : undefined;
    }
  const family = wordSimilarity(left.family, right.family);
  if (left.given.length === 0) return family === 1 ? { match: 'same', similarity: 1 } : similar(family, family);
  if (family === 1) {
    if (left.given.join(' ') === right.given.join(' ')) return { match: 'same', similarity: 1 };
    const [short, long] =
      left.given.length <= right.given.length ? [left.given, right.given] : [right.given, left.given];
    if (isCalled(left, right) || isCalled(right, left)) return { match: 'part', similarity: 0.95 };
    if (sharesAFullName(short, long) && containsInOrder(short, long)) {
      const hasAllWords = short.every((word) => long.includes(word));
      return hasAllWords ? { match: 'part', similarity: 0.95 } : { match: 'initials', similarity: 0.85 };
    }
  }
  return similar(family, givenNameSimilarity(left.given, right.given));
}

function similar(family: number, givenScore: number): ComparedNames | undefined {
  // Given name or surname may differ more if the other one matches well.
  if (Math.min(family, givenScore) < MIN_SIMILARITY || Math.max(family, givenScore) < MIN_BETTER) return undefined;
  return { match: 'similar', similarity: (0.8 * (family + givenScore)) / 2 };
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
