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
