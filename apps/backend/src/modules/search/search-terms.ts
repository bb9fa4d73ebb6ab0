/** A whitespace-separated part of a search, and its words. Matches if all words match, or the whole text ("1976-06-16"). */
export interface Term {
  text: string;
  words: string[];
}

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;

/** The terms of a search text; empty for blanks or punctuation only. */
export function termsOf(typed: string): Term[] {
  return typed
    .normalize('NFC')
    .split(/\s+/)
    .map((run) => ({ text: bare(run), words: run.match(WORD) ?? [] }))
    .filter(({ words }) => words.length > 0);
}

/** Removes surrounding quotes, brackets and punctuation. */
const bare = (run: string) => run.replace(/^[^\p{L}\p{M}\p{Nd}]+|[^\p{L}\p{M}\p{Nd}]+$/gu, '');

/**
 * Whether the last word may be a prefix. Short numbers are days and four digits are a year, which users type in full: "June 1"
 * must not match every voyage in June of a year that starts with 1.
 */
export const isOpenEnded = (word: string) => !/^\p{Nd}+$/u.test(word) || word.length === 3;
