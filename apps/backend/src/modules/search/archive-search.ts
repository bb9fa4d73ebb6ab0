import {
  formatDate,
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
import { earliestDay, latestDay } from '@archive/contracts/dates';
import { formatCount } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { JsonPage } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { excerptRuns } from './excerpt.ts';
import { nameQuery } from './name-query.ts';
import { correctedQuery } from './corrected-query.ts';
import { NICKNAMES } from './nicknames.ts';
import { type SearchQuery, SearchQueries } from './search-queries.ts';
import { FIND, OVERVIEW, parametersOf, PEOPLE_NAMED, PLACES_NAMED, type SearchParameters } from './search-sql.ts';

interface Paging {
  kinds?: readonly SearchKind[] | undefined;
  sort?: 'relevance' | 'newest' | 'oldest';
  limit: number;
  offset?: number;
}

interface Found {
  hits: SearchHit[];
  total: number;
  more: boolean;
}

/** With fewer results, records with similar words are added. */
const FEW = 5;
const MAX_NEAR = 10;
const MAX_SUGGESTED: Readonly<Record<SearchKind, number>> = { voyage: 3, person: 3, media: 2, album: 1 };
/** Weights of texts that readers see; notes have another one. */
const PUBLIC = 'ABC';

const NOTHING: Found = { hits: [], total: 0, more: false };

/** Ranked search across voyages, people, media and albums; matches of all words in a title or name come first. */
@Injectable()
export class ArchiveSearch {
  readonly #database: Database;
  readonly #queries: SearchQueries;

  constructor(database: Database, queries: SearchQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** A page of results. When there are few, records with similar words follow, or records with some of the words. */
  async find(filters: SearchFilters, paging: Paging): Promise<JsonPage> {
    const query = await this.#read(filters, 'never');
    const exact = await this.#found(query, filters, paging);
    const near = exact.total < FEW && !paging.offset ? await this.#near(filters, paging, exact.hits) : [];
    const hits = [...exact.hits, ...near].slice(0, paging.limit);
    return new JsonPage(
      { json: JSON.stringify(hits), length: hits.length },
      { total: exact.total, ...(exact.more && { more: true }) },
    );
  }

  async overview(filters: SearchFilters): Promise<SearchOverview> {
    const query = await this.#read(filters, 'never');
    const parameters = await this.#parameters(query, filters);
    const filter = parameters && parametersOf(parameters);
    const rows = filter ? await this.#database.rows(OVERVIEW.for(filter), filter.parameters) : [];
    const counted = new Map(rows.map(({ facet, values }) => [facet, values]));
    const kinds = Object.fromEntries(
      SEARCH_KINDS.map((kind) => [kind, counted.get('kind')?.find(({ value }) => value === kind)?.count ?? 0]),
    ) as SearchOverview['kinds'];
    const facets = Object.fromEntries(
      SEARCH_FACETS.map((facet) => [facet, labelled(facet, counted.get(facet) ?? [])]),
    ) as SearchOverview['facets'];
    const isFew = Object.values(kinds).reduce((sum, count) => sum + count, 0) < FEW;
    const near = isFew ? await this.#near(filters, { limit: MAX_NEAR }, []) : [];
    return { kinds, facets, did_you_mean: correctedQuery(filters.q, near) };
  }

  /** A few results of each kind, and places. */
  async suggest(q: string, curatorNotes: boolean): Promise<SearchSuggestion[]> {
    const filters: SearchFilters = { q, curator_notes: curatorNotes };
    const query = await this.#read(filters, 'never');
    const text = query.undated();
    const [places, { hits }] = await Promise.all([
      text === null ? [] : this.#database.rows(PLACES_NAMED, [text]),
      this.#found(query, filters, { limit: 30 }),
    ]);
    const near = hits.length === 0 && places.length === 0 ? await this.#near(filters, { limit: MAX_NEAR }, []) : [];
    const counts = new Map<SearchKind, number>();
    const suggested = [...hits, ...near.filter(({ match }) => match === 'similar')].filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= MAX_SUGGESTED[kind];
    });
    return [
      ...suggested.map(({ kind, slug, title, title_excerpt, subtitle, excerpt, voyage_slug, url }) => ({
        kind,
        slug,
        title,
        title_excerpt,
        subtitle,
        excerpt: excerpt.some(({ match }) => match) ? excerpt : [],
        voyage_slug,
        url,
      })),
      ...places.map(({ name, voyages }) => ({
        kind: 'place' as const,
        slug: null,
        title: name,
        title_excerpt: [{ text: name, match: false }],
        subtitle: formatCount(voyages, 'voyage'),
        excerpt: [],
        voyage_slug: null,
        url: null,
      })),
    ];
  }

  #read({ q }: SearchFilters, similar: 'never' | 'always'): Promise<SearchQuery> {
    return this.#queries.read(q, { prefixes: true, similar });
  }

  async #found(query: SearchQuery, filters: SearchFilters, paging: Paging, text?: string): Promise<Found> {
    const parameters = await this.#parameters(query, filters);
    if (!parameters) return NOTHING;
    const { kinds, sort = 'relevance', limit, offset = 0 } = paging;
    const filter = parametersOf(
      text === undefined ? parameters : { ...parameters, text, terms: [text], roleTerms: [text] },
    );
    const rows = await this.#database.rows(FIND.for(filter), [
      ...filter.parameters,
      kinds ?? null,
      sort,
      limit,
      offset,
      query.matchPattern(),
    ]);
    const hits = rows.map(({ words, title_excerpt, excerpt, total: _total, more: _more, ...row }): SearchHit => ({
      ...row,
      title_excerpt: excerptRuns(title_excerpt),
      subtitle: [row.date && row.kind !== 'album' && formatDate(row.date), words].filter(Boolean).join(' · ') || null,
      excerpt: excerptRuns(excerpt),
      match: 'words',
    }));
    return { hits, total: rows[0]?.total ?? 0, more: rows[0]?.more ?? false };
  }

  /** Records with similar words, or else with some of the words, without those in `known`. */
  async #near(filters: SearchFilters, { kinds }: Paging, known: readonly SearchHit[]): Promise<SearchHit[]> {
    const query = await this.#read(filters, 'always');
    const isKnown = ({ kind, slug }: SearchHit) => known.some((hit) => hit.kind === kind && hit.slug === slug);
    const paging = { kinds, limit: MAX_NEAR + known.length };
    if (query.hasSimilar) {
      const { hits } = await this.#found(query, filters, paging);
      const near = hits.filter((hit) => !isKnown(hit)).slice(0, MAX_NEAR);
      if (near.length > 0) return near.map((hit) => ({ ...hit, match: 'similar' }));
    }
    const some = known.length === 0 ? query.any() : null;
    if (some === null) return [];
    const { hits } = await this.#found(query, filters, paging, some);
    return hits.map((hit) => ({ ...hit, match: 'some' }));
  }

  /** Undefined if nothing can match. */
  async #parameters(query: SearchQuery, filters: SearchFilters): Promise<SearchParameters | undefined> {
    const { parsed } = query;
    const people = (texts: readonly string[], slug?: string) => this.#peopleNamed(texts, slug);
    const [presidents, persons, aPerson, aPresident] = await Promise.all([
      Promise.all(parsed.president.map((text) => people([text]))),
      Promise.all(parsed.person.map((text) => people([text]))),
      filters.person === undefined ? null : people([], filters.person),
      filters.president === undefined ? null : people([], filters.president),
    ]);
    const president = [...presidents, ...(aPresident ? [aPresident] : [])].reduce<number[] | null>(
      (both, ids) => (both === null ? ids : both.filter((id) => ids.includes(id))),
      null,
    );
    const bounds = {
      from: latestOf(parsed.from, dayOf(filters.from, earliestDay)),
      to: earliestOf(parsed.to, dayOf(filters.to, latestDay)),
    };
    const [person = null, otherPerson = null] = persons;
    const [placeWords, tagWords] = [parsed.place.join(' ') || null, parsed.tag[0] ?? null];
    const scope = {
      president,
      person,
      otherPerson,
      aPerson,
      placeWords,
      place: filters.place || null,
      attribute: filters.attribute ?? null,
      role: filters.role || null,
      hasPhoto: filters.has_photo ?? null,
      ...bounds,
    };
    const isScoped = Object.values(scope).some((value) => value !== null);
    const others = [tagWords, filters.tag, filters.media_type, filters.rights, parsed.dates[0]];
    const text = query.undated();
    if (text === null && !isScoped && !others.some(Boolean)) return undefined;
    const names = nameQuery(parsed.terms.map((term) => term.text).join(' '));
    const isPlain = parsed.terms.every(({ phrase, excluded }) => !phrase && !excluded);
    return {
      text,
      titles: query.undated('A'),
      terms: query.undatedTerms(filters.curator_notes ? undefined : PUBLIC),
      roleTerms: query.undatedTerms(),
      names: isPlain ? (names?.query ?? null) : null,
      excluded: query.excluded(),
      dateFrom:
        parsed.dates
          .map(({ from }) => from)
          .toSorted()
          .at(-1) ?? null,
      dateTo: parsed.dates.map(({ to }) => to).toSorted()[0] ?? null,
      dateText: parsed.dates.map((date) => date.text).join(' ') || null,
      ...scope,
      tagWords,
      tag: filters.tag || null,
      mediaType: filters.media_type ?? null,
      rights: filters.rights || null,
      notes: filters.curator_notes,
      typed: filters.q.trim(),
    };
  }

  /** Ids of the people with a name or slug; empty if there is none. */
  async #peopleNamed([text = '']: readonly string[], slug: string | undefined): Promise<number[]> {
    const known = slug ?? NICKNAMES[text.toLowerCase()] ?? null;
    const row = await this.#database.row(PEOPLE_NAMED, [nameQuery(text)?.query ?? null, known]);
    return row?.people ?? [];
  }
}

const dayOf = (date: string | undefined, read: (date: string) => string | undefined) =>
  date === undefined ? null : (read(date) ?? null);
const latestOf = (one: string | null, other: string | null) =>
  [one, other]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null;
const earliestOf = (one: string | null, other: string | null) =>
  [one, other].filter((day) => day !== null).toSorted()[0] ?? null;

/** Labels that the database doesn't know. Years and decades are in order of time. */
function labelled(facet: SearchFacet, values: SearchFacetValue[]): SearchFacetValue[] {
  if (facet === 'decade' || facet === 'year')
    return values.toSorted((one, other) => one.value.localeCompare(other.value));
  if (facet !== 'attribute') return values;
  const labels: Readonly<Record<string, { label: string }>> = voyageFields;
  return values.map((value) => ({ ...value, label: labels[value.value]?.label ?? value.label }));
}
