import type { SearchHit } from '@archive/contracts';

/** Stand around a match in what the database answers; no stored text keeps them that far. */
export const MATCH_START = '\u0002';
export const MATCH_END = '\u0003';

/** Runs of an excerpt out of text with marks around what matches. */
export function excerptRuns(marked: string): SearchHit['excerpt'] {
  return marked
    .split(MATCH_START)
    .flatMap((part, at) => {
      const [match = '', after] = at === 0 ? ['', part] : part.split(MATCH_END);
      return [
        { text: match, match: true },
        { text: after ?? '', match: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
