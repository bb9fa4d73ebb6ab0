/** One word or run of words of a search; all of its words must be found, or the run as the text search reads it ("1976-06-16"). */
export interface Term {
  text: string;
  words: string[];
}

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;

/** What there is to look for in words that somebody typed; empty where they are blank or punctuation alone. */
export function termsOf(typed: string): Term[] {
  return typed
    .normalize('NFC')
    .split(/\s+/)
    .map((run) => ({ text: bare(run), words: run.match(WORD) ?? [] }))
    .filter(({ words }) => words.length > 0);
}

/** A run without the quotes, brackets and full stops around it. */
const bare = (run: string) => run.replace(/^[^\p{L}\p{M}\p{Nd}]+|[^\p{L}\p{M}\p{Nd}]+$/gu, '');

/**
 * Whether the last word may be the beginning of a longer one. Short numbers are days and long ones years, which are typed whole:
 * "June 1" is not every voyage in a June of a year that begins with 1.
 */
export const mayGoOn = (word: string) => !/^\p{Nd}+$/u.test(word) || word.length === 3;
