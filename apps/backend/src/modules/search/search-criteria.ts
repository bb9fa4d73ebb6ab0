import type { SearchFilters } from '@archive/contracts';
import { earliestDay, latestDay } from '@archive/contracts/dates';
import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';
import { nameQuery, peopleNamed } from './name-query.ts';
import type { ParsedQuery } from './parse-query.ts';
import { NICKNAMES, type SearchQuery } from './search-queries.ts';
import { NO_PARAMETERS, type SearchParameters } from './sql/parameters.ts';

/** Weights of text that all readers see. Curator notes have another weight. */
const PUBLIC = 'ABC';

/** $1: a name query. $2: a slug. */
const FIND_PEOPLE = statement(
  'search-people-named',
  `select array(select n.id from (${peopleNamed('$1::tsquery')} union select p.id from person p where p.slug = $2) n(id)) people`,
  { people: col.array(col.int) },
);

/** Turns a query and its filters into parameters of the search. */
@Injectable()
export class SearchCriteria {
  constructor(private readonly database: Database) {}

  /**
   * Returns all parameters of a search; undefined if nothing can match. With `browsing`, a search without words or filters matches
   * everything. `files` searches the text of files too, and `otherSpellings` other spellings of names.
   */
  async parameters(
    query: SearchQuery,
    filters: SearchFilters,
    { browsing = false, files = false, otherSpellings = false } = {},
  ): Promise<SearchParameters | undefined> {
    const { parsed } = query;
    const selection = await this.selection(parsed, filters);
    const text = query.matchAllExceptDates();
    if (text === null && !selection && parsed.dates.length === 0 && (!browsing || filters.q !== '')) return undefined;
    const names = nameQuery(parsed.terms.map((term) => term.text).join(' '));
    const isPlain = parsed.terms.every(({ phrase, excluded, signed }) => !phrase && !excluded && !signed);
    return {
      ...NO_PARAMETERS,
      ...selection,
      text,
      titles: text,
      terms: query.termsExceptDates(filters.curator_notes ? undefined : PUBLIC),
      roleTerms: query.termsExceptDates(),
      names: isPlain ? ((otherSpellings ? names?.similar : names?.query) ?? null) : null,
      excluded: query.excluded(),
      dateFrom:
        parsed.dates
          .map(({ from }) => from)
          .toSorted()
          .at(-1) ?? null,
      dateTo: parsed.dates.map(({ to }) => to).toSorted()[0] ?? null,
      dateText: parsed.dates.map((date) => date.text).join(' ') || null,
      readsInternal: filters.curator_notes,
      typed: filters.q.trim(),
      files,
    };
  }

  /** Returns the parameters for prefixes and filters; undefined if there are none. */
  async selection(
    parsed: ParsedQuery,
    filters: Partial<SearchFilters>,
  ): Promise<Partial<SearchParameters> | undefined> {
    const people = (texts: readonly string[], slug?: string) => this.#peopleNamed(texts, slug);
    const [presidents, persons, aPerson, aPresident] = await Promise.all([
      Promise.all(parsed.president.map((text) => people([text]))),
      Promise.all(parsed.person.map((text) => people([text]))),
      filters.person === undefined ? null : people([], filters.person),
      filters.president === undefined ? null : people([], filters.president),
    ]);
    const president = [...presidents, ...(aPresident ? [aPresident] : [])].reduce<number[] | null>(
      (common, ids) => (common === null ? ids : common.filter((id) => ids.includes(id))),
      null,
    );
    const tags = [...parsed.tag, ...(filters.tag ? [filters.tag] : [])];
    const selection = {
      president,
      // If the query names more than one person, all of them must be aboard.
      persons: persons.length > 1 ? JSON.stringify(persons) : null,
      namedPerson: persons.length === 1 ? (persons[0] ?? null) : null,
      aPerson,
      placeWords: parsed.place.join(' ') || null,
      place: filters.place || null,
      attribute: filters.attribute ?? null,
      role: filters.role || null,
      hasPhoto: filters.has_photo || null,
      from: latestOf(parsed.from, dayOf(filters.from, earliestDay)),
      to: earliestOf(parsed.to, dayOf(filters.to, latestDay)),
      tags: tags.length > 0 ? tags : null,
      mediaType: filters.media_type ?? null,
      rights: filters.rights || null,
    };
    return Object.values(selection).some((value) => value !== null) ? selection : undefined;
  }

  /** Ids of the people with this name or slug; empty if there are none. */
  async #peopleNamed([text = '']: readonly string[], slug: string | undefined): Promise<number[]> {
    const presidentSlug = slug ?? NICKNAMES.get(text.toLowerCase()) ?? null;
    const row = await this.database.row(FIND_PEOPLE, [nameQuery(text)?.query ?? null, presidentSlug]);
    return row?.people ?? [];
  }
}

const dayOf = (date: string | undefined, read: (date: string) => string | undefined) =>
  date === undefined ? null : (read(date) ?? null);
const latestOf = (left: string | null, right: string | null) =>
  [left, right]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null;
const earliestOf = (left: string | null, right: string | null) =>
  [left, right].filter((day) => day !== null).toSorted()[0] ?? null;
