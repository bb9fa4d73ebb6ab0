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

const MARKS = new RegExp(`[${MATCH_START}${MATCH_END}]`, 'g');
const IN_WORD = /[\p{L}\p{M}\p{Nd}]/u;
/** Number of characters that are compared to tell whether an excerpt begins or ends where its text does. */
const COMPARED = 16;

/** Adds an ellipsis at each end of the excerpt where text was left out. `first` and `last` are the beginning and the end of the text. */
export function withEllipses(marked: string, first: string, last: string): string {
  const beginning = marked
    .slice(0, 2 * COMPARED)
    .replace(MARKS, '')
    .trimStart()
    .slice(0, COMPARED);
  const ending = marked
    .slice(-2 * COMPARED)
    .replace(MARKS, '')
    .trimEnd()
    .slice(-COMPARED);
  const start = first.indexOf(beginning);
  const end = last.lastIndexOf(ending);
  const isCutBefore = start < 0 || IN_WORD.test(first.slice(0, start));
  const isCutAfter = end < 0 || IN_WORD.test(last.slice(end + ending.length));
  return `${isCutBefore ? '… ' : ''}${marked}${isCutAfter ? ' …' : ''}`;
}

/** Marks words with signs, which the database doesn’t highlight. */
export function markSigns(runs: SearchHit['excerpt'], signs: readonly string[]): SearchHit['excerpt'] {
  if (signs.length === 0) return runs;
  const written = signs.map((sign) => sign.replaceAll(/[+./]/g, String.raw`\$&`).replace(/^no\\\./, '$& ?')).join('|');
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{Nd}])(${written})`, 'giu');
  return runs.flatMap((run) =>
    run.match
      ? [run]
      : run.text
          .split(pattern)
          .map((text, index) => ({ text, match: index % 2 === 1 }))
          .filter(({ text }) => text !== ''),
  );
}
