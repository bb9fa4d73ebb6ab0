import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Counted } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import type { VoyageFilter } from './voyage-filters.ts';
import { COUNT_OF_ALL, MATCHES_OF_WORDS } from './voyage-sql.ts';

/** Word searches are counted up to this number, or up to the requested page. */
const MOST_COUNTED = 1000;

/** Larger than any count. */
export const UNLIMITED = Infinity;

interface Counting {
  /** No plan hint for word searches: many matches of a common word are found quickly, few matches of a rare one come from the index. */
  name: string | undefined;
  sql: string;
  values: unknown[];
}

const keyOf = ({ matching: { code, parameters } }: VoyageFilter) => `${code} ${JSON.stringify(parameters)}`;

/** How many voyages match. */
@Injectable()
export class VoyageCounts {
  readonly #database: Database;
  /** The count of an earlier request: good enough for choosing a plan, never returned. */
  readonly #last = new LRUCache<string, number>({ max: 1000 });

  constructor(database: Database) {
    this.#database = database;
  }

  /** Approximate number of matches, or `COUNTLESS`; undefined before the first request. */
  expected(filter: VoyageFilter): number | undefined {
    return this.#last.get(keyOf(filter));
  }

  /** Word searches are counted up to 1,000, or up to row `upTo` if that is more; all other searches are counted completely. */
  async count(filter: VoyageFilter, upTo: number): Promise<Counted> {
    const most = filter.asksWords ? Math.max(MOST_COUNTED, upTo) : UNLIMITED;
    const { name, sql, values } = this.#counting(filter, most);
    const found =
      (await this.#database.row<{ total: number }>(name && `voyages-count-${name}`, sql, values))?.total ?? 0;
    const more = found > most;
    this.#last.set(keyOf(filter), more ? UNLIMITED : found);
    return more ? { total: most, more } : { total: found };
  }

  #counting(filter: VoyageFilter, most: number): Counting {
    const { code, where, parameters, parameter } = filter.matching;
    if (filter.isOpen) return { name: code, sql: COUNT_OF_ALL, values: parameters };
    if (!filter.asksWords)
      return { name: code, sql: `select count(*) total from voyage v ${where}`, values: parameters };
    const matches = filter.asksWordsOnly ? MATCHES_OF_WORDS : `select from voyage v ${where}`;
    const sql = `select count(*) total from (${matches} limit ${parameter(1)}) counted`;
    return { name: undefined, sql, values: [...parameters, most + 1] };
  }
}
