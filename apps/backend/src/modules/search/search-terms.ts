/** A whitespace-separated part of a search, and its words. Matches if all words match, or the whole text ("1976-06-16"). */
export interface Term {
  text: string;
  words: string[];
}

/** More terms, or words of one, cost the database time and narrow nothing. */
const MAX_TERMS = 16;
const MAX_WORDS = 16;

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;

/** The terms of a search text, each once and at most 16; empty for blanks or punctuation only. */
export function termsOf(typed: string): Term[] {
  const terms = typed
    .normalize('NFC')
    .split(/\s+/)
    .map(termOf)
    .filter(({ words }) => words.length > 0);
  // The last of several equal terms stays: the end of the text may be a prefix.
  const last = new Map(terms.map((term, at) => [term.text.toLowerCase(), at]));
  return terms.filter(({ text }, at) => last.get(text.toLowerCase()) === at).slice(0, MAX_TERMS);
}

function termOf(run: string): Term {
  const matches = [...run.matchAll(WORD)].slice(0, MAX_WORDS);
  const end = matches.at(-1);
  const text = end ? run.slice(0, end.index + end[0].length) : run;
  return { text: trimPunctuation(text), words: matches.map(([word]) => word) };
}

/** Removes surrounding quotes, brackets and punctuation. */
const trimPunctuation = (run: string) => run.replace(/^[^\p{L}\p{M}\p{Nd}]+|[^\p{L}\p{M}\p{Nd}]+$/gu, '');

/**
 * Whether the last word may be a prefix. Short numbers are days and four digits are a year, which users type in full: "June 1"
 * must not match every voyage in June of a year that starts with 1.
 */
export const isOpenEnded = (word: string) => !/^\p{Nd}+$/u.test(word) || word.length === 3;
