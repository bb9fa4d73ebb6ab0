import type { Administration, VoyageFilterQuery, VoyageListQuery, VoyagePositionQuery } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonItems, JsonPage, type JsonText, jsonText, NO_ITEMS, notFound } from '../../common/index.ts';
import { Database, type StatementExecutor } from '../../database/index.ts';
import { type PageWindow, pageWindow } from './page-window.ts';
import { UNLIMITED, VoyageCounts } from './voyage-counts.ts';
import { type PageFilter, VoyageFilters } from './voyage-filters.ts';
import { ADJACENT, ADMINISTRATIONS, IDS, PAGES, POSITIONS, VOYAGE } from './voyage-sql.ts';

interface JsonRow {
  json: string;
  version?: string;
}

function requireFound(row: JsonRow | undefined): JsonText {
  if (!row) throw notFound('Voyage not found');
  return jsonText(row.json, row);
}

/** Sort order of a list, and the fields of its items. */
type ListShape = Pick<VoyageListQuery, 'sort' | 'fields'>;

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

  /** A page of voyages, sorted by date and then slug; `fields` selects the shorter items of the timeline. */
  async list({ limit, offset, sort, fields, ...query }: VoyageListQuery): Promise<JsonPage> {
    const filter = await this.#filters.filterFor(query);
    const shape = { sort, fields };
    const estimatedTotal = this.#counts.estimate(filter);
    const counting = this.#counts.count(filter, offset + limit);
    // A page in the first half doesn't depend on the exact total, so it doesn't wait for the count.
    if (estimatedTotal !== undefined && offset < estimatedTotal / 2) {
      const page = this.#page(filter.forTotal(estimatedTotal), { limit, offset, fromTheEnd: false }, shape);
      return new JsonPage(...(await Promise.all([page, counting])));
    }
    const countRow = await counting;
    const window = countRow.more ? { limit, offset, fromTheEnd: false } : pageWindow(countRow.total, limit, offset);
    if (window.limit === 0) return new JsonPage(NO_ITEMS, countRow);
    const items = await this.#page(filter.forTotal(countRow.more ? UNLIMITED : countRow.total), window, shape);
    return new JsonPage(items, countRow);
  }

  /** Ids of all matching voyages, in list order. */
  async ids({ sort, ...query }: VoyageFilterQuery & Pick<VoyageListQuery, 'sort'>): Promise<number[]> {
    const { matching } = await this.#filters.filterFor(query);
    return (await this.#database.row(IDS[sort].for(matching), matching.parameters))?.ids ?? [];
  }

  async administrations(query: VoyageFilterQuery): Promise<Administration[]> {
    const { matching } = await this.#filters.filterFor(query);
    return this.#database.rows(ADMINISTRATIONS.for(matching), matching.parameters);
  }

  /** Position of a voyage in the list, or of the first one of an administration, counted from 0. The API calls it `place`. */
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

  async #page(filter: PageFilter, window: PageWindow, { sort, fields }: ListShape): Promise<JsonItems> {
    const end = window.fromTheEnd ? 'end' : 'start';
    const strategy = filter.collectsAllMatches ? 'gather' : 'walk';
    const statement = PAGES[fields ?? 'list'][sort][end][strategy].for(filter);
    return (await this.#database.row(statement, [...filter.parameters, window.limit, window.offset])) ?? NO_ITEMS;
  }
}
