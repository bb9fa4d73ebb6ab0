import { Injectable } from '@nestjs/common';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { isOpenEnded, type Term, termsOf } from './search-terms.ts';
import { matchStarts, type Reading, type ReadTerm, termQueries } from './text-search.ts';

/** Replacements for a misspelled word: least similarity, largest difference from the best one, and their number. */
const MIN_SIMILARITY = 0.35;
const MAX_DIFFERENCE = 0.1;
const MAX_REPLACEMENTS = 5;

const READ = statement(
  'search-read',
  `select t.prefix, phraseto_tsquery('archive', t.text)::text phrase, fold(t.text) folded,
    array(
      select json_build_object('lexeme', l.lexeme, 'similar', case when t.word then (
        select array_agg(n.word order by n.likeness desc, n.word) from (
          select c.word, c.likeness from (
            select s.word, similarity(s.word, l.lexeme) likeness, max(similarity(s.word, l.lexeme)) over () best
            from search_word s where s.word % l.lexeme) c
          where c.likeness >= greatest(${MIN_SIMILARITY}, c.best - ${MAX_DIFFERENCE})
          order by c.likeness desc, c.word limit ${MAX_REPLACEMENTS}) n
        where length(l.lexeme) between 3 and 40 and l.lexeme !~ '[0-9]' and not exists (
          select from search_word k where k.word like l.lexeme || case when t.prefix then '%' else '' end)
      ) end)
      from unnest(tsvector_to_array(to_tsvector('archive', t.text))) l(lexeme)) lexemes
  from unnest($1::text[], $2::boolean[], $3::boolean[]) with ordinality t(text, word, prefix, place)
  order by t.place`,
  {
    prefix: col.bool,
    phrase: col.text,
    folded: col.text,
    lexemes: col.array(col.json<Reading['lexemes'][number]>()),
  } satisfies ColumnsOf<Reading>,
);

interface Part {
  text: string;
  /** A plain word, which may be misspelled. */
  word: boolean;
  prefix: boolean;
}

/** A full-text query in which every term must match. */
export class SearchQuery {
  readonly #terms: ReadTerm[];

  constructor(terms: ReadTerm[]) {
    this.#terms = terms;
  }

  /** One tsquery. `labels` are the weights to match: `A` for titles and names. */
  all(labels?: string): string {
    return termQueries(this.#terms, labels).join(' & ');
  }

  /** A regular expression for the first match in folded text. */
  matchPattern(): string {
    return matchStarts(this.#terms);
  }

  /** A tsquery per term, for records whose words are spread over several documents. */
  terms(labels?: string): string[] {
    return termQueries(this.#terms, labels);
  }
}

/**
 * Turns user input into a query: every word must match, the last one also as a prefix, and a word that no document has is replaced by
 * the most similar ones. Case and accents do not matter.
 */
@Injectable()
export class SearchQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined for input without words, such as punctuation, which matches nothing. */
  async prepare(typed: string): Promise<SearchQuery | undefined> {
    const terms = termsOf(typed);
    if (terms.length === 0) return undefined;
    const parts = terms.map((term, at) => partsOf(term, at === terms.length - 1));
    const flat = parts.flat();
    const readings = await this.#database.rows(READ, [
      flat.map(({ text }) => text),
      flat.map(({ word }) => word),
      flat.map(({ prefix }) => prefix),
    ]);
    const remaining = [...readings];
    const query = new SearchQuery(
      parts.map((group) => {
        const read = remaining.splice(0, group.length);
        return { words: read.filter((_, at) => group[at]?.word), run: read.find((_, at) => !group[at]?.word) };
      }),
    );
    return query.terms().length > 0 ? query : undefined;
  }
}

/** The words of a term, then the whole term unless it is a single word. */
function partsOf({ text, words }: Term, isLast: boolean): Part[] {
  const parts = words.map((word, at) => ({
    text: word,
    word: true,
    prefix: isLast && at === words.length - 1 && isOpenEnded(word),
  }));
  return words[0] === text ? parts : [...parts, { text, word: false, prefix: isLast }];
}
