import type { Administration, VoyageFilterQuery, VoyageListQuery } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type Counted,
  type JsonItems,
  JsonPage,
  type JsonText,
  jsonText,
  NO_ITEMS,
  notFound,
} from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';
import { type PageWindow, pageWindow } from './page-window.ts';
import { type PageFilter, type VoyageFilter, VoyageFilters } from './voyage-filters.ts';
import { ADJACENT, administrations, COUNT_OF_ALL, MATCHES_OF_WORDS, pageOfVoyages, VOYAGE } from './voyage-sql.ts';

interface Found {
  json: string;
  version?: string;
}

function found(row: Found | undefined): JsonText {
  if (!row) throw notFound('Voyage not found');
  return jsonText(row.json, row);
}

/** Words are counted so far, and at least as far as the page that is asked for. */
const MOST_COUNTED = 1000;

/** For finding a page, too many to be counted are as good as no end. */
const totalOf = ({ total, more }: Counted) => (more ? Infinity : total);

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
    const form = { sort, fields };
    const counting = this.#count(filter, Math.max(MOST_COUNTED, offset + limit));
    const expected = this.#lastTotals.get(keyOf(filter));
    // A page of the first half is found the same way whatever the total is exactly: it need not wait for the count.
    if (expected !== undefined && offset < expected / 2) {
      const page = this.#page(filter.pageOf(expected), { limit, offset, fromTheEnd: false }, form);
      return new JsonPage(...(await Promise.all([page, counting])));
    }
    const counted = await counting;
    const window = counted.more ? { limit, offset, fromTheEnd: false } : pageWindow(counted.total, limit, offset);
    if (window.limit === 0) return new JsonPage(NO_ITEMS, counted);
    return new JsonPage(await this.#page(filter.pageOf(totalOf(counted)), window, form), counted);
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

  /** Matches of words are counted up to `most`, for a common word has too many; everything else is counted whole. */
  async #count(filter: VoyageFilter, most: number): Promise<Counted> {
    const { code, where, parameters, parameter } = filter.matching;
    const matches = filter.asksWordsOnly ? MATCHES_OF_WORDS : `select from voyage v ${where}`;
    const limited = `select count(*) total from (${matches} limit ${parameter(1)}) counted`;
    const sql = filter.isOpen
      ? COUNT_OF_ALL
      : filter.asksWords
        ? limited
        : `select count(*) total from voyage v ${where}`;
    const values = filter.asksWords ? [...parameters, most + 1] : parameters;
    const total = (await this.#database.row<{ total: number }>(`voyages-count-${code}`, sql, values))?.total ?? 0;
    const counted = filter.asksWords && total > most ? { total: most, more: true } : { total };
    this.#lastTotals.set(keyOf(filter), totalOf(counted));
    return counted;
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
