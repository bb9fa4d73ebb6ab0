/** A normalized word, and similar words in the archive. */
export interface Lexeme {
  lexeme: string;
  similar: string[] | null;
}

/** A word or phrase after the database has normalized it and looked up similar words and names. */
export interface AnalyzedPart {
  /** Empty for a stop word. */
  lexemes: Lexeme[];
  /** The text as a phrase in tsquery syntax; empty if it has only stop words. */
  phrase: string;
  /** The text in lower case, without accents. */
  folded: string;
  /** Whether the last word may be the prefix of a longer word. */
  prefix: boolean;
  /** Names that have the term as their initials, as phrases in tsquery syntax. */
  names: string[];
}

const NOT_IN_WORDS = /[^\p{L}\p{M}\p{Nd}]/gu;
/** English stems end in "i" where the word ends in "y" or "ies". */
const stemPrefix = (lexeme: string) => lexeme.replace(/(?<=...)i$/, '');

/** A term of a search: its words, and the text as a whole. */
export interface AnalyzedTerm {
  words: AnalyzedPart[];
  /** The term as a phrase, unless it is a single plain word. */
  wholeTerm?: AnalyzedPart;
  /** Matches only as a phrase. */
  phrase?: boolean;
  /** Must not match. */
  excluded?: boolean;
  /** Words with signs, which must match as written, in place of the other words. */
  signs?: string[];
}

const QUOTED = /'(?:[^'\\]|''|\\.)*'/g;

const quote = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;

/** Returns for example `'word':*AB`, which matches words with this prefix and weight A or B. */
const lexemeQuery = (lexeme: string, prefix: boolean, labels: string) =>
  prefix || labels ? `${lexeme}:${prefix ? '*' : ''}${labels}` : lexeme;

/** Words of names of places and people that are written in two ways, as lexemes. */
const EQUAL_WORDS = [
  ['st', 'saint'],
  ['mt', 'mount'],
  ['ft', 'fort'],
];

const NUMBER = /^-?\d+$/;
/** For the database, a hyphen before a number is its sign: "1900-1981", "C-54". */
const otherNumbers = (lexeme: string) =>
  NUMBER.test(lexeme) ? [lexeme.startsWith('-') ? lexeme.slice(1) : `-${lexeme}`] : [];

/** A word with its other form: `mt` and `mount`. */
const formsOfWord = (lexeme: string): string[] => [
  lexeme,
  ...otherNumbers(lexeme),
  ...EQUAL_WORDS.filter((words) => words.includes(lexeme)).flatMap((words) => words.filter((word) => word !== lexeme)),
];

const notEmpty = (part: string) => part !== '';

function joinQuery(parts: string[], operator: '&' | '|' | '<->'): string {
  return parts.length > 1 ? `(${parts.join(` ${operator} `)})` : (parts[0] ?? '');
}

const wordQuery = ({ lexemes, prefix }: AnalyzedPart, labels: string) =>
  joinQuery(
    lexemes.map(({ lexeme, similar }) =>
      similar
        ? joinQuery(
            similar.map((word) => lexemeQuery(quote(word), false, labels)),
            '|',
          )
        : joinQuery(
            formsOfWord(lexeme).map((word) => lexemeQuery(quote(word), prefix && word === lexeme, labels)),
            '|',
          ),
    ),
    '&',
  );

function phraseQuery(phrase: string, prefix: boolean, labels: string): string {
  const query = phrase.replaceAll(QUOTED, (item: string, index: number) => {
    const [lexeme, ...otherForms] = formsOfWord(item.slice(1, -1));
    const isLast = index + item.length === phrase.length;
    return joinQuery(
      [`'${lexeme ?? ''}'`, ...otherForms.map(quote)].map((form, at) =>
        lexemeQuery(form, prefix && isLast && at === 0, labels),
      ),
      '|',
    );
  });
  return query && `(${query})`;
}

const wholeTermQuery = ({ phrase, prefix }: AnalyzedPart, labels: string) => phraseQuery(phrase, prefix, labels);

/** All words in any place; next to each other if one is short, because short words are in too many records: "C-54", "O’Brien". */
function wordsQuery(words: readonly AnalyzedPart[], labels: string): string {
  const queries = words.map((word) => wordQuery(word, labels));
  if (words.length === 1 || words.every(({ folded }) => folded.length > 2))
    return joinQuery(queries.filter(notEmpty), '&');
  return queries.every(notEmpty) ? joinQuery(queries, '<->') : '';
}

function termQuery({ words, wholeTerm, phrase, signs }: AnalyzedTerm, labels: string): string {
  if (signs) {
    const written = signs.map((sign, index) =>
      lexemeQuery(
        quote(sign),
        wholeTerm?.prefix === true && index === signs.length - 1 && /\p{L}$/u.test(sign),
        labels,
      ),
    );
    return joinQuery([phrase && wholeTerm ? wholeTermQuery(wholeTerm, labels) : '', ...written].filter(notEmpty), '&');
  }
  if (phrase && wholeTerm) return wholeTermQuery(wholeTerm, labels);
  const byWord = wordsQuery(words, labels);
  const names = (wholeTerm ?? words[0])?.names.map((name) => phraseQuery(name, false, labels)) ?? [];
  return joinQuery([byWord, wholeTerm ? wholeTermQuery(wholeTerm, labels) : '', ...names].filter(notEmpty), '|');
}

/**
 * The terms in tsquery syntax, restricted to the weights in `labels` (`A` for titles and names). Stop words are ignored; if there are
 * no other words, the last one is treated as a prefix: "the" may become "Theodore". Excluded terms are left out.
 */
export function termQueries(terms: readonly AnalyzedTerm[], labels = ''): string[] {
  const included = terms.filter(({ excluded }) => !excluded);
  const queries = included.map((term) => termQuery(term, labels)).filter(notEmpty);
  if (queries.length > 0) return queries;
  const last = included.at(-1);
  const prefix = last?.phrase ? '' : (last?.words.at(-1)?.folded ?? '');
  return prefix === '' ? [] : [lexemeQuery(quote(prefix), true, labels)];
}

/** One tsquery for all excluded terms; undefined if nothing is excluded. */
export function exclusion(terms: readonly AnalyzedTerm[]): string | undefined {
  const queries = terms.flatMap((term) => (term.excluded ? [termQuery(term, '')] : [])).filter(notEmpty);
  return queries.length > 0 ? joinQuery(queries, '|') : undefined;
}

const escaped = (text: string) => text.replaceAll(NOT_IN_WORDS, String.raw`\$&`);

/** A regular expression for words with signs as written. */
const signPattern = (sign: string) =>
  `${sign.startsWith('#') ? '' : String.raw`\m`}${escaped(sign).replace(/^no\\\./, String.raw`no\. ?`)}`;

/** A regular expression for the words with signs among the terms, with the words around the first one; null if there are none. */
export function aroundSigns(terms: readonly AnalyzedTerm[]): string | null {
  const signs = terms.flatMap((term) => (term.excluded ? [] : (term.signs ?? []))).map(signPattern);
  return signs.length > 0 ? String.raw`(?i)(?:\S+\s+){0,8}\S*(?:${signs.join('|')})\S*(?:\s+\S+){0,12}` : null;
}

/** A regular expression that finds the first match in folded text: a word that begins with a word or stem of the terms. */
export function matchStarts(terms: readonly AnalyzedTerm[]): string {
  const included = terms.filter(({ excluded }) => !excluded);
  const words = included.flatMap((term) =>
    term.words.flatMap(({ lexemes, folded }) => [
      folded,
      ...lexemes.flatMap(({ lexeme, similar }) => similar ?? formsOfWord(lexeme)).map(stemPrefix),
    ]),
  );
  const uniqueWords = [...new Set(words)].filter((word) => word !== '');
  return [
    ...uniqueWords.map((word) => String.raw`\m${escaped(word)}`),
    ...included.flatMap(({ signs = [] }) => signs.map(signPattern)),
  ].join('|');
}
