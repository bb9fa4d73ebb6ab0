import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { isOpenEnded, signsOf, type Term } from './search-terms.ts';
import { isSimilar } from './similar-words.ts';
import {
  type AnalyzedPart,
  type AnalyzedTerm,
  aroundSigns,
  exclusion,
  matchStarts,
  termQueries,
} from './text-search.ts';

/** Names by which presidents are known, and the slugs of their records. Other nicknames are aliases of a person. */
export const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['ike', 'eisenhower-dwight-d'],
  ['dubya', 'bush-george-w'],
  ['gipper', 'reagan-ronald'],
]);

/** Words of the archive that the database suggests for a misspelled word, the most similar first. */
const MAX_CANDIDATES = 30;
/** How many of them replace it. */
const MAX_REPLACEMENTS = 5;
/** People with the same initials. */
const MAX_NAMES = 3;
const MAX_ANALYZED_WORDS = 10_000;

/**
 * $1: the parts as JSON. $2: whether to look for similar words even if the word is in the archive. JSON rather than arrays, because
 * PostgreSQL would re-plan the statement for each array length, and planning takes longer than running it.
 */
const ANALYZE_PARTS = statement(
  'search-analyze',
  `select t.prefix, phraseto_tsquery('archive', t.text)::text phrase, fold(t.text) folded,
    array(
      select json_build_object('lexeme', l.lexeme, 'similar', case when t.fuzzy then (
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
  from rows from (json_to_recordset($1::json) as (text text, prefix boolean, fuzzy boolean, initials text, slug text))
    with ordinality t(text, prefix, fuzzy, initials, slug, position)
  order by t.position`,
  {
    prefix: col.bool,
    phrase: col.text,
    folded: col.text,
    lexemes: col.array(col.json<AnalyzedPart['lexemes'][number]>()),
    names: col.array(col.text),
  } satisfies ColumnsOf<AnalyzedPart>,
);

/** $1: a tsquery. Whether any text that all readers see matches. */
const ARE_WRITTEN = statement(
  'search-years-written',
  `select ${[
    'voyage_search s where s.document',
    'person s where s.search',
    'media s where s.search',
    'album s where s.search',
  ]
    .map((source) => `exists (select from ${source} @@ $1::tsquery)`)
    .join(' or ')} found`,
  { found: col.bool },
);

interface Part {
  text: string;
  /** A plain word, which may be misspelled. */
  isWord: boolean;
  prefix: boolean;
  /** May be replaced with similar words. */
  fuzzy: boolean;
  initials: string;
  slug: string | null;
  /** Dotted initials in lower case with the periods removed: `jfk` for "J.F.K.". */
  plainInitials?: string;
}

/** A full-text query in which every term must match. */
export class SearchQuery {
  readonly parsed: ParsedQuery;
  readonly #terms: AnalyzedTerm[];
  readonly #dateTerms: AnalyzedTerm[];

  constructor(parsed: ParsedQuery, terms: AnalyzedTerm[], dateTerms: AnalyzedTerm[]) {
    this.parsed = parsed;
    this.#terms = terms;
    this.#dateTerms = dateTerms;
  }

  /** One tsquery for all terms, including the words of dates. `labels` are the weights to match: `A` for titles and names. */
  matchAll(labels?: string): string {
    const excluded = exclusion(this.#terms);
    return [...this.terms(labels), ...(excluded === undefined ? [] : [`!${excluded}`])].join(' & ');
  }

  /**
   * One tsquery for the terms that must match, without the words of dates, which the caller filters by date, and without the excluded
   * terms (see `excluded`). Null if no terms remain.
   */
  matchAllExceptDates(labels?: string): string | null {
    const queries = termQueries(this.#terms, labels);
    return queries.length > 0 ? queries.join(' & ') : null;
  }

  /** Whether any word is replaced with similar words, or a word with signs with its parts. */
  get hasSimilar(): boolean {
    return this.#terms.some(
      ({ words, signs }, index) =>
        (this.parsed.terms[index]?.signed === true && !signs) ||
        words.some(({ lexemes }) => lexemes.some(({ similar }) => similar !== null)),
    );
  }

  /** Whether any word has signs, which names don’t have. */
  get hasSigns(): boolean {
    return this.parsed.terms.some(({ signed }) => signed);
  }

  /** A tsquery that matches any of the terms, ignoring dates; null for a single term. */
  matchAny(): string | null {
    const queries = termQueries(this.#terms);
    return queries.length > 1 ? queries.join(' | ') : null;
  }

  /** A tsquery that matches any excluded term; null if there are none. */
  excluded(): string | null {
    return exclusion(this.#terms) ?? null;
  }

  /** A regular expression for the first match in folded text. */
  matchPattern(): string {
    return matchStarts([...this.#terms, ...this.#dateTerms]);
  }

  /** The words with signs that must match as written. */
  signs(): string[] {
    return this.#terms.flatMap(({ signs = [], excluded }) => (excluded ? [] : signs));
  }

  /** A regular expression for the words with signs, with the words around them; null if there are none. */
  signPattern(): string | null {
    return aroundSigns(this.#terms);
  }

  /** A tsquery per term, for records whose words are spread over more than one document. */
  terms(labels?: string): string[] {
    return termQueries([...this.#terms, ...this.#dateTerms], labels);
  }

  /** A tsquery per term, without the words of dates. */
  termsExceptDates(labels?: string): string[] {
    return termQueries(this.#terms, labels);
  }
}

/** Which words to replace with similar words: those that no record contains, all, or none. */
type SimilarWords = 'missing' | 'always' | 'never';

/**
 * Turns user input into a query: every word must match, the last one also as a prefix, and a word that no document contains is
 * replaced with the most similar words. Case and accents do not matter.
 */
@Injectable()
export class SearchQueries {
  /** Words by text, without similar words and names, which change with the archive. */
  readonly #analyzedWords = new LRUCache<string, AnalyzedPart>({ max: MAX_ANALYZED_WORDS });

  constructor(private readonly database: Database) {}

  /** Builds a query. Prefixes such as `president:` are parsed separately; the text after them is not searched for as words. */
  async build(typed: string, similar: SimilarWords = 'missing'): Promise<SearchQuery> {
    const parsed = await this.#parse(typed);
    const { terms } = parsed;
    const allTerms = [...terms, ...parsed.dateTerms];
    if (allTerms.length === 0) return new SearchQuery(parsed, [], []);
    // The last word may be unfinished.
    const last = parsed.endsInDate ? allTerms.length - 1 : parsed.terms.length - 1;
    const parts = allTerms.map((term, index) => partsOf(term, index === last, similar));
    const rows = await this.#analyze(parts.flat(), similar === 'always');
    const remaining = rows.map((row) => withSimilarWords(row, similar === 'always'));
    const analyzed = parts.map((group, termIndex): AnalyzedTerm => {
      const analyzedParts = remaining.splice(0, group.length).map((part, index) => withInitials(part, group[index]));
      const wholeTerm = analyzedParts.find((_, index) => !group[index]?.isWord);
      const term = allTerms[termIndex];
      return {
        words: analyzedParts.filter((_, index) => group[index]?.isWord),
        ...(wholeTerm && { wholeTerm }),
        ...(term?.phrase && { phrase: true }),
        ...(term?.excluded && { excluded: true }),
        ...(term && wholeTerm && isAsWritten(term, similar) && { signs: signsOf(wholeTerm.folded) }),
      };
    });
    return new SearchQuery(parsed, analyzed.slice(0, terms.length), analyzed.slice(terms.length));
  }

  async #parse(typed: string): Promise<ParsedQuery> {
    const parsed = parseQuery(typed);
    const years = parsed.yearRanges.map((range) =>
      range
        .split(/\D+/)
        .map((year) => `('${year}':ABC | '-${year}':ABC)`)
        .join(' <-> '),
    );
    const areWritten = years.length > 0 && (await this.database.row(ARE_WRITTEN, [years.join(' & ')]))?.found === true;
    return areWritten ? parseQuery(typed, true) : parsed;
  }

  async #analyze(parts: readonly Part[], always: boolean): Promise<AnalyzedPart[]> {
    const known = parts.map((part) => (isLookedUp(part) ? undefined : this.#analyzedWords.get(part.text)));
    const unknown = parts.filter((_, index) => !known[index]);
    const rows = unknown.length > 0 ? await this.database.rows(ANALYZE_PARTS, [JSON.stringify(unknown), always]) : [];
    for (const [index, part] of unknown.entries())
      if (!isLookedUp(part)) this.#analyzedWords.set(part.text, rows[index]);
    return parts.flatMap(({ prefix }, index) => {
      const analyzed = known[index] ?? rows.shift();
      return analyzed ? [{ ...analyzed, prefix }] : [];
    });
  }
}

/** Whether the part may have similar words or names in the archive. */
const isLookedUp = ({ fuzzy, initials, slug }: Part) => fuzzy || initials !== '' || slug !== null;

/** Keeps only candidates that are similar enough to the typed word. */
function withSimilarWords(analyzed: AnalyzedPart, always: boolean): AnalyzedPart {
  const lexemes = analyzed.lexemes.map(({ lexeme, similar }) => {
    const similarWords = (similar ?? []).filter((word) => isSimilar(lexeme, word)).slice(0, MAX_REPLACEMENTS);
    const replacements = always ? [lexeme, ...similarWords] : similarWords;
    return { lexeme, similar: similarWords.length > 0 ? replacements : null };
  });
  return { ...analyzed, lexemes };
}

/** "J.F.K." finds "JFK". */
const withInitials = (analyzed: AnalyzedPart, part: Part | undefined): AnalyzedPart =>
  part?.plainInitials ? { ...analyzed, names: [`'${part.plainInitials}'`, ...analyzed.names] } : analyzed;

/**
 * A tsquery for three or more letters that look like initials: dotted, all capitals, or without vowels ("J.F.K.", "JFK", "lbj").
 * Empty for other terms.
 */
function initialsQuery({ initials = '', words }: Term): string {
  const looksLikeInitials = words.length > 1 || /^\p{Lu}+$/u.test(initials) || /^[b-df-hj-np-tv-z]+$/i.test(initials);
  return initials.length > 2 && looksLikeInitials && /^[a-z]+$/i.test(initials) ? `'=${initials.toLowerCase()}'` : '';
}

/** Whether a term with signs is searched as written. Otherwise, and with parts that are words, similar words include those parts. */
const isAsWritten = ({ signed, phrase, words }: Term, similar: SimilarWords) =>
  signed === true && (phrase || similar !== 'always' || !words.some((word) => /\p{L}{3}/u.test(word)));

/** The words of a term, then the whole term unless it is a single word. */
function partsOf(term: Term, isLast: boolean, similar: SimilarWords): Part[] {
  const { text, words, phrase, excluded, initials = '' } = term;
  const isPlain = !phrase && !excluded;
  const name = isPlain
    ? { initials: initialsQuery(term), slug: NICKNAMES.get(text.toLowerCase()) ?? null }
    : { initials: '', slug: null };
  const parts = words.map((word, index) => ({
    text: word,
    isWord: true,
    prefix: isPlain && isLast && index === words.length - 1 && isOpenEnded(word),
    fuzzy: isPlain && similar !== 'never',
    initials: '',
    slug: null,
  }));
  if (words[0] === text) return parts.map((part) => ({ ...part, ...name }));
  const plainInitials = isPlain ? initials.toLowerCase() : '';
  const wholeTerm = { text, isWord: false, prefix: isPlain && isLast, fuzzy: false, plainInitials, ...name };
  // Single letters are in almost every record.
  return plainInitials.length > 2 || isAsWritten(term, similar) ? [wholeTerm] : [...parts, wholeTerm];
}
