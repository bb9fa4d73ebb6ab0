/** A term of a search. Matches if all of its words match, or if its whole text matches ("1976-06-16"). */
export interface Term {
  text: string;
  words: string[];
  /** The term is in quotation marks, so only the exact phrase matches. */
  phrase?: true;
  /** The term begins with a hyphen, so results must not match it. */
  excluded?: true;
  /** Letters that may be the initials of a name: "JFK" for "J.F.K.". */
  initials?: string;
  /** The term has signs that are searched as written: "AT&T", "C#", "3/4". */
  signed?: true;
}

/** More words in a term take the database more time without narrowing the results. */
const MAX_WORDS = 16;

const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;
const DOTTED = /^(?:\p{L}\.){2,5}\p{L}?$|^(?:\p{L}\.){1,4}\p{L}$/u;
const MAX_INITIALS = 5;

/** Words with signs. The database has the same rule (`sign_words`). */
const SIGNED =
  /(?<![\p{L}\p{Nd}])no\. ?\p{Nd}+|#\p{Nd}+|[\p{L}\p{Nd}]+(?:[&+/][\p{L}\p{Nd}]+)+[+#%]*|[\p{L}\p{Nd}]+[+#%]+/giu;
const ADDRESS = /https?:\/\/\S+/gi;
const ENDING_SIGNS = /^[+#%]+/;

/** The words with signs in a text: `at&t`. */
export const signsOf = (text: string): string[] =>
  (text.replaceAll(ADDRESS, ' ').match(SIGNED) ?? []).map((sign) => sign.replaceAll(' ', ''));

/** The search term for a string; undefined if it has only punctuation. */
export function termOf(run: string, { phrase, excluded }: Pick<Term, 'phrase' | 'excluded'> = {}): Term | undefined {
  const matches = [...run.matchAll(WORD)].slice(0, MAX_WORDS);
  const end = matches.at(-1);
  if (!end) return undefined;
  const length = end.index + end[0].length;
  const [ending = ''] = ENDING_SIGNS.exec(run.slice(length)) ?? [];
  const text = trimPunctuation(run.slice(0, length)) + ending;
  const letters = DOTTED.test(run) || /^\p{L}+$/u.test(text) ? text.replaceAll('.', '') : '';
  const looksLikeInitials = letters.length > 1 && letters.length <= MAX_INITIALS;
  return {
    text,
    words: matches.map(([word]) => word),
    ...(phrase && { phrase }),
    ...(excluded && { excluded }),
    ...(looksLikeInitials && !phrase && !excluded && { initials: letters }),
    ...(signsOf(text).length > 0 && { signed: true }),
  };
}

/** Removes surrounding quotes, brackets and punctuation, except in "#9". */
const trimPunctuation = (run: string) => run.replace(/^[^\p{L}\p{M}\p{Nd}]*?(?=#\p{Nd}|[\p{L}\p{M}\p{Nd}])/u, '');

/**
 * Whether the last word of a query is treated as a prefix. Users type days (short numbers) and years (four digits) in full: "June 1"
 * must not match every voyage in June of a year that starts with 1.
 */
export const isOpenEnded = (word: string) => !/^\p{Nd}+$/u.test(word) || word.length === 3;
