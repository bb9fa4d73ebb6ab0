// cspell:ignore Banzer Suárez saintclair sainte vankirk Enlai García Jongpil Márquez juscelino kubitschek oliveira rutherfurd Abdel Karim Polistico aeou dnrstz drstz
import { APOSTROPHES, fold, nicknameIn, transliterate, withoutNicknames } from './folding.ts';
import {
  isBurmeseTitle,
  isCompoundSurname,
  isPortugueseRelation,
  isSpanish,
  isSpanishSurname,
} from './filing-words.ts';
import { areUnnamedGuests } from './guests.ts';
import { hasGivenNameOfAnyLanguage, joinNameParts } from './inverted-names.ts';
import { areSimilarSpellings, isCommonGivenName, isWomansName, matchGivenNames, withoutUmlauts } from './name-forms.ts';
import { areLettersAfterName, fullGivenName, generationOf, isBeforeSurname, splitSuffixes } from './name-words.ts';
import { countTitleWords, splitTitle, splitTitles } from './ranks.ts';
import { splitLetters } from './suffixes.ts';
import { orderOf, surnameSpan } from './surnames.ts';

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
  /** Letters, ranks and services after the name, as written: "M.D., USN". */
  role: string | null;
}

function withoutTitle(text: string): { title: string | null; rest: string } {
  const words = text.split(' ').filter((word) => word !== '');
  const count = Math.min(countTitleWords(words), words.length - 1);
  return count <= 0
    ? { title: null, rest: text }
    : { title: words.slice(0, count).join(' '), rest: words.slice(count).join(' ') };
}

/** "García Márquez" before "Gabriel", "Lloyd George" before "David". */
const areTwoSurnames = ([first = '', second = '', ...others]: readonly string[], [given = '']: readonly string[]) =>
  others.length === 0 && (isCompoundSurname(first, second) || (isSpanish(given) && isSpanishSurname(first)));

/** Converts "Foskett, James H., Jr." to natural order; undefined if the comma has another purpose ("Dean Acheson, Secretary of State"). */
export function inReadingOrder(text: string): string | undefined {
  const [left = '', right, ...extraParts] = text.split(',').map((part) => part.trim());
  if (right === undefined || right === '' || isSuffix(right)) return undefined;
  if (extraParts.length > 2 || !extraParts.every(isSuffix)) return undefined;
  const surname = splitSuffixes(left.split(' ')).name;
  const givenNames = right.split(' ');
  const isSurname =
    surname.length === 1 || surname.slice(0, -1).every(isBeforeSurname) || areTwoSurnames(surname, givenNames);
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
 * Splits a typed name: "Adm. Foskett, James H., USN" is the form of address "Adm.", the name "James H. Foskett" and the role "USN". A form of address before a
 * single word ("Captain Smith") stays part of the name, as in imports.
 */
export function readWrittenName(sourceText: string): WrittenName {
  const { name: text, role } = splitLetters(sourceText.slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ').trim());
  const { title, rest } = withoutTitle(text);
  const inverted = inReadingOrder(rest);
  if (inverted === undefined) {
    const { title: honorific, name } = splitTitle(text);
    return { honorific, name, role };
  }
  const inner = splitTitle(inverted);
  return { honorific: [title, inner.title].filter(Boolean).join(' ') || null, name: inner.name, role };
}

/** A name for comparison: folded, without punctuation, forms of address and letters after the name. */
export interface NameParts {
  /** Words of the form of address, and of titles that are part of the name. */
  honorific: string[];
  /** Given names and initials, in order; abbreviated ones in full. */
  given: string[];
  /** The surname as one word: `vankirk`, `saintclair`. Of two surnames, the first: `banzer` of Hugo Banzer Suárez. */
  family: string;
  /** The second of two surnames as one word: `suarez`; empty if there is none. */
  second: string;
  /** The words of the surnames: `van`, `kirk`. */
  surname: string[];
  /** Whether the name that people are known by is written first: `faisal` of Faisal bin Abdulaziz is the `family`. */
  isFirst: boolean;
  /** In one form: `jr`, `iii`; empty if there is none. */
  generation: string;
  /** From quotation marks: `chip` of Charles E. "Chip" Bohlen; empty if there is none. */
  nickname: string;
}

const wordsOf = (text: string) =>
  fold(withoutNicknames(text).replaceAll(/\(.*?\)/g, ' '))
    .replaceAll(APOSTROPHES, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Arabic articles in one form: as-Said, Abd el-Karim and Abdel Karim. */
const withArticle = (text: string) =>
  text
    .replaceAll(/\babd(?:[ -]?[aeou]l|ou|[ -](?:[ae][dnrstz]|ash))[ -](?=\p{L}{2})/giu, 'Abdul ')
    .replaceAll(/(?<= )(?:[Ae]l|a[dnrstz]|e[drstz]|ash|esh|ul)-(?=\p{L})/gu, 'al-');

const splitHyphens = (words: readonly string[]) => words.flatMap((word) => word.split(/[-‐‑](?=\p{L})/u));

/** Separates given names from one or two surnames, or from the name that people without a surname are known by. */
function splitSurname(
  words: readonly string[],
  hasTitle: boolean,
): { given: string[]; first: string[]; second: string[]; isFirst: boolean } {
  const isFirst = orderOf(words) !== 'surname last';
  if (isFirst) return { given: splitHyphens(words.slice(1)), first: words.slice(0, 1), second: [], isFirst };
  const separate = splitHyphens(words);
  const { start, end } = surnameSpan(separate, hasTitle);
  return { given: separate.slice(0, start), first: separate.slice(start, end), second: separate.slice(end), isFirst };
}

const join = (words: readonly string[]) =>
  words.map((word, index) => (index < words.length - 1 ? (SAINTS.get(word) ?? word) : word)).join('');

/** Parses a name for comparison; undefined for text without a name: unnamed guests, or only a form of address. */
export function nameParts(sourceText: string): NameParts | undefined {
  const text = withArticle(transliterate(sourceText.slice(0, MAX_LENGTH)).replaceAll(/\s+/g, ' ').trim());
  if (areUnnamedGuests(text)) return undefined;
  const { title, rest } = withoutTitle(text);
  // "Prince Philip, Duke of Edinburgh"
  const inner = withoutTitle(inReadingOrder(rest) ?? rest.replace(/,[^,]* of .*$/i, ''));
  const plainName = withoutNicknames(inner.rest).replaceAll(/\(.*?\)/g, ' ');
  const { name, generation } = splitSuffixes(plainName.split(/[\s,]+/).filter((word) => word !== ''));
  const { title: noble, name: titled } = splitTitles(name);
  const named = titled.length > 1 && isBurmeseTitle(titled[0] ?? '') ? titled.slice(1) : titled;
  // "Juliana of the Netherlands"
  const of = named.findIndex((word, index) => index > 0 && /^of$/i.test(word));
  const words = named.slice(0, of < 0 ? named.length : of).filter((word) => !/^cardinal$/i.test(word));
  const relation = words.length > 2 && isPortugueseRelation(words.at(-1) ?? '') ? words.pop() : undefined;
  const { given, first, second, isFirst } = splitSurname(words, title !== null || noble.length > 0);
  const parts = {
    honorific: wordsOf([title ?? '', inner.title ?? '', ...noble].join(' ')),
    given: wordsOf(given.join(' ').replace(/^lady bird\b/i, 'Ladybird')).map(fullGivenName),
    family: join(wordsOf(first.join(' '))),
    second: join(wordsOf(second.join(' ')).filter((word) => !/^[yi]$/.test(word))),
    surname: wordsOf([...first, ...second].join(' ')),
    isFirst,
  };
  if (parts.family === '' || [...parts.given, ...parts.surname].some((word) => /\d/.test(word))) return undefined;
  return {
    ...parts,
    generation: generationOf(generation ?? '') ?? relation?.toLowerCase() ?? '',
    nickname: wordsOf(nicknameIn(inner.rest)).join(' '),
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
/** How similar names are of which no word is the same. */
const INITIALS_ONLY = 0.85;

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
  if (short.join('') === long.join('')) return { match: 'same', similarity: 1 };
  const scores: number[] = [];
  let from = 0;
  for (const word of short) {
    const same = isInitial(word) ? -1 : long.indexOf(word, from);
    let score = 0;
    let position = same < 0 ? from : same;
    while (position < long.length && (score = scoreWords(word, long[position] ?? '')) === 0) position += 1;
    const isNameSkipped = from === 0 && long.slice(0, position).some((other) => !isInitial(other));
    if (score < (isNameSkipped ? WORD_SCORES.form : INITIAL_SCORE)) return undefined;
    scores.push(score);
    from = position + 1;
  }
  const isNameShared = scores.some((score) => score !== INITIAL_SCORE);
  if (!isNameShared && !short.every(isInitial) && !long.every(isInitial)) return undefined;
  const differing = scores.filter((score) => score < 1 && score !== INITIAL_SCORE);
  if (differing.length > 0) return { match: 'similar', similarity: Math.min(...differing) };
  return short.every((word) => long.includes(word))
    ? { match: 'part', similarity: 0.95 }
    : { match: 'initials', similarity: isNameShared ? 0.9 : INITIALS_ONLY };
}

const COURTESY = /^(?:mr|mrs|mme|madame|lady|lord|sir|dame|the|and)$/;
/** King Saud is King Saud bin Abdulaziz. */
const ROYAL = /^(?:king|queen|emperor|empress|prince|princess|sultan|sheikh|emir)$/;
const OF_WIFE = /^(?:mrs|mme|madame|lady)$/;

interface Bearer {
  /** Without forms of address. */
  name: NameParts;
  /** All words as one, because some are written joined or apart: Lady Bird and Ladybird, En-lai and Enlai. */
  whole: string;
  /** Its words in an order that doesn’t depend on which of them is the surname. */
  sorted: string;
  bearer: 'own' | 'wife' | 'couple';
}

/** The words of a name, in an order that doesn’t depend on which of them is the surname. */
export const sortedWords = ({ given, surname }: NameParts): string => [...given, ...surname].toSorted().join(' ');

const wholeName = ({ given, family, second }: NameParts) => [...given, family, second].map(withoutUmlauts).join('');

/** Whose name it is: "Mrs. John Doe" is his wife, "Mr. and Mrs. John Doe" are a couple, and Mrs. Ann Doe goes by her own name. */
function readBearer(parts: NameParts): Bearer {
  const courtesies = [...parts.honorific, ...parts.given].filter((word) => COURTESY.test(word));
  if (courtesies.length === 0)
    return { name: parts, whole: wholeName(parts), sorted: sortedWords(parts), bearer: 'own' };
  const given = parts.given.filter((word) => !COURTESY.test(word));
  const isWife = courtesies.some((word) => OF_WIFE.test(word)) && !given.some(isWomansName);
  const single = isWife ? 'wife' : 'own';
  const name = { ...parts, given };
  return {
    name,
    whole: wholeName(name),
    sorted: sortedWords(name),
    bearer: courtesies.includes('and') ? 'couple' : single,
  };
}

const bearers = new WeakMap<NameParts, Bearer>();

/** Most names are compared with many others. */
function bearerOf(parts: NameParts): Bearer {
  const bearer = bearers.get(parts) ?? readBearer(parts);
  bearers.set(parts, bearer);
  return bearer;
}

/** Whether a name begins with the nickname of another one: Chip Bohlen, Wild Bill Donovan. */
function isCalled({ given: called }: NameParts, { nickname, given }: NameParts): boolean {
  if (nickname === '') return false;
  const words = nickname.split(' ');
  const isNickname = words.every((word, index) => called[index] === word);
  return isNickname && compareGivenNames(called.slice(words.length), given) !== undefined;
}

const isWithoutParticle = ({ family, surname }: NameParts, long: NameParts) =>
  surname.length === 1 && long.family.endsWith(family) && long.surname.includes(family);

/** Whether surnames may be spellings of one, also without its particle: Maria e Silva. */
const areSimilarSurnames = (left: NameParts, right: NameParts) =>
  areSimilarSpellings(left.family, right.family) || isWithoutParticle(left, right) || isWithoutParticle(right, left);

/** Whether the second surnames of two people differ. */
const haveOtherSecondSurnames = ({ second: left }: NameParts, { second: right }: NameParts) =>
  left !== '' && right !== '' && !areSimilarSpellings(left, right);

const areOtherTitles = ({ honorific: left }: NameParts, { honorific: right }: NameParts) =>
  left.length > 0 && right.length > 0 && !left.some((word) => right.includes(word));

const SIMILAR_SURNAME = 0.8;
/** For names of which another word is the surname. */
const UNCERTAIN_SURNAME = 0.7;

/** Whether one of the names has the surname first: Kossuth Lajos. James Henry is not Henry James. */
const areReordered = (left: Bearer, right: Bearer) =>
  left.sorted === right.sorted &&
  left.name.given.length > 0 &&
  ![...left.name.given, ...left.name.surname].every(isCommonGivenName);

/** A name with the word first that people are known by: `kim` of Kim Jongpil. */
function withFirstAsFamily(parts: NameParts): NameParts {
  const [family = '', ...given] = [...parts.given, ...parts.surname];
  return { ...parts, family, given, second: '', surname: [family], isFirst: true };
}

/** A name with the last word as surname: `vi` of Le Thi Vi. */
function withLastAsFamily(parts: NameParts): NameParts {
  const given = [parts.family, ...parts.given];
  const family = given.pop() ?? '';
  return { ...parts, family, given, surname: [family], isFirst: false };
}

/** A name with its first surname as a middle name, if the other name has the initial of it: Carlos P. Garcia is Carlos Polistico Garcia. */
function withMiddleName(parts: NameParts, { given, second }: NameParts): NameParts {
  if (parts.second === '' || second !== '' || given.length < 2 || given.at(-1) !== parts.family.charAt(0)) return parts;
  return { ...parts, given: [...parts.given, parts.family], family: parts.second, second: '' };
}

/** Compares two names; undefined if they belong to different people. If the rules see another order in each, both orders are tried. */
export function compareNames(left: NameParts, right: NameParts): ComparedNames | undefined {
  const compared = compareParts(withMiddleName(left, right), withMiddleName(right, left));
  if (compared || left.isFirst === right.isFirst) return compared;
  const [first, last] = left.isFirst ? [left, right] : [right, left];
  return compareParts(first, withFirstAsFamily(last)) ?? compareParts(withLastAsFamily(first), last);
}

/** Whether a whole name is only the surname of another one: Lloyd George, Van Dyke for VanDyke. */
const isSurnameOf = ({ whole, name }: Bearer, { family, second, surname }: NameParts) =>
  (surname.length > 1 || isBeforeSurname(name.given[0] ?? '')) && whole === `${family}${second}`;

/** Whether one name goes on with another surname after the other: Lucy Mercer Rutherfurd, Juscelino Kubitschek de Oliveira. */
function isContinued(left: NameParts, right: NameParts): boolean {
  const [short = [], long = []] = [left, right]
    .map(({ given, surname }) => [...given, ...surname])
    .toSorted((a, b) => a.length - b.length);
  const last = short.at(-1) ?? '';
  return (
    short.length > 1 &&
    short.length < long.length &&
    short.every((word, index) => word === long[index]) &&
    !isInitial(last) &&
    !isCommonGivenName(last) &&
    !left.isFirst &&
    !right.isFirst
  );
}

function compareParts(leftParts: NameParts, rightParts: NameParts): ComparedNames | undefined {
  const [leftBearer, rightBearer] = [bearerOf(leftParts), bearerOf(rightParts)];
  const [left, right] = [leftBearer.name, rightBearer.name];
  if (leftBearer.bearer !== rightBearer.bearer) return undefined;
  if (left.generation !== '' && right.generation !== '' && left.generation !== right.generation) return undefined;
  const isSameSurname = withoutUmlauts(left.family) === withoutUmlauts(right.family);
  if (left.given.length === 0 && right.given.length === 0 && areOtherTitles(left, right))
    return isSameSurname ? { match: 'surname', similarity: 0.5 } : undefined;
  if (leftBearer.whole === rightBearer.whole) return { match: 'same', similarity: 1 };
  if (isSurnameOf(leftBearer, right) || isSurnameOf(rightBearer, left)) return { match: 'surname', similarity: 0.5 };
  if ((left.given.length === 0) !== (right.given.length === 0)) {
    const [short, long] = left.given.length === 0 ? [left, right] : [right, left];
    if (short.family.length > 1 && short.family === initialsOf(long)) return { match: 'initials', similarity: 0.9 };
    if (
      isSameSurname &&
      long.isFirst &&
      short.honorific.some((word) => ROYAL.test(word) && long.honorific.includes(word))
    )
      return { match: 'part', similarity: 0.95 };
    return isSameSurname ? { match: 'surname', similarity: 0.5 } : undefined;
  }
  if (haveOtherSecondSurnames(left, right)) return undefined;
  if (!isSameSurname && !areSimilarSurnames(left, right))
    return areReordered(leftBearer, rightBearer) || isContinued(left, right)
      ? { match: 'similar', similarity: UNCERTAIN_SURNAME }
      : undefined;
  const given =
    isCalled(left, right) || isCalled(right, left)
      ? ({ match: 'part', similarity: 0.95 } as const)
      : compareGivenNames(left.given, right.given);
  if (isSameSurname || !given) return given;
  // Initials are not enough for another surname.
  const isInitialsOnly = given.match === 'initials' && given.similarity === INITIALS_ONLY;
  return isInitialsOnly ? undefined : { match: 'similar', similarity: SIMILAR_SURNAME * given.similarity };
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
