import type { SearchHit } from '@archive/contracts';

/** Control characters around matches in the database's excerpts; the query removes them from the text itself. */
export const MATCH_START = '\u0002';
export const MATCH_END = '\u0003';

/** Splits a marked excerpt into segments. */
export function excerptRuns(marked: string): SearchHit['excerpt'] {
  return marked
    .split(MATCH_START)
    .flatMap((part, index) => {
      const [match = '', after] = index === 0 ? ['', part] : part.split(MATCH_END);
      return [
        { text: match, match: true },
        { text: after ?? '', match: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
