import { type Fragment, isTest } from './sources.ts';
import { ALLOWED, type Scope, type Term, TERMS } from './terms.ts';

export interface Problem {
  file: string;
  line: number;
  scope: Scope | 'code';
  /** The words that matched. */
  match: string;
  use: string;
  /** The text around them. */
  value?: string;
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

/** `don't`, `curators' document`. */
const STRAIGHT_APOSTROPHE = /\p{L}'(?:\p{L}+|(?<=s')(?= ))/u;

/** `takeBackAll2` and `take-back` as words: take, back, all. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** Every use of a replaced term in one fragment, and a straight apostrophe in text that people read. */
export function check(fragment: Fragment): Problem[] {
  const { file, line, scope, value } = fragment;
  const isName = scope === 'identifier' || scope === 'file';
  const words = isName ? wordsOf(value) : [];
  const problems = MATCHERS.filter(({ term }) => term.scopes.includes(scope)).flatMap(
    ({ term: { use }, prose, word }) => {
      const hit = isName ? words.find((item) => word.test(item)) : prose.exec(value)?.[0];
      return hit === undefined || isAllowed(fragment) ? [] : [{ file, line, scope, match: hit, use, value }];
    },
  );
  const straight = isRead(fragment) ? STRAIGHT_APOSTROPHE.exec(value)?.[0] : undefined;
  if (straight !== undefined && !isAllowed(fragment))
    problems.push({ file, line, scope, match: straight, use: 'a typographic apostrophe (’)', value });
  return problems;
}

/** Text in the app, the API and the terminal, and the guide, which the app shows. Other documentation is plain Markdown. */
const isRead = ({ file, scope }: Fragment): boolean =>
  (scope === 'text' && !isTest(file)) || file.startsWith('docs/guide/');

const isAllowed = ({ file, value }: Fragment): boolean =>
  ALLOWED.some((allowed) => file.startsWith(allowed.file) && allowed.match.test(value));
