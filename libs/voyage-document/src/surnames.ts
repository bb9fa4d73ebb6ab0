// cspell:ignore Banzer Ceallaigh Chinnéide Couve Dafydd Giscard Gwilym Mahathir Minh Mohamad Murville Suárez bint binti ttir Đặng García Márquez Areilza Martínez Rodas
import {
  endsAsOrganization,
  isArabicOrHebrew,
  isCompoundSurname,
  isFrench,
  isHungarian,
  isIcelandic,
  isMuhammad,
  isItalian,
  isPortugueseRelation,
  isPortugueseSurname,
  isSpanish,
  isSpanishSurname,
  isSurnameFirst,
  isWithoutSurname,
  looksSpanish,
} from './filing-words.ts';
import { fold } from './folding.ts';
import { isCommonGivenName } from './name-forms.ts';
import { isBeforeSurname, isParticle } from './name-words.ts';

/** Join the name of a father: "Mahathir bin Mohamad", "Dafydd ap Gwilym". */
const PATRONYMIC = /^(?:bin|binti|ibn|bint|ap|ben|bat)$/;
const ICELANDIC_SURNAME = /(?:s(?:son|en)|d[oó]ttir)$/i;
const IRISH_PARTICLE = /^(?:Ó|N[ií]|Nic|U[ií]|Ua)$/;
/** Given names when they come first: Van Johnson, Mac Davis. */
const GIVEN_PARTICLES = /^(?:van|della|di|ter|mac)$/i;

const plain = (word: string) => fold(word).replaceAll(/[.,]/g, '');
/** Whether a word has only initials, as "J." or "J.R.". Roman numbers are names of monarchs. */
export const isInitial = (word: string) => /^(?:\p{Lu}\.?)+$/u.test(word) && !/^[IVX]+$/.test(word);

/** Words of organizations that are surnames too: Frank Church. */
const SURNAMES_TOO = /^(?:band|bank|board|church|estate|fleet|group|guard|league|school|service|trust)$/i;
const BEFORE_ORGANIZATION = /^(?:army|coast|color|first|foreign|home|honor|marine|national|navy|secret|U\.?S\.?)$/i;

/** Whether a name is that of an organization: "U.S. Navy", but not Frank Church. */
export function isOrganization(words: readonly string[]): boolean {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length < 2 || !endsAsOrganization(last)) return false;
  if (isCommonGivenName(fold(first)) || (isInitial(first) && !/^U\.?S\.?$/.test(first))) return false;
  return words.length > 2 || !SURNAMES_TOO.test(last) || BEFORE_ORGANIZATION.test(first);
}

/** Which order the words of a name without a title are in. Names without a surname, such as patronymics, are filed as written. */
export function orderOf(words: readonly string[]): 'surname last' | 'surname first' | 'Hungarian' | 'no surname' {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const isPatronymic = words.slice(0, -1).some((word) => PATRONYMIC.test(word)) || PATRONYMIC.test(plain(first));
  const isInIceland = isIcelandic(first) || /[þð]/i.test(words.join('')) || /d[oó]ttir$/i.test(last);
  if (isPatronymic || (isInIceland && ICELANDIC_SURNAME.test(last)) || isWithoutSurname(words)) return 'no surname';
  const isAsianScript =
    /^(?:\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai})/u;
  if (isSurnameFirst(words) || isAsianScript.test(first)) return 'surname first';
  return words.length > 1 && isHungarian(last) && !isHungarian(first) && !isInitial(first)
    ? 'Hungarian'
    : 'surname last';
}

/** The words of a surname that ends a name. */
export interface SurnameSpan {
  /** The first particle, or else the first word of the surname. */
  start: number;
  /** The first word of the surname without its particles. */
  surname: number;
  /** The end of the first surname, if there are two: 2 in "Hugo Banzer Suárez". */
  end: number;
}

/** Whether the word before the last one is the first of two Spanish surnames: Gabriel García Márquez, Hugo Banzer Suárez. */
const areSpanishSurnames = (given: string, previous: string, last: string) =>
  isSpanish(given) &&
  ![previous, last].some(isPortugueseSurname) &&
  (isSpanishSurname(previous) ||
    ((isSpanishSurname(last) || (looksSpanish(previous) && looksSpanish(last))) &&
      ![isSpanish, isItalian].some((isGiven) => isGiven(previous)) &&
      !isCommonGivenName(fold(previous))));

/** Position of the first word of the surname, without its particles, and the end of the first of two surnames. */
function surnameOf(words: readonly string[]): Pick<SurnameSpan, 'surname' | 'end'> {
  const last = words.length - 1;
  const wordAt = (index: number) => words[index] ?? '';
  let surname = last;
  const single = () => ({ surname, end: words.length });
  if (surname > 1 && isPortugueseRelation(wordAt(surname))) surname -= 1;
  // "Núñez y Peña", "Areilza y Martínez de Rodas"
  const and = words.findLastIndex((word, index) => index > 1 && index < surname && /^[yi]$/.test(word));
  if (and > 1 && !isParticle(wordAt(and - 1))) return { surname: and - 1, end: and };
  if (surname > 2 && wordAt(surname - 1) === 'e' && !isParticle(wordAt(surname - 2)))
    return { surname: surname - 2, end: words.length };
  if (surname < 2) return single();
  const [given = ''] = words;
  let before = surname - 1;
  while (before > 0 && isParticle(wordAt(before))) before -= 1;
  const previous = wordAt(before);
  if (before < 1 || isInitial(previous)) return single();
  const isKhan = words.length === 3 && isMuhammad(given) && /^khan$/i.test(wordAt(last));
  if (before === surname - 1 && (isKhan || isCompoundSurname(previous, wordAt(surname))))
    return { surname: before, end: words.length };
  // "Couve de Murville", "Giscard d’Estaing"
  const isFrenchCompound = /^de$|^d['’]/.test(wordAt(before + 1)) && isFrench(given) && !isFrench(previous);
  return isFrenchCompound || areSpanishSurnames(given, previous, wordAt(last))
    ? { surname: before, end: before + 1 }
    : single();
}

/** Finds the surname at the end of a name. `hasTitle`: a title before the words. */
export function surnameSpan(words: readonly string[], hasTitle: boolean): SurnameSpan {
  const { surname, end } = surnameOf(words);
  let start = surname;
  const isPartOfSurname = (index: number) => {
    const word = words[index] ?? '';
    const isBen = word === 'Ben' && index === 1 && isArabicOrHebrew(words[0] ?? '');
    return isBen || isBeforeSurname(word) || IRISH_PARTICLE.test(word);
  };
  while (start > 0 && isPartOfSurname(start - 1)) start -= 1;
  if (start > 0 || surname === 0) return { start, surname, end };
  // Nothing but particles before the surname: "De Gaulle" is a surname, "Van Johnson" a full name.
  const isSurname = hasTitle || surname > 1 || !GIVEN_PARTICLES.test(plain(words[0] ?? ''));
  return { start: isSurname ? 0 : 1, surname, end };
}
