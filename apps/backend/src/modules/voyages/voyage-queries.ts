import type { Administration, VoyageFilterQuery, VoyageListQuery, VoyagePositionQuery } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonItems, JsonPage, type JsonText, jsonText, NO_ITEMS, notFound } from '../../common/index.ts';
import { Database, type StatementExecutor } from '../../database/index.ts';
import { type PageWindow, pageWindow } from './page-window.ts';
import { UNLIMITED, VoyageCounts } from './voyage-counts.ts';
import { type PageFilter, VoyageFilters } from './voyage-filters.ts';
import { ADJACENT, ADMINISTRATIONS, KEYS, PAGES, POSITIONS, VOYAGE } from './voyage-sql.ts';

interface JsonRow {
  json: string;
  version?: string;
}

function requireFound(row: JsonRow | undefined): JsonText {
  if (!row) throw notFound('Voyage not found');
  return jsonText(row.json, row);
}

type Form = Pick<VoyageListQuery, 'sort' | 'fields'>;

/** Reads voyages. */
@Injectable()
export class VoyageQueries {
  readonly #database: Database;
  readonly #filters: VoyageFilters;
  readonly #counts: VoyageCounts;

  constructor(database: Database, filters: VoyageFilters, counts: VoyageCounts) {
    this.#database = database;
    this.#filters = filters;
    this.#counts = counts;
  }

  /** A page by date and slug; `fields` selects the shorter items of the timeline. */
  async list({ limit, offset, sort, fields, ...query }: VoyageListQuery): Promise<JsonPage> {
    const filter = await this.#filters.filterFor(query);
    const form = { sort, fields };
    const expected = this.#counts.expected(filter);
    const counting = this.#counts.count(filter, offset + limit);
    // A page in the first half doesn't depend on the exact total, so it doesn't wait for the count.
    if (expected !== undefined && offset < expected / 2) {
      const page = this.#page(filter.pageOf(expected), { limit, offset, fromTheEnd: false }, form);
      return new JsonPage(...(await Promise.all([page, counting])));
    }
    const countRow = await counting;
    const window = countRow.more ? { limit, offset, fromTheEnd: false } : pageWindow(countRow.total, limit, offset);
    if (window.limit === 0) return new JsonPage(NO_ITEMS, countRow);
    const items = await this.#page(filter.pageOf(countRow.more ? UNLIMITED : countRow.total), window, form);
    return new JsonPage(items, countRow);
  }

  /** Keys of all matching voyages, in list order. */
  async keys({ sort, ...query }: VoyageFilterQuery & Pick<VoyageListQuery, 'sort'>): Promise<number[]> {
    const { matching } = await this.#filters.filterFor(query);
    return (await this.#database.row(KEYS[sort].for(matching), matching.parameters))?.keys ?? [];
  }

  async administrations(query: VoyageFilterQuery): Promise<Administration[]> {
    const { matching } = await this.#filters.filterFor(query);
    return this.#database.rows(ADMINISTRATIONS.for(matching), matching.parameters);
  }

  /** How many voyages of the list come before a voyage, or before the first one of an administration. */
  async positionOf({ voyage, administration, ...query }: VoyagePositionQuery): Promise<{ place: number }> {
    const { matching } = await this.#filters.filterFor(query);
    const statement = POSITIONS[voyage === undefined ? 'administration' : 'voyage'].for(matching);
    const row = await this.#database.row(statement, [...matching.parameters, voyage ?? administration]);
    if (!row) throw notFound('This voyage isn’t in the list.');
    return row;
  }

  async get(slug: string, executor: StatementExecutor = this.#database.fastPath): Promise<JsonText> {
    return requireFound(await executor.row(VOYAGE, [slug]));
  }

  async adjacent(slug: string): Promise<JsonText> {
    return requireFound(await this.#database.row(ADJACENT, [slug]));
  }

  async #page(filter: PageFilter, window: PageWindow, { sort, fields }: Form): Promise<JsonItems> {
    const end = window.fromTheEnd ? 'end' : 'start';
    const strategy = filter.collectsAllMatches ? 'gather' : 'walk';
    const statement = PAGES[fields ?? 'list'][sort][end][strategy].for(filter);
    return (await this.#database.row(statement, [...filter.parameters, window.limit, window.offset])) ?? NO_ITEMS;
  }
}
