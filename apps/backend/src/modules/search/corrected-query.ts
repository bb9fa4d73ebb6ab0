import type { SearchHit } from '@archive/contracts';
import { editsBetween } from './near-words.ts';

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;
const MAX_EDITS = 2;
const withoutAccents = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The query with the words that the similar results have instead, as they are written there; null if there are none. */
export function correctedQuery(typed: string, similarHits: readonly SearchHit[]): string | null {
  const markedWords = similarHits
    .filter(({ match }) => match === 'similar')
    .flatMap(({ title_excerpt, excerpt }) => [...title_excerpt, ...excerpt])
    .filter(({ match }) => match)
    .flatMap(({ text }) => text.match(WORD) ?? []);
  const corrected = typed.replaceAll(WORD, (word) => {
    const candidates = markedWords
      .map((text) => ({ text, edits: editsBetween(withoutAccents(word), withoutAccents(text)) }))
      .filter(({ edits }) => edits <= MAX_EDITS)
      .toSorted((left, right) => left.edits - right.edits);
    const [best] = candidates.filter(({ edits }) => edits > 0);
    return best && word.length > MAX_EDITS + 1 && !/^\p{Nd}+$/u.test(word) ? best.text : word;
  });
  return withoutAccents(corrected) === withoutAccents(typed) ? null : corrected;
}
