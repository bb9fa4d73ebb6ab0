/** A word in the form that documents are indexed by, and the words of the archive that look like it where no document has it. */
export interface Lexeme {
  lexeme: string;
  near: string[] | null;
}

/** What the database makes of one word or run of words. */
export interface Reading {
  /** Empty for a stop word. */
  lexemes: Lexeme[];
  /** The whole as a phrase, as text of a tsquery; empty for stop words. */
  phrase: string;
  /** Lower case, without accents. */
  folded: string;
  /** Whether it may be the beginning of something longer. */
  open: boolean;
}

export interface ReadTerm {
  words: Reading[];
  /** Where the term is more than one plain word. */
  run?: Reading;
}

const QUOTED = /'(?:[^'\\]|''|\\.)*'/g;

const quote = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;

/** `'word':*AB`: the beginning of a word, in words of weight A or B. */
const marked = (quoted: string, open: boolean, labels: string) =>
  open || labels ? `${quoted}:${open ? '*' : ''}${labels}` : quoted;

const said = (part: string) => part !== '';

function joined(parts: string[], operator: '&' | '|'): string {
  return parts.length > 1 ? `(${parts.join(` ${operator} `)})` : (parts[0] ?? '');
}

const wordQuery = ({ lexemes, open }: Reading, labels: string) =>
  joined(
    lexemes.map(({ lexeme, near }) =>
      near
        ? joined(
            near.map((word) => marked(quote(word), false, labels)),
            '|',
          )
        : marked(quote(lexeme), open, labels),
    ),
    '&',
  );

function runQuery({ phrase, open }: Reading, labels: string): string {
  const query = phrase.replaceAll(QUOTED, (one: string, at: number) =>
    marked(one, open && at + one.length === phrase.length, labels),
  );
  return query && `(${query})`;
}

function termQuery({ words, run }: ReadTerm, labels: string): string {
  const apart = joined(words.map((word) => wordQuery(word, labels)).filter(said), '&');
  return joined([apart, run ? runQuery(run, labels) : ''].filter(said), '|');
}

/**
 * Each term as text of a tsquery, only in words of the given weights where `labels` are (`A` for titles and names). Stop words
 * ask for nothing; where there is nothing else, the last of them is the beginning of a word: "the" is on its way to Theodore.
 */
export function termQueries(terms: ReadTerm[], labels = ''): string[] {
  const queries = terms.map((term) => termQuery(term, labels)).filter(said);
  if (queries.length > 0) return queries;
  const beginning = terms.at(-1)?.words.at(-1)?.folded ?? '';
  return beginning === '' ? [] : [marked(quote(beginning), true, labels)];
}
