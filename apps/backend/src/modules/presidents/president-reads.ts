import type { President } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type Page, page } from '../../common/index.ts';
import { Database } from '../../database/index.ts';

const LIST = `
  select p.slug president_slug, p.full_name, r.party, r.presidential, r.initials, r.term_start, r.term_end, p.birth_year,
    p.death_year, p.wikipedia_url, p.tags, (select count(*) from voyage v where v.president_id = p.id) voyage_count
  from president r join person p on p.id = r.person_id
  order by earliest_day(r.term_start), p.slug limit $1 offset $2`;

/** Presidents and owners, read. */
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
}
