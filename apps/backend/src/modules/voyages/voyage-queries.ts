import type { Administration, VoyageFilterQuery, VoyageListQuery, VoyagePositionQuery } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type JsonItems,
  JsonPage,
  type JsonText,
  type MatchCount,
  NO_ITEMS,
  jsonText,
  notFound,
  recordEtag,
} from '../../common/index.ts';
import { Database, type StatementExecutor, col, statement } from '../../database/index.ts';
import { voyageVersion } from '../records/index.ts';
import { proposedOwners, withProposed, withProposedOwners } from './proposed-owners.ts';
import { type PageFilter, type VoyageFilter, VoyageFilters } from './voyage-filters.ts';
import {
  ADJACENT,
  ADMINISTRATIONS,
  COUNT,
  COUNT_OF_ALL,
  COUNT_OF_WORDS,
  IDS,
  PAGES,
  PASSAGE,
  POSITIONS,
  VOYAGE,
} from './voyage-sql.ts';

/** Word searches are counted up to this number, or up to the requested page. */
const MAX_COUNT = 1000;

/** The slug that stands for no president or owner. */
const NO_OWNER = 'none';

/** Larger than any count. */
const UNLIMITED = Infinity;

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
    const sections = await this.#database.rows(ADMINISTRATIONS.for(matching), matching.parameters);
    if (sections.every(({ president_slug }) => president_slug !== null)) return sections;
    return withProposed(sections, await proposedOwners(this.#database, matching));
  }

  /**
   * Position of a voyage in the list, or of the first one of an administration, counted from 0. The API calls it `place`. `none` are voyages
   * without an owner for whom none is proposed.
   */
  async positionOf({ voyage, administration, ...query }: VoyagePositionQuery): Promise<{ place: number }> {
    const { matching } = await this.#filters.filterFor(query);
    const proposed = administration === undefined ? [] : await proposedOwners(this.#database, matching);
    const first = proposed.find(({ proposal }) => (proposal?.owner.president_slug ?? NO_OWNER) === administration);
    const targets = { voyage: voyage ?? first?.voyage_slug, administration };
    const places = await Promise.all(
      (['voyage', 'administration'] as const).map(
        async (target) =>
          targets[target] &&
          this.#database.row(POSITIONS[target].for(matching), [...matching.parameters, targets[target]]),
      ),
    );
    const found = places.flatMap((row) => (row ? [row.place] : []));
    if (found.length === 0) throw notFound('This voyage isn’t in the list.');
    return { place: Math.min(...found) };
  }

  async get(slug: string, executor: StatementExecutor = this.#database.fastPath): Promise<JsonText> {
    return requireFound(await executor.row(VOYAGE, [slug]));
  }

  async adjacent(slug: string): Promise<JsonText> {
    return requireFound(await this.#database.row(ADJACENT, [slug]));
  }

  async passage(slug: string): Promise<JsonText> {
    const row = await this.#database.row(PASSAGE, [slug]);
    return requireFound(row && { json: row.json ?? 'null' });
  }

  async #page(filter: PageFilter, window: PageWindow, { sort, fields }: ListShape): Promise<JsonItems> {
    const end = window.fromTheEnd ? 'end' : 'start';
    const strategy = filter.collectsAllMatches ? 'gather' : 'walk';
    const statement = PAGES[fields ?? 'list'][sort][end][strategy].for(filter);
    const page = await this.#database.row(statement, [...filter.parameters, window.limit, window.offset]);
    return fields || !page ? (page ?? NO_ITEMS) : withProposedOwners(this.#database, page);
  }
}

/** The rows to read for a page, and the end of the list from which they are reached faster. */
interface PageWindow {
  limit: number;
  offset: number;
  fromTheEnd: boolean;
}

/**
 * A page in the second half is counted from the end, because the database also reads skipped rows. `limit` is 0 for a page past the last
 * one.
 */
export function pageWindow(total: number, limit: number, offset: number): PageWindow {
  const rows = Math.max(0, Math.min(limit, total - offset));
  const after = total - offset - rows;
  return rows > 0 && after < offset
    ? { limit: rows, offset: after, fromTheEnd: true }
    : { limit: rows, offset, fromTheEnd: false };
}

const VERSION = statement('voyage-version', 'select id, version from voyage where id = $1', {
  id: col.int,
  version: col.int,
});

/**
 * Response header with the voyage's new ETag after a change of its passengers or media, to send as `If-Match`. Only for requests that
 * changed something.
 */
export async function voyageEtagHeader(executor: StatementExecutor, id: number): Promise<Record<string, string>> {
  const voyage = await executor.row(VERSION, [id]);
  return voyage ? { 'x-voyage-etag': recordEtag(voyageVersion(voyage)) } : {};
}
