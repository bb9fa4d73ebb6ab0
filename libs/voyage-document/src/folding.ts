// cspell:ignore Хрущёв
import anyAscii from 'any-ascii';

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const ASCII = /^[\0-\x7f]*$/;

/** Lower case without accents: "Trudeau", "TRUDEAU" and "Trudéau" become equal. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** In double quotation marks, or in single ones between words. An unpaired quotation mark has no effect. */
const NICKNAME = /"([^"]*)"|“([^”“]*)”|(?<=\s)[‘'](\p{Lu}[^‘’']*)[’'](?=\s)/gu;

/** Removes quoted nicknames. */
export const withoutNicknames = (text: string): string => text.replace(NICKNAME, ' ');

/** Signs within names that are not heard: O’Brien, Liliʻuokalani. */
export const APOSTROPHES = /['’‘`ʻʼ]/g;

/** The nickname in a name, in quotation marks or parentheses before the surname: Robert "Bobby" Baker, Wilton (Jerry) Persons. */
export const nicknameIn = (text: string): string =>
  text
    .matchAll(NICKNAME)
    .next()
    .value?.slice(1)
    .find((nickname) => nickname !== undefined) ??
  /\(([^()]*)\) \S/.exec(text)?.[1] ??
  '';

const GREEK_DIPHTHONG = /(?<=[αεο])[υύ]/giu;
const OTHER_SCRIPTS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+/gu;
/** A Chinese or Korean name that is written without spaces begins with the surname. */
const SURNAME_WITHOUT_SPACE = /([\p{Script=Han}\p{Script=Hangul}])([\p{Script=Han}\p{Script=Hangul}]+)/gu;

/** Other scripts in Latin letters: "Хрущёв" becomes "Khrushchev", "毛泽东" becomes "Mao ZeDong". Latin letters stay unchanged. */
export const transliterate = (text: string): string =>
  text
    .normalize('NFC')
    .replace(SURNAME_WITHOUT_SPACE, '$1 $2')
    .replace(GREEK_DIPHTHONG, 'u')
    .replace(OTHER_SCRIPTS, (letters) => anyAscii(letters));
