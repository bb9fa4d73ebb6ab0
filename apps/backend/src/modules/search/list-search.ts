import type { SearchFilters } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Database, col, filteredStatement, statementsFor } from '../../database/index.ts';
import { SearchCriteria } from './search-criteria.ts';
import { type SearchQuery, SearchQueries } from './search-queries.ts';
import { NO_PARAMETERS, parametersOf, contextOf, PARAMETER_TABLE, parameterTypes } from './sql/parameters.ts';
import { idsOf } from './sql/kinds.ts';
import { taggedRecords } from './sql/filters.ts';
import { scope } from './sql/voyage-scope.ts';

/** The search in a list. A record must match the words and be one of the selected records. */
export interface ListQuery {
  /** Undefined if there are no words to search for. */
  words: SearchQuery | undefined;
  /** The words as typed, without prefixes; empty if a word has signs, so that it isn’t a name. */
  text: string;
  /** Ids of the records that prefixes and filters select; undefined without prefixes and filters. */
  selected: number[] | undefined;
  /** Whether the query has only punctuation, which matches nothing. */
  isEmpty: boolean;
}

/** Parses the searches of lists and pickers. They accept the same words and prefixes as the main search, and correct misspelled words. */
@Injectable()
export class ListSearch {
  constructor(
    private readonly database: Database,
    private readonly queries: SearchQueries,
    private readonly criteria: SearchCriteria,
  ) {}

  async queryFor(kind: ListedKind, q = '', filters: Partial<SearchFilters> = {}): Promise<ListQuery> {
    const query = await this.queries.build(q);
    const selection = await this.criteria.selection(query.parsed, filters);
    const hasWords = query.terms().length > 0;
    const isPrefixed = query.parsed.terms.length === 0 && query.parsed.dateTerms.length === 0;
    return {
      words: hasWords ? query : undefined,
      text: query.hasSigns ? '' : selection ? query.parsed.terms.map(({ text }) => text).join(' ') : q,
      selected: selection && (await this.#selected(kind, selection)),
      isEmpty: q !== '' && !hasWords && !(selection && isPrefixed),
    };
  }

  async #selected(kind: ListedKind, selection: object): Promise<number[]> {
    const filter = parametersOf({ ...NO_PARAMETERS, ...selection });
    return (await this.database.row(SELECTED[kind].for(filter), filter.parameters))?.ids ?? [];
  }
}

/** Kinds of records that have their own list page. */
export const LISTED_KINDS = ['voyage', 'person', 'media'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** Ids of all records of a kind that prefixes and filters select. */
export const SELECTED = statementsFor(LISTED_KINDS, (kind) =>
  filteredStatement(
    `search-selected-${kind}`,
    PARAMETER_TABLE,
    ({ variantKey }) => {
      const context = contextOf(variantKey, { isLimited: false });
      return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)} select array(${idsOf(context, kind)}) ids`;
    },
    { ids: col.array(col.int) },
    { planOnce: true },
  ),
);
