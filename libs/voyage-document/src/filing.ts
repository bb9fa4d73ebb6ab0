// cspell:ignore Athenagoras Iakovos Khin Kyi dalla degli dello Đặng Minh Seungman Spellman
import { isBurmeseTitle, isDutch, isFrench, isItalian, isRomance, isSpanish } from './filing-words.ts';
import { APOSTROPHES, fold, transliterate, withoutNicknames } from './folding.ts';
import { areUnnamedGuests } from './guests.ts';
import { isWomansName } from './name-forms.ts';
import { splitSuffixes } from './name-words.ts';
import { inReadingOrder } from './names.ts';
import { splitTitles } from './ranks.ts';
import { isOrganization, orderOf, surnameSpan } from './surnames.ts';

const MAX_LENGTH = 300;

/** A name in the order in which it is filed. */
interface FiledName {
  /** The surname, or the whole name of people who are filed under their given name. */
  heading: string[];
  /** Given names, and particles that are not filed: "Ludwig van". */
  rest: string[];
  /** As written: "Jr.", "III". */
  generation: string;
  /** Titles that tell people apart: "Queen", "Duke of Windsor", "Captain". */
  title: string;
}

const asWritten = (text: string): FiledName => ({
  heading: text.split(' '),
  rest: [],
  generation: '',
  title: '',
});

const ROYAL = /^(?:king|queen|prince|princess|emperor|empress|pope|shah|sultan|emir)$/i;
const ROYAL_TITLE = /^(?:crown )?(?:king|queen|prince|princess|emperor|empress|pope)\b/i;
/** Their holders are filed under given names even without a surname or territory. */
const SOVEREIGN = /^(?:king|queen|emperor|empress|pope|shah|sultan)$/i;
/** Left out, because the name says enough: "Mrs. Eleanor Roosevelt". */
const COURTESY = /^(?:mrs|mme|madame)$/i;
const ROMAN_NUMBER = /^[IVX]+$/;
/** Stand before a territory or seat: "Duke of Windsor", "Marquis de Lafayette". */
const OF = /^of$/i;
const FRENCH_OF = /^(?:de|du|des)$/i;
const FRENCH_NOBLE = /^(?:marquise?|(?:vi)?comte(?:sse)?|duc)$/;
const ARABIC_ARTICLE = /^((?:al|el|ad|an|ar|as|ash|at|az)-)(\p{L}.*)$/iu;
const ELIDED = /^(d['’])(\p{Lu}.*)$/u;

const plain = (word: string) => fold(word).replaceAll(/[.,]/g, '');
const isCapital = (word: string) => /^\p{Lu}/u.test(word);

/** How many of the particles before a surname are filed after the given names instead: 1 for "Simone de Beauvoir". */
function countAfterGiven(particles: readonly string[], given: string): number {
  const [first = ''] = particles;
  const word = plain(first);
  if (/^d[e']?$/.test(word)) {
    if (isDutch(given) && first === 'de') return particles.length;
    if (!isRomance(given)) return 0;
    return isFrench(given) ? 1 : particles.length;
  }
  if (isCapital(first)) return 0;
  if (/^(?:du|des|la|le|las|los|les|lo|di|della|dello|dalla|dei|degli|vom|zum|zur)$/.test(word)) return 0;
  if (word === 'del') return isSpanish(given) ? 1 : 0;
  if (word === 'da') return isItalian(given) ? 0 : 1;
  return particles.length;
}

/** Files a name by its surname. */
function bySurname(words: readonly string[], hasTitle: boolean): Pick<FiledName, 'heading' | 'rest'> {
  const { start, surname } = surnameSpan(words, hasTitle);
  const given = words.slice(0, start);
  const particles = words.slice(start, surname);
  const afterGiven = given.length === 0 ? 0 : countAfterGiven(particles, given[0] ?? '');
  const rest = [...given, ...particles.slice(0, afterGiven)];
  const heading = [...particles.slice(afterGiven), ...words.slice(surname)];
  const [first = '', ...others] = heading;
  const article =
    given.length > 0 ? (ARABIC_ARTICLE.exec(first) ?? (isFrench(given[0] ?? '') && ELIDED.exec(first))) : null;
  return article
    ? { heading: [article[2] ?? first, ...others], rest: [...rest, (article[1] ?? '').toLowerCase()] }
    : { heading, rest };
}

function royalName(
  words: readonly string[],
  generation: string,
  noble: string,
): Pick<FiledName, 'heading' | 'rest'> | undefined {
  const isNumbered = ROMAN_NUMBER.test(generation.replace(/[.,]/g, ''));
  const isUndivided = words.length === 1 || orderOf(words) === 'no surname';
  if (ROYAL.test(noble) ? SOVEREIGN.test(noble) || isNumbered || words.length === 1 : isNumbered && isUndivided)
    return { heading: [...words, ...(isNumbered ? [generation] : [])], rest: [] };
  return undefined;
}

/** Parses a name for filing. */
function fileName(sourceText: string): FiledName {
  const text = sourceText.slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ').trim();
  const unquoted = withoutNicknames(text)
    .replaceAll(/\(.*?\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (unquoted === '' || areUnnamedGuests(unquoted) || /&|\band\b/i.test(unquoted)) return asWritten(text);
  const [nameText = '', ...tail] = (inReadingOrder(unquoted) ?? unquoted).split(/\s*,\s*/);
  const { title, noble, name: named } = splitTitles(nameText.split(' '));
  if (isOrganization(named) || (title.length === 0 && /^the$/i.test(named[0] ?? ''))) return asWritten(unquoted);
  // "Grace of Monaco", "Duke of Windsor"
  const of = named.findIndex((word) => OF.test(word));
  const [first = ''] = named;
  if (named.length > 1 && (of === 0 || (FRENCH_NOBLE.test(noble) && FRENCH_OF.test(first))))
    return { ...asWritten(named.slice(1).join(' ')), title: [...title, first].join(' ') };
  if (of > 0 && noble !== '' && !ROYAL.test(noble)) return { ...asWritten(named.join(' ')), title: title.join(' ') };
  if (of > 0 && !ROYAL.test(noble)) return asWritten(unquoted);
  const territory = of > 0 ? named.slice(of) : [];
  const suffixes = tail.filter((part) => splitSuffixes(['x', ...part.split(' ')]).name.length === 1);
  const epithets = tail.filter((part) => !suffixes.includes(part));
  const { name: words, generation = '' } = splitSuffixes([
    ...(of > 0 ? named.slice(0, of) : named),
    ...suffixes.flatMap((part) => part.split(' ')),
  ]);
  if (words.some((word) => /\d/.test(word))) return asWritten(text);
  const royal = royalName(words, generation, noble);
  const fullTitle = [[...title, ...territory].join(' '), ...(royal ? epithets : [])].filter(Boolean).join(', ');
  if (royal) return { ...royal, generation: '', title: fullTitle };
  const suffix = generation.replace(/,$/, '');
  // "Francis Cardinal Spellman"
  const cardinal = words.findIndex((word, index) => index > 0 && index < words.length - 1 && /^cardinal$/i.test(word));
  if (cardinal > 0) {
    const filed = bySurname(words.toSpliced(cardinal, 1), true);
    return { ...filed, generation: suffix, title: words[cardinal] ?? '' };
  }
  if (words.length === 1) return { heading: words, rest: [], generation: suffix, title: fullTitle };
  const shown = isDistinctTitle(noble, words) ? fullTitle : '';
  if (isBurmeseTitle(words[0] ?? ''))
    return { heading: words.slice(1), rest: words.slice(0, 1), generation: suffix, title: '' };
  const order = orderOf(words);
  if (order === 'Hungarian')
    return { heading: words.slice(0, 1), rest: words.slice(1), generation: suffix, title: shown };
  if (order !== 'surname last')
    return { heading: words, rest: [], generation: suffix, title: noble === 'madame' ? fullTitle : shown };
  const filed = bySurname(words, title.length > 0);
  return { ...filed, generation: suffix, title: filed.rest.length === 0 ? fullTitle : shown };
}

/** Whether a title before a full name is kept: "Sir", but not "Mrs.", unless the name is that of the husband. */
const isDistinctTitle = (noble: string, words: readonly string[]) =>
  noble !== '' && (!COURTESY.test(noble) || !isWomansName(fold(words[0] ?? '')));

const joined = (words: readonly string[]) => words.join(' ').replaceAll(/(['’-]) /g, '$1');

/**
 * What a person is filed under unless a curator decides otherwise: "Van Kirk, Theodore", "Elizabeth II, Queen", "Đặng Văn Minh". Follows
 * the cataloging rules of libraries for names of persons, as far as the name alone shows its language.
 */
export function proposeFilingName(name: string): string {
  const { heading, rest, generation, title } = fileName(name);
  return [joined(heading), joined(rest), generation, title].filter(Boolean).join(', ') || name.trim();
}

/** The words of a filing name that an address is made of: without suffixes, and without titles unless there is one name only: Prince Philip. */
export function slugWords(name: string): string {
  const { heading, rest, title } = fileName(name);
  const isAlone = heading.length === 1 && rest.length === 0;
  return [...heading, ...rest, ...(isAlone && ROYAL_TITLE.test(title) ? [title] : [])].join(' ');
}

const DIGITS = 6;
const toNumber = (roman: string) => {
  const values = [...roman].map((letter) => ({ I: 1, V: 5, X: 10 })[letter] ?? 0);
  return values.reduce((sum, value, index) => (value < (values[index + 1] ?? 0) ? sum - value : sum + value), 0);
};
/** A number is never the first word: I Seungman. */
const wordKey = (word: string, index: number) =>
  index > 0 && ROMAN_NUMBER.test(word)
    ? String(toNumber(word)).padStart(DIGITS, '0')
    : fold(word).replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'));

/**
 * Sort key of a filing name, to be compared by code point: word by word, without case, accents and punctuation, with numbers in order. A
 * surname comes before a longer one: Smith, John; Smith Jones, Ann.
 */
export function filingKey(filingName: string): string {
  const elements = transliterate(filingName.slice(0, MAX_LENGTH))
    .replace(/^the /i, '')
    .replaceAll(APOSTROPHES, '')
    .replaceAll('.', ' ')
    .split(',')
    .map((element) => element.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''));
  return elements
    .filter((element) => element.length > 0)
    .map((element) => element.map(wordKey).join(' '))
    .join('  ');
}
