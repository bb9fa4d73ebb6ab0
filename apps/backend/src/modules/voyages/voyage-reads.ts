import type { Administration, VoyageFilterQuery, VoyageListQuery } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type JsonItems, JsonPage, type JsonText, jsonText, NO_ITEMS, notFound } from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';
import { type PageWindow, pageWindow } from './page-window.ts';
import { type PageFilter, type VoyageFilter, VoyageFilters } from './voyage-filters.ts';
import { ADJACENT, administrations, COUNT_OF_ALL, COUNT_OF_WORDS, pageOfVoyages, VOYAGE } from './voyage-sql.ts';

interface Found {
  json: string;
  version?: string;
}

function found(row: Found | undefined): JsonText {
  if (!row) throw notFound('Voyage not found');
  return jsonText(row.json, row);
}

const keyOf = ({ matching: { code, parameters } }: VoyageFilter) => `${code} ${JSON.stringify(parameters)}`;

type Form = Pick<VoyageListQuery, 'sort' | 'fields'>;

/** The voyages, read. */
@Injectable()
export class VoyageReads {
  readonly #database: Database;
  readonly #filters: VoyageFilters;
  /** How many matched when it was last counted: enough to know where a page is sooner found, never what is answered. */
  readonly #lastTotals = new LRUCache<string, number>({ max: 1000 });

  constructor(database: Database, filters: VoyageFilters) {
    this.#database = database;
    this.#filters = filters;
  }

  /** By date and slug; items are the timeline's light ones where `fields` says so. */
  async list({ limit, offset, sort, fields, ...asked }: VoyageListQuery): Promise<JsonPage> {
    const filter = await this.#filters.of(asked);
    const counting = this.#count(filter);
    const expected = this.#lastTotals.get(keyOf(filter));
    // A page of the first half is found the same way whatever the total is exactly: it need not wait for the count.
    if (expected !== undefined && offset < expected / 2) {
      const [items, total] = await Promise.all([
        this.#page(filter.pageOf(expected), { limit, offset, fromTheEnd: false }, { sort, fields }),
        counting,
      ]);
      return new JsonPage(items, total);
    }
    const total = await counting;
    const window = pageWindow(total, limit, offset);
    const items = window.limit > 0 ? await this.#page(filter.pageOf(total), window, { sort, fields }) : NO_ITEMS;
    return new JsonPage(items, total);
  }

  /** Keys of all that match, in the order of the list. */
  async keys({ sort, ...asked }: VoyageFilterQuery & Pick<VoyageListQuery, 'sort'>): Promise<number[]> {
    const { code, where, parameters } = (await this.#filters.of(asked)).matching;
    const order = sort === '-date' ? 'v.start_day desc, v.slug desc' : 'v.start_day, v.slug';
    const sql = `select array(select v.id from voyage v ${where} order by ${order}) keys`;
    const name = `voyages-keys-${sort === '-date' ? 'down' : 'up'}-${code}`;
    return (await this.#database.row<{ keys: number[] }>(name, sql, parameters))?.keys ?? [];
  }

  async administrations(asked: VoyageFilterQuery): Promise<Administration[]> {
    const { code, where, parameters } = (await this.#filters.of(asked)).matching;
    return this.#database.rows(`voyages-administrations-${code}`, administrations(where), parameters);
  }

  async get(slug: string, on: Statements = this.#database): Promise<JsonText> {
    return found(await on.row<Found>('voyages-get', VOYAGE, [slug]));
  }

  async adjacent(slug: string): Promise<JsonText> {
    return found(await this.#database.row<Found>('voyages-adjacent', ADJACENT, [slug]));
  }

  async #count(filter: VoyageFilter): Promise<number> {
    const { matching, asksWordsOnly, isOpen } = filter;
    const { code, where, parameters } = matching;
    const sql = isOpen ? COUNT_OF_ALL : asksWordsOnly ? COUNT_OF_WORDS : `select count(*) total from voyage v ${where}`;
    const row = await this.#database.row<{ total: number }>(`voyages-count-${code}`, sql, parameters);
    const total = row?.total ?? 0;
    this.#lastTotals.set(keyOf(filter), total);
    return total;
  }

  async #page(filter: PageFilter, window: PageWindow, { sort, fields }: Form): Promise<JsonItems> {
    const newestFirst = sort === '-date';
    const { gathers } = filter;
    const { fromTheEnd } = window;
    const sql = pageOfVoyages({
      where: filter.where,
      limit: filter.parameter(1),
      offset: filter.parameter(2),
      timeline: fields === 'timeline',
      gathers,
      newestFirst,
      fromTheEnd,
    });
    const way = `${newestFirst ? 'down' : 'up'}-${fromTheEnd ? 'end' : 'start'}-${gathers ? 'gather' : 'walk'}`;
    const name = `voyages-${fields ?? 'list'}-${way}-${filter.code}`;
    return (
      (await this.#database.row<JsonItems>(name, sql, [...filter.parameters, window.limit, window.offset])) ?? NO_ITEMS
    );
  }
}
