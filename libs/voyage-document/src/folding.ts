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

/** Removes quoted nicknames. An unpaired quotation mark has no effect. */
export function withoutNicknames(text: string): string {
  return text.replace(/"[^"]*"|“[^”“]*”/g, ' ');
}

const OTHER_SCRIPTS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+/gu;
/** A Chinese or Korean name that is written without spaces begins with the surname. */
const SURNAME_WITHOUT_SPACE = /([\p{Script=Han}\p{Script=Hangul}])([\p{Script=Han}\p{Script=Hangul}]+)/gu;

/** Other scripts in Latin letters: "Хрущёв" becomes "Khrushchev", "毛泽东" becomes "Mao ZeDong". Latin letters stay unchanged. */
export const transliterate = (text: string): string =>
  text
    .normalize('NFC')
    .replace(SURNAME_WITHOUT_SPACE, '$1 $2')
    .replace(OTHER_SCRIPTS, (letters) => anyAscii(letters));
