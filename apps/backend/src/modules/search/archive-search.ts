import {
  formatDate,
  rightsLabel,
  SEARCH_FACETS,
  SEARCH_KINDS,
  type SearchFacet,
  type SearchFacetValue,
  type SearchFilters,
  type SearchHit,
  type SearchKind,
  type SearchOverview,
  type SearchSuggestion,
  voyageFields,
} from '@archive/contracts';
import { formatCount } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { JsonPage } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { excerptRuns, markSigns, withEllipses } from './excerpt.ts';
import { correctedPrefixes, correctedQuery, prefixValues, withPrefixValues } from './corrected-query.ts';
import { type SearchQuery, SearchQueries } from './search-queries.ts';
import { SearchCriteria } from './search-criteria.ts';
import { MAX_RANKED } from './sql/counting.ts';
import { FIND } from './sql/find.ts';
import { HIT_PARAMETERS, HITS } from './sql/hits.ts';
import { COUNT_FACETS, MATCHES, MAX_LINKS, MAX_SAMPLE } from './sql/overview.ts';
import { parametersOf } from './sql/parameters.ts';
import { MAX_SUGGESTED, SUGGEST } from './sql/suggest.ts';

interface Paging {
  /** Whether to search the text of files too. */
  files?: boolean;
  kinds?: readonly SearchKind[] | undefined;
  sort?: 'relevance' | 'newest' | 'oldest';
  limit: number;
  offset?: number;
  /** A few results of each kind, without the total, and without excerpts of records whose title or name matches. */
  suggesting?: boolean;
  /** Whether names may be spelled differently: Forestall. */
  otherSpellings?: boolean;
}

interface FoundHits {
  hits: SearchHit[];
  total: number;
  more: boolean;
}

/** If there are fewer results than this, records with similar words are added. */
const MIN_EXACT_HITS = 5;
const MAX_SIMILAR = 10;
/** Maximum number of misspelled prefix values (as in `president:…`) that are corrected. */
const MAX_CORRECTED = 3;

const NOTHING: FoundHits = { hits: [], total: 0, more: false };

/** Ranked search across voyages, people, media and albums. Records with all words in their title or name come first. */
@Injectable()
export class ArchiveSearch {
  constructor(
    private readonly database: Database,
    private readonly queries: SearchQueries,
    private readonly criteria: SearchCriteria,
  ) {}

  /** One page of results. If there are few, records with similar words follow, or else records with some of the words. */
  async find(filters: SearchFilters, paging: Paging): Promise<JsonPage> {
    const query = await this.#buildQuery(filters, 'never');
    const exact = await this.#findHits(query, filters, { ...paging, files: true });
    const similarHits =
      filters.q !== '' && exact.total < MIN_EXACT_HITS && !paging.offset
        ? await this.#findSimilar(filters, paging, exact.hits)
        : [];
    const hits = [...exact.hits, ...similarHits].slice(0, paging.limit);
    return new JsonPage(
      { json: JSON.stringify(hits), length: hits.length },
      { total: exact.total, ...(exact.more && { more: true }) },
    );
  }

  async overview(filters: SearchFilters, kinds?: readonly SearchKind[]): Promise<SearchOverview> {
    const query = await this.#buildQuery(filters, 'never');
    const parameters = await this.criteria.parameters(query, filters, {
      browsing: kinds !== undefined,
      files: true,
    });
    const filter = parameters && parametersOf(parameters);
    const matches = filter ? await this.database.rows(MATCHES.for(filter), [...filter.parameters, kinds ?? null]) : [];
    const matchesOf = (kind: SearchKind) => matches.find((match) => match.kind === kind) ?? { count: 0, ids: [] };
    const counts = Object.fromEntries(
      SEARCH_KINDS.map((kind) => [kind, matchesOf(kind).count]),
    ) as SearchOverview['kinds'];
    const shownKinds = [...new Set(kinds ?? SEARCH_KINDS)];
    const more = shownKinds.reduce((sum, kind) => sum + counts[kind], 0) > MAX_RANKED;
    const results = alternating(shownKinds.map((kind) => matchesOf(kind).ids.map((id) => ({ kind, id }))));
    const valuesByFacet = await (more
      ? this.#countFacets(results.slice(0, MAX_SAMPLE), MAX_LINKS)
      : this.#countFacets(results, null));
    const facets = Object.fromEntries(
      SEARCH_FACETS.map((facet) => [facet, withLabels(facet, valuesByFacet.get(facet) ?? [])]),
    ) as SearchOverview['facets'];
    const matchCount = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      kinds: counts,
      facets,
      more,
      did_you_mean:
        filters.q !== '' && matchCount < MIN_EXACT_HITS ? await this.#correction(filters, matchCount) : null,
    };
  }

  async #countFacets(
    results: readonly { kind: SearchKind; id: number }[],
    maxLinks: number | null,
  ): Promise<Map<string, SearchFacetValue[]>> {
    if (results.length === 0) return new Map();
    const rows = await this.database.rows(COUNT_FACETS, [...columnsOf(results), maxLinks]);
    return new Map(rows.map(({ facet, values }) => [facet, values]));
  }

  /** Suggests a query with words that occur in the archive. If nothing matches, also corrects prefixes and the values after them. */
  async #correction(filters: SearchFilters, matchCount: number): Promise<string | null> {
    const { q } = filters;
    const prefixed = matchCount === 0 ? correctedPrefixes(q) : null;
    if (prefixed !== null && (await this.#finds({ ...filters, q: prefixed }))) return prefixed;
    const corrected = correctedQuery(q, await this.#findSimilar(filters, { limit: MAX_SIMILAR }, []));
    if (corrected !== null || matchCount > 0) return corrected;
    const values = new Map<string, string>();
    for (const value of prefixValues(q).slice(0, MAX_CORRECTED)) {
      const similarHits = await this.#findSimilar({ ...filters, q: value }, { limit: MAX_SIMILAR }, []);
      const similarValue = correctedQuery(value, similarHits);
      if (similarValue !== null) values.set(value, similarValue);
    }
    const candidate = withPrefixValues(q, values);
    return candidate !== null && (await this.#finds({ ...filters, q: candidate })) ? candidate : null;
  }

  async #finds(filters: SearchFilters): Promise<boolean> {
    const query = await this.#buildQuery(filters, 'never');
    return (await this.#findHits(query, filters, { limit: 1, files: true })).total > 0;
  }

  /** Returns a few results of each kind, and matching places. If few titles and names match, other text is searched, too. */
  async suggest(q: string, curatorNotes: boolean): Promise<SearchSuggestion[]> {
    const filters: SearchFilters = { q, curator_notes: curatorNotes };
    const query = await this.#buildQuery(filters, 'never');
    const parameters = await this.criteria.parameters(query, filters);
    const filter = parameters && parametersOf(parameters);
    const rows = filter ? await this.database.rows(SUGGEST.for(filter), filter.parameters) : [];
    const suggestions = rows.map(({ kind, date, words, media_type, title_excerpt, ...row }) => ({
      ...row,
      kind,
      title_excerpt: markSigns(excerptRuns(title_excerpt), query.signs()),
      subtitle: kind === 'place' ? formatCount(Number(words), 'voyage') : subtitleOf({ kind, date, words, media_type }),
      excerpt: [],
      page: null,
    }));
    const places = suggestions.filter(({ kind }) => kind === 'place');
    if (suggestions.length - places.length >= MIN_EXACT_HITS) return suggestions;
    const { hits } = await this.#findHits(query, filters, { limit: 30, suggesting: true });
    const similarHits =
      hits.length === 0 && places.length === 0 ? await this.#findSimilar(filters, { limit: MAX_SIMILAR }, []) : [];
    const suggested = hits.length > 0 ? hits : similarHits.filter(({ match }) => match === 'similar');
    return [
      ...fewOfEachKind(suggested).map(
        ({ kind, slug, title, title_excerpt, subtitle, excerpt, voyage_slug, url, page }) => ({
          kind,
          slug,
          title,
          title_excerpt,
          subtitle,
          excerpt: excerpt.some(({ match }) => match) ? excerpt : [],
          voyage_slug,
          url,
          page,
        }),
      ),
      ...places,
    ];
  }

  #buildQuery({ q }: SearchFilters, similar: 'never' | 'always'): Promise<SearchQuery> {
    return this.queries.build(q, similar);
  }

  async #findHits(query: SearchQuery, filters: SearchFilters, paging: Paging, text?: string): Promise<FoundHits> {
    const parameters = await this.criteria.parameters(query, filters, {
      browsing: paging.kinds !== undefined,
      files: paging.files ?? false,
      otherSpellings: paging.otherSpellings ?? false,
    });
    if (!parameters) return NOTHING;
    const { kinds, sort = 'relevance', limit, offset = 0, suggesting = false } = paging;
    const filter = parametersOf(
      text === undefined ? parameters : { ...parameters, text, titles: null, terms: [text], roleTerms: [text] },
    );
    const statement = FIND[kinds?.length === 1 ? kinds[0]! : 'any'];
    const found = await this.database.rows(statement.for(filter), [
      ...filter.parameters,
      kinds ?? null,
      sort,
      limit,
      offset,
      !suggesting,
    ]);
    const [first] = found;
    if (!first) return NOTHING;
    const shown = suggesting ? fewOfEachKind(found) : found;
    const searched = text === undefined ? parameters : { ...parameters, text };
    const rows = await this.database.rows(HITS, [
      ...HIT_PARAMETERS.map((name) => searched[name]),
      ...columnsOf(shown),
      shown.map(({ titled }) => !suggesting || !titled),
      query.matchPattern(),
      query.signPattern(),
    ]);
    const hits = rows.map(({ words, title_excerpt, excerpt, beginning, ending, ...row }): SearchHit => ({
      ...row,
      title_excerpt: markSigns(excerptRuns(title_excerpt), query.signs()),
      subtitle: subtitleOf({ ...row, words }),
      excerpt: markSigns(excerptRuns(withEllipses(excerpt ?? '', beginning ?? '', ending ?? '')), query.signs()),
      match: 'words',
    }));
    return { hits, total: first.total ?? 0, more: first.more ?? false };
  }

  /** Finds records with similar words, or else with some of the words. Leaves out `exactHits`. */
  async #findSimilar(filters: SearchFilters, { kinds }: Paging, exactHits: readonly SearchHit[]): Promise<SearchHit[]> {
    const query = await this.#buildQuery(filters, 'always');
    const isExact = ({ kind, slug }: SearchHit) => exactHits.some((hit) => hit.kind === kind && hit.slug === slug);
    const paging = { kinds, limit: MAX_SIMILAR + exactHits.length };
    if (query.hasSimilar) {
      const { hits } = await this.#findHits(query, filters, paging);
      const similarHits = hits.filter((hit) => !isExact(hit)).slice(0, MAX_SIMILAR);
      if (similarHits.length > 0) return similarHits.map((hit) => ({ ...hit, match: 'similar' }));
    }
    if (exactHits.length > 0) return [];
    const named = await this.#findHits(query, filters, { ...paging, otherSpellings: true });
    if (named.hits.length > 0) return named.hits.map((hit) => ({ ...hit, match: 'similar' }));
    const anyWordQuery = query.matchAny();
    if (anyWordQuery === null) return [];
    const { hits } = await this.#findHits(query, filters, paging, anyWordQuery);
    return hits.map((hit) => ({ ...hit, match: 'some' }));
  }
}

/** The first results of each kind, as many as are suggested. */
function fewOfEachKind<T extends { kind: SearchKind }>(results: readonly T[]): T[] {
  const counts = new Map<SearchKind, number>();
  return results.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAX_SUGGESTED[kind];
  });
}

/** The first items of all lists, then the second ones, and so on. */
function alternating<T>(lists: readonly (readonly T[])[]): T[] {
  const items: T[] = [];
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1)
    for (const list of lists) if (index < list.length) items.push(list[index]!);
  return items;
}

/** The columns of the results as arrays. */
const columnsOf = (results: readonly { kind: SearchKind; id: number }[]) =>
  [results.map(({ kind }) => kind), results.map(({ id }) => id)] as const;

const subtitleOf = ({
  kind,
  date,
  words,
  media_type,
}: Record<'date' | 'words' | 'media_type', string | null> & { kind: string }) =>
  [date && kind !== 'album' && formatDate(date), words ?? (media_type && typeLabel(media_type))]
    .filter(Boolean)
    .join(' · ') || null;

const typeLabel = (type: string) => (type === 'pdf' ? 'PDF' : type.charAt(0).toUpperCase() + type.slice(1));

/** Adds labels that the database doesn't know. Sorts years and decades chronologically. */
function withLabels(facet: SearchFacet, values: SearchFacetValue[]): SearchFacetValue[] {
  if (facet === 'decade' || facet === 'year')
    return values
      .map((value) => (facet === 'decade' ? { ...value, label: `${value.label}s` } : value))
      .toSorted((left, right) => left.value.localeCompare(right.value));
  if (facet === 'has_photo') return values.map((value) => ({ ...value, label: 'With photographs' }));
  if (facet === 'rights') return values.map((value) => ({ ...value, label: rightsLabel(value.label) }));
  if (facet === 'media_type') return values.map((value) => ({ ...value, label: typeLabel(value.label) }));
  if (facet !== 'attribute') return values;
  const labels: Readonly<Record<string, { label: string }>> = voyageFields;
  return values.map((value) => ({ ...value, label: labels[value.value]?.label ?? value.label }));
}
