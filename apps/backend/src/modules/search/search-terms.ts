/** A part of a search, and its words. Matches if all words match, or the whole text ("1976-06-16"). */
export interface Term {
  text: string;
  words: string[];
  /** In quotation marks: matches only the exact phrase. */
  phrase?: true;
  /** Begins with a hyphen: must not match. */
  excluded?: true;
  /** Letters that may be the initials of a name: "JFK" of "J.F.K.". */
  initials?: string;
}

/** More words of a term cost the database time and narrow nothing. */
const MAX_WORDS = 16;

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;
const DOTTED = /^(?:\p{L}\.){2,5}\p{L}?$|^(?:\p{L}\.){1,4}\p{L}$/u;
const MAX_INITIALS = 5;

/** The search term of a string; undefined for punctuation only. */
export function termOf(run: string, { phrase, excluded }: Pick<Term, 'phrase' | 'excluded'> = {}): Term | undefined {
  const matches = [...run.matchAll(WORD)].slice(0, MAX_WORDS);
  const end = matches.at(-1);
  if (!end) return undefined;
  const text = trimPunctuation(run.slice(0, end.index + end[0].length));
  const letters = DOTTED.test(run) || /^\p{L}+$/u.test(text) ? text.replaceAll('.', '') : '';
  const looksLikeInitials = letters.length > 1 && letters.length <= MAX_INITIALS;
  return {
    text,
    words: matches.map(([word]) => word),
    ...(phrase && { phrase }),
    ...(excluded && { excluded }),
    ...(looksLikeInitials && !phrase && !excluded && { initials: letters }),
  };
}

/** Removes surrounding quotes, brackets and punctuation. */
const trimPunctuation = (run: string) => run.replace(/^[^\p{L}\p{M}\p{Nd}]+|[^\p{L}\p{M}\p{Nd}]+$/gu, '');

/**
 * Whether the last word may be a prefix. Short numbers are days and four digits are a year, which users type in full: "June 1"
 * must not match every voyage in June of a year that starts with 1.
 */
export const isOpenEnded = (word: string) => !/^\p{Nd}+$/u.test(word) || word.length === 3;
