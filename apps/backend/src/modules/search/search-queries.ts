import { Injectable } from '@nestjs/common';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { isNear } from './near-words.ts';
import { NICKNAMES } from './nicknames.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { isOpenEnded, type Term } from './search-terms.ts';
import { exclusion, matchStarts, type ParsedTerm, type ReadTerm, termQueries } from './text-search.ts';

/** Candidates for a misspelled word, the most similar first, and how many of them replace it. */
const MAX_CANDIDATES = 30;
const MAX_REPLACEMENTS = 5;
/** People with the same initials. */
const MAX_NAMES = 3;

/**
 * $1 the parts as JSON, $2 similar words even of a known word. PostgreSQL would plan the statement again for arrays of each length, which takes
 * longer than to run it.
 */
const READ_QUERY = statement(
  'search-read',
  `select t.prefix, phraseto_tsquery('archive', t.text)::text phrase, fold(t.text) folded,
    array(
      select json_build_object('lexeme', l.lexeme, 'similar', case when t.near then (
        select array_agg(c.word order by c.likeness desc, c.word) from (
          select s.word, similarity(s.word, l.lexeme) likeness from search_word s where s.word % l.lexeme and s.word <> l.lexeme
          order by 2 desc, 1 limit ${MAX_CANDIDATES}) c
        where length(l.lexeme) between 3 and 40 and l.lexeme !~ '[0-9]' and ($2::boolean or not exists (
          select from search_word k where k.word like l.lexeme || case when t.prefix then '%' else '' end))
      ) end)
      from unnest(tsvector_to_array(to_tsvector('archive', t.text))) l(lexeme)) lexemes,
    array(
      select phraseto_tsquery('archive', n.full_name)::text from (
        select p.id, p.full_name from person p where t.initials <> '' and p.names @@ t.initials::tsquery
        union select p.id, p.full_name from president r join person p on p.id = r.person_id where r.initials = (select upper(fold(t.text)))
        union select p.id, p.full_name from person p where p.slug = t.slug) n
      order by exists (select from president r where r.person_id = n.id) desc,
        (select count(*) from passenger l where l.person_id = n.id) desc, n.id limit ${MAX_NAMES}) names
  from rows from (json_to_recordset($1::json) as (text text, prefix boolean, near boolean, initials text, slug text))
    with ordinality t(text, prefix, near, initials, slug, position)
  order by t.position`,
  {
    prefix: col.bool,
    phrase: col.text,
    folded: col.text,
    lexemes: col.array(col.json<ParsedTerm['lexemes'][number]>()),
    names: col.array(col.text),
  } satisfies ColumnsOf<ParsedTerm>,
);

interface Part {
  text: string;
  /** A plain word, which may be misspelled. */
  isWord: boolean;
  prefix: boolean;
  near: boolean;
  initials: string;
  slug: string | null;
  /** Initials that are written with periods, without them. */
  letters?: string;
}

/** A full-text query in which every term must match. */
export class SearchQuery {
  readonly parsed: ParsedQuery;
  readonly #terms: ReadTerm[];
  readonly #dateTerms: ReadTerm[];

  constructor(parsed: ParsedQuery, terms: ReadTerm[], dateTerms: ReadTerm[]) {
    this.parsed = parsed;
    this.#terms = terms;
    this.#dateTerms = dateTerms;
  }

  /** One tsquery, with the words of dates. `labels` are the weights to match: `A` for titles and names. */
  matchAll(labels?: string): string {
    const excluded = exclusion(this.#terms);
    return [...this.terms(labels), ...(excluded === undefined ? [] : [`!${excluded}`])].join(' & ');
  }

  /** The same without dates, which are looked up; null if nothing is left. */
  matchAllUndated(labels?: string): string | null {
    const queries = termQueries(this.#terms, labels);
    return queries.length > 0 ? queries.join(' & ') : null;
  }

  /** Whether a word is replaced by similar ones. */
  get hasSimilar(): boolean {
    return this.#terms.some(({ words }) =>
      words.some(({ lexemes }) => lexemes.some(({ similar }) => similar !== null)),
    );
  }

  /** A tsquery that any of the terms matches, without dates; null for a single term. */
  matchAny(): string | null {
    const queries = termQueries(this.#terms);
    return queries.length > 1 ? queries.join(' | ') : null;
  }

  /** Query of the excluded terms; null if there are none. */
  excluded(): string | null {
    return exclusion(this.#terms) ?? null;
  }

  /** A regular expression for the first match in folded text. */
  matchPattern(): string {
    return matchStarts([...this.#terms, ...this.#dateTerms]);
  }

  /** A tsquery per term, for records whose words are spread over more than one document. */
  terms(labels?: string): string[] {
    return termQueries([...this.#terms, ...this.#dateTerms], labels);
  }

  /** The same without dates. */
  undatedTerms(labels?: string): string[] {
    return termQueries(this.#terms, labels);
  }
}

/** Words to replace by similar ones: those that no record has, all, or none. */
type SimilarWords = 'missing' | 'always' | 'never';

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

  /** Prefixes such as `president:` are parsed, and their texts are not words. */
  async read(typed: string, similar: SimilarWords = 'missing'): Promise<SearchQuery> {
    const parsed = parseQuery(typed);
    const { terms } = parsed;
    const allTerms = [...terms, ...parsed.dateTerms];
    if (allTerms.length === 0) return new SearchQuery(parsed, [], []);
    // The last word may be unfinished.
    const last = parsed.endsInDate ? allTerms.length - 1 : parsed.terms.length - 1;
    const parts = allTerms.map((term, index) => partsOf(term, index === last, similar !== 'never'));
    const readings = await this.#database.rows(READ_QUERY, [JSON.stringify(parts.flat()), similar === 'always']);
    const remaining = readings.map((reading) => withNearWords(reading, similar === 'always'));
    const read = parts.map((group, partIndex): ReadTerm => {
      const groupReadings = remaining
        .splice(0, group.length)
        .map((reading, index) => withInitials(reading, group[index]));
      const wholeTerm = groupReadings.find((_, index) => !group[index]?.isWord);
      return {
        words: groupReadings.filter((_, index) => group[index]?.isWord),
        ...(wholeTerm && { wholeTerm }),
        ...(allTerms[partIndex]?.phrase && { phrase: true }),
        ...(allTerms[partIndex]?.excluded && { excluded: true }),
      };
    });
    return new SearchQuery(parsed, read.slice(0, terms.length), read.slice(terms.length));
  }
}

/** Keeps only candidates that are close to the query. */
function withNearWords(reading: ParsedTerm, always: boolean): ParsedTerm {
  const lexemes = reading.lexemes.map(({ lexeme, similar }) => {
    const similarWords = (similar ?? []).filter((word) => isNear(lexeme, word)).slice(0, MAX_REPLACEMENTS);
    const replacements = always ? [lexeme, ...similarWords] : similarWords;
    return { lexeme, similar: similarWords.length > 0 ? replacements : null };
  });
  return { ...reading, lexemes };
}

/** "J.F.K." finds "JFK". */
const withInitials = (reading: ParsedTerm, part: Part | undefined): ParsedTerm =>
  part?.letters ? { ...reading, names: [`'${part.letters}'`, ...reading.names] } : reading;

/** Initials of three letters and more, or what is written like initials: "J.F.K.", "lbj". */
function initialsQuery({ initials = '', words }: Term): string {
  const isWritten = words.length > 1 || /^\p{Lu}+$/u.test(initials) || /^[b-df-hj-np-tv-z]+$/i.test(initials);
  return initials.length > 2 && isWritten && /^[a-z]+$/i.test(initials) ? `'=${initials.toLowerCase()}'` : '';
}

/** The words of a term, then the whole term unless it is a single word. */
function partsOf(term: Term, isLast: boolean, mayBeNear: boolean): Part[] {
  const { text, words, phrase, excluded, initials = '' } = term;
  const isPlain = !phrase && !excluded;
  const name = isPlain
    ? { initials: initialsQuery(term), slug: NICKNAMES[text.toLowerCase()] ?? null }
    : { initials: '', slug: null };
  const parts = words.map((word, index) => ({
    text: word,
    isWord: true,
    prefix: isPlain && isLast && index === words.length - 1 && isOpenEnded(word),
    near: isPlain && mayBeNear,
    initials: '',
    slug: null,
  }));
  if (words[0] === text) return parts.map((part) => ({ ...part, ...name }));
  const letters = isPlain ? initials.toLowerCase() : '';
  const wholeTerm = { text, isWord: false, prefix: isPlain && isLast, near: false, letters, ...name };
  // Single letters are in almost every record.
  return letters.length > 2 ? [wholeTerm] : [...parts, wholeTerm];
}
