import type { Fragment } from './sources.ts';
import { ALLOWED, type Term, TERMS } from './terms.ts';

export interface Hit {
  fragment: Fragment;
  /** The words that were found. */
  found: string;
  use: string;
}

interface Matcher {
  term: Term;
  prose: RegExp;
  word: RegExp;
}

const MATCHERS: Matcher[] = TERMS.map((term) => ({
  term,
  prose: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${term.avoid})(?![\\p{L}\\p{N}_])`, 'iu'),
  word: new RegExp(`^(?:${term.avoid})$`, 'i'),
}));

/** `takeBackAll2` and `take-back` as words: take, back, all. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** Every use of a replaced term in one fragment. */
export function check(fragment: Fragment): Hit[] {
  const isName = fragment.scope === 'identifier' || fragment.scope === 'file';
  const words = isName ? wordsOf(fragment.value) : [];
  return MATCHERS.filter(({ term }) => term.scopes.includes(fragment.scope)).flatMap(({ term, prose, word }) => {
    const found = isName ? words.find((one) => word.test(one)) : prose.exec(fragment.value)?.[0];
    if (found === undefined || isAllowed(fragment)) return [];
    return [{ fragment, found, use: term.use }];
  });
}

const isAllowed = ({ file, value }: Fragment): boolean =>
  ALLOWED.some((allowed) => file.startsWith(allowed.file) && allowed.match.test(value));
