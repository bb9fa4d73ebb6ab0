import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Counted } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import type { VoyageFilter } from './voyage-filters.ts';
import { COUNT_OF_ALL, MATCHES_OF_WORDS } from './voyage-sql.ts';

/** Words are counted so far, and at least as far as the page that is asked for. */
const MOST_COUNTED = 1000;

/** More than anybody counts. */
export const COUNTLESS = Infinity;

interface Counting {
  /** None where the plan has to fit the words: enough matches of a common one are soon met, those of a rare one are gathered by the index. */
  name: string | undefined;
  sql: string;
  values: unknown[];
}

const keyOf = ({ matching: { code, parameters } }: VoyageFilter) => `${code} ${JSON.stringify(parameters)}`;

/** How many voyages match. */
@Injectable()
export class VoyageCounts {
  readonly #database: Database;
  /** How many matched when it was last counted: enough to know how to look for them, never what is answered. */
  readonly #last = new LRUCache<string, number>({ max: 1000 });

  constructor(database: Database) {
    this.#database = database;
  }

  /** About how many match, or `COUNTLESS`; undefined where nobody has asked yet. */
  expected(filter: VoyageFilter): number | undefined {
    return this.#last.get(keyOf(filter));
  }

  /** Matches of words are counted up to 1,000, or to row `upTo` where that is more; everything else is counted whole. */
  async count(filter: VoyageFilter, upTo: number): Promise<Counted> {
    const most = filter.asksWords ? Math.max(MOST_COUNTED, upTo) : COUNTLESS;
    const { name, sql, values } = this.#counting(filter, most);
    const found =
      (await this.#database.row<{ total: number }>(name && `voyages-count-${name}`, sql, values))?.total ?? 0;
    const more = found > most;
    this.#last.set(keyOf(filter), more ? COUNTLESS : found);
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
