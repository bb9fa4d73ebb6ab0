import type { Administration, VoyageFilterQuery, VoyageListItem, VoyageListQuery } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound, type Page, page } from '../../common/index.ts';
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

type Form = Pick<VoyageListQuery, 'sort' | 'fields'>;

/** The voyages, read. */
@Injectable()
export class VoyageReads {
  readonly #database: Database;
  readonly #filters: VoyageFilters;

  constructor(database: Database, filters: VoyageFilters) {
    this.#database = database;
    this.#filters = filters;
  }

  /** By date and slug; items are the timeline's light ones where `fields` says so. */
  async list({ limit, offset, sort, fields, ...asked }: VoyageListQuery): Promise<Page<VoyageListItem>> {
    const filter = await this.#filters.of(asked);
    const form = { sort, fields };
    if (filter.isOpen && offset === 0) {
      const first = this.#page(filter.pageOf(0), { limit, offset, fromTheEnd: false }, form);
      return page(...(await Promise.all([first, this.#count(filter)])));
    }
    const total = await this.#count(filter);
    const window = pageWindow(total, limit, offset);
    return page(window.limit > 0 ? await this.#page(filter.pageOf(total), window, form) : [], total);
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

  async #count({ matching, asksWordsOnly, isOpen }: VoyageFilter): Promise<number> {
    const { code, where, parameters } = matching;
    const sql = isOpen ? COUNT_OF_ALL : asksWordsOnly ? COUNT_OF_WORDS : `select count(*) total from voyage v ${where}`;
    const row = await this.#database.row<{ total: number }>(`voyages-count-${code}`, sql, parameters);
    return row?.total ?? 0;
  }

  #page(filter: PageFilter, window: PageWindow, { sort, fields }: Form): Promise<VoyageListItem[]> {
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
    return this.#database.rows(name, sql, [...filter.parameters, window.limit, window.offset]);
  }
}
