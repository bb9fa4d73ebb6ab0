import type { President } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound, type Page, page } from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';

const COLUMNS = `
  p.slug president_slug, p.full_name, r.party, r.presidential, r.initials, r.term_start, r.term_end, p.birth_year,
  p.death_year, p.wikipedia_url, p.tags, (select count(*) from voyage v where v.president_id = p.id) voyage_count`;

const ONE = `
  select p.id || '.' || p.version || '.' || r.version version, (select row_to_json(shown) from (select ${COLUMNS}) shown)::text json
  from president r join person p on p.id = r.person_id where p.slug = $1`;

const LIST = `
  select ${COLUMNS}
  from president r join person p on p.id = r.person_id
  order by earliest_day(r.term_start), p.slug limit $1 offset $2`;

/** Reads presidents and owners. */
@Injectable()
export class PresidentReads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(limit: number, offset: number): Promise<Page<President>> {
    const [items, counted] = await Promise.all([
      this.#database.rows<President>('presidents-list', LIST, [limit, offset]),
      this.#database.row<{ total: number }>('presidents-count', 'select count(*) total from president'),
    ]);
    return page(items, counted?.total ?? 0);
  }

  async get(slug: string, on: Statements = this.#database): Promise<JsonText> {
    const row = await on.row<{ json: string; version: string }>('presidents-get', ONE, [slug]);
    if (!row) throw notFound('President/Owner not found');
    return jsonText(row.json, row);
  }
}
