import type { SearchHit } from '@archive/contracts';
import { editsBetween } from './similar-words.ts';
import { ALL_PREFIXES, NAME_PREFIXES } from './parse-query.ts';

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;
const MAX_EDITS = 2;
const withoutAccents = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Replaces the query's words with the words of similar results, spelled as in the results; null if there are none. */
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

const ANY_PREFIX = /(?<=^|[\s-])(\p{L}{3,}):(?=\S)/gu;
const NAMES = NAME_PREFIXES.join('|');
/** A prefix value of more than one word without quotation marks: `tag:Camp David`. */
const OPEN_VALUE = new RegExp(String.raw`(?<=^|\s)(${NAMES}):([^\s"\u201C]+(?:\s+(?!\p{L}+:|[-"\u201C])\S+)+)`, 'giu');
const VALUE = new RegExp(String.raw`(?<=^|\s)(${NAMES}):(?:"([^"]*)"|([^\s"\u201C]+))`, 'giu');

/** The query with misspelled prefixes corrected, or else with quotation marks around multi-word values; null if nothing changes. */
export function correctedPrefixes(typed: string): string | null {
  const correctedPrefixes = typed.replaceAll(ANY_PREFIX, (prefix, name: string) => {
    const word = name.toLowerCase();
    if (ALL_PREFIXES.includes(word)) return prefix;
    const closest = ALL_PREFIXES.find(
      (candidate) => editsBetween(word, candidate) <= (candidate.length < MAX_EDITS + 4 ? 1 : MAX_EDITS),
    );
    return closest ? `${closest}:` : prefix;
  });
  const corrected = correctedPrefixes === typed ? typed.replaceAll(OPEN_VALUE, '$1:"$2"') : correctedPrefixes;
  return corrected === typed ? null : corrected;
}

/** The values after prefixes in a query. */
export const prefixValues = (typed: string): string[] =>
  [...typed.matchAll(VALUE)].map(([, , quotedText, plain]) => quotedText ?? plain ?? '');

/** The query with corrected values after prefixes; null if there are none. */
export function withPrefixValues(typed: string, corrections: ReadonlyMap<string, string>): string | null {
  const corrected = typed.replaceAll(VALUE, (whole, prefix: string, quotedText?: string, plain?: string) => {
    const value = corrections.get(quotedText ?? plain ?? '');
    if (value === undefined) return whole;
    return `${prefix}:${/\s/.test(value) ? `"${value}"` : value}`;
  });
  return corrected === typed ? null : corrected;
}
