import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { MatchCount } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import type { VoyageFilter } from './voyage-filters.ts';
import { COUNT, COUNT_OF_ALL, COUNT_OF_WORDS } from './voyage-sql.ts';

/** Word searches are counted up to this number, or up to the requested page. */
const MAX_COUNT = 1000;

/** Larger than any count. */
export const UNLIMITED = Infinity;

const keyOf = ({ matching: { variantKey, parameters } }: VoyageFilter) => `${variantKey} ${JSON.stringify(parameters)}`;

/** Counts matching voyages. */
@Injectable()
export class VoyageCounts {
  readonly #database: Database;
  /** Counts of earlier requests, which are only used to choose a query plan and never returned. */
  readonly #last = new LRUCache<string, number>({ max: 1000 });

  constructor(database: Database) {
    this.#database = database;
  }

  /** Approximate number of matches, or `UNLIMITED`; undefined before the first request. */
  estimate(filter: VoyageFilter): number | undefined {
    return filter.isSelection ? undefined : this.#last.get(keyOf(filter));
  }

  /** Counts word searches up to 1,000, or up to row `upTo` if that is more, and all other searches completely. */
  async count(filter: VoyageFilter, upTo: number): Promise<MatchCount> {
    const max = filter.hasWords ? Math.max(MAX_COUNT, upTo) : UNLIMITED;
    const total = (await this.#queryTotal(filter, max))?.total ?? 0;
    const hasMore = total > max;
    // Selections aren't cached, because the key would contain the id of every selected voyage.
    if (!filter.isSelection) this.#last.set(keyOf(filter), hasMore ? UNLIMITED : total);
    return hasMore ? { total: max, more: hasMore } : { total };
  }

  #queryTotal({ isOpen, hasWords, matching }: VoyageFilter, max: number): Promise<{ total: number } | undefined> {
    const { parameters } = matching;
    if (isOpen) return this.#database.row(COUNT_OF_ALL);
    return hasWords
      ? this.#database.row(COUNT_OF_WORDS.for(matching), [...parameters, max + 1])
      : this.#database.row(COUNT.for(matching), parameters);
  }
}
