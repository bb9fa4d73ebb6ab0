import type { SearchHit } from '@archive/contracts';

/** Control characters around matches in the database's excerpts; the query removes them from the text itself. */
export const MATCH_START = '\u0002';
export const MATCH_END = '\u0003';

/** Splits a marked excerpt into segments. */
export function excerptRuns(marked: string): SearchHit['excerpt'] {
  const runs: SearchHit['excerpt'] = [];
  const add = (text: string, match: boolean) => text !== '' && runs.push({ text, match });
  let end = 0;
  for (let start = marked.indexOf(MATCH_START); start >= 0; start = marked.indexOf(MATCH_START, end)) {
    add(marked.slice(end, start), false);
    const matchEnd = marked.indexOf(MATCH_END, start);
    end = matchEnd < 0 ? marked.length : matchEnd + 1;
    add(marked.slice(start + 1, matchEnd < 0 ? end : matchEnd), true);
  }
  add(marked.slice(end), false);
  return runs;
}

const NOT_IN_WORDS = /[^\p{L}\p{M}\p{Nd}]+/gu;
/** Number of letters that are compared to tell whether an excerpt begins or ends where its text does. */
const COMPARED_LETTERS = 24;
/** Number of characters in which these letters are looked for. */
const COMPARED_CHARACTERS = 80;
const letters = (text: string) => text.replaceAll(NOT_IN_WORDS, '');

/** Adds an ellipsis at each end of the excerpt where text was left out. `first` and `last` are the beginning and the end of the text. */
export function withEllipses(marked: string, first: string, last: string): string {
  const beginning = letters(marked.slice(0, COMPARED_CHARACTERS)).slice(0, COMPARED_LETTERS);
  const ending = letters(marked.slice(-COMPARED_CHARACTERS)).slice(-COMPARED_LETTERS);
  const isCutBefore = !letters(first).startsWith(beginning);
  const isCutAfter = !letters(last).endsWith(ending);
  return `${isCutBefore ? '… ' : ''}${marked}${isCutAfter ? ' …' : ''}`;
}
