import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.ts';
import { mayGoOn, type Term, termsOf } from './search-terms.ts';
import { type Reading, type ReadTerm, termQueries } from './text-search.ts';

/** How alike a word of the archive must be to stand for one that no document has, and how much less than the nearest. */
const LIKENESS = 0.35;
const SLACK = 0.1;
const MOST_NEAR = 5;

const READ = `
  select t.open, phraseto_tsquery('archive', t.text)::text phrase, fold(t.text) folded,
    array(
      select json_build_object('lexeme', l.lexeme, 'near', case when t.word then (
        select array_agg(n.word order by n.likeness desc, n.word) from (
          select c.word, c.likeness from (
            select s.word, similarity(s.word, l.lexeme) likeness, max(similarity(s.word, l.lexeme)) over () best
            from search_word s where s.word % l.lexeme) c
          where c.likeness >= greatest(${LIKENESS}, c.best - ${SLACK})
          order by c.likeness desc, c.word limit ${MOST_NEAR}) n
        where length(l.lexeme) between 3 and 40 and l.lexeme !~ '[0-9]' and not exists (
          select from search_word k where k.word like l.lexeme || case when t.open then '%' else '' end)
      ) end)
      from unnest(tsvector_to_array(to_tsvector('archive', t.text))) l(lexeme)) lexemes
  from unnest($1::text[], $2::boolean[], $3::boolean[]) with ordinality t(text, word, open, place)
  order by t.place`;

interface Asked {
  text: string;
  /** One plain word, whose unknown spelling is forgiven. */
  word: boolean;
  open: boolean;
}

/** What to look for, as the text search takes it: every term must be found. */
export class SearchQuery {
  readonly #terms: ReadTerm[];

  constructor(terms: ReadTerm[]) {
    this.#terms = terms;
  }

  /** Text of one tsquery. `labels` are the weights that words may have: `A` for titles and names. */
  all(labels?: string): string {
    return termQueries(this.#terms, labels).join(' & ');
  }

  /** Text of a tsquery for each term, for records whose words do not stand in one document. */
  terms(labels?: string): string[] {
    return termQueries(this.#terms, labels);
  }
}

/**
 * Makes typed words into a search: every word must be found, the last one also as the beginning of a word, and a word that
 * no document has is replaced by those of the archive that look most like it. Accents and case mean nothing.
 */
@Injectable()
export class SearchQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined where nothing can be looked for (punctuation alone), which is found nowhere. */
  async prepare(typed: string): Promise<SearchQuery | undefined> {
    const terms = termsOf(typed);
    if (terms.length === 0) return undefined;
    const asked = terms.map((term, at) => questionsOf(term, at === terms.length - 1));
    const flat = asked.flat();
    const readings = await this.#database.rows<Reading>('search-read', READ, [
      flat.map(({ text }) => text),
      flat.map(({ word }) => word),
      flat.map(({ open }) => open),
    ]);
    const left = [...readings];
    const query = new SearchQuery(
      asked.map((questions) => {
        const read = left.splice(0, questions.length);
        return { words: read.filter((_, at) => questions[at]?.word), run: read.find((_, at) => !questions[at]?.word) };
      }),
    );
    return query.terms().length > 0 ? query : undefined;
  }
}

/** Each word of a term, then the term itself where it is more than that word. */
function questionsOf({ text, words }: Term, isLast: boolean): Asked[] {
  const asked = words.map((word, at) => ({
    text: word,
    word: true,
    open: isLast && at === words.length - 1 && mayGoOn(word),
  }));
  return words[0] === text ? asked : [...asked, { text, word: false, open: isLast }];
}
