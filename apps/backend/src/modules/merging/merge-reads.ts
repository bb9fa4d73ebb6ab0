import type { LookAlike, Merge, PersonListItem } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { LISTED } from '../people/index.ts';
import { IN_DIRECTORY } from '../search/index.ts';
import { lookAlikes, type Named } from './look-alikes.ts';

const NAMES = `select p.slug, p.full_name, p.birth_year, p.wikipedia_key from person p where ${IN_DIRECTORY} order by p.slug`;

const MERGES = `
  select g.id merge, g.gone_slug, g.gone_name, g.merged_by, instant_text(g.merged_at) merged_at
  from person_merge g where g.kept_id = $1 order by g.id desc`;

interface Asked {
  person_slug?: string | undefined;
  limit: number;
  offset: number;
}

/** What there is to merge, and what has been. */
@Injectable()
export class MergeReads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Of everybody, or of one person. */
  async lookAlikes({ person_slug: slug, limit, offset }: Asked): Promise<Page<LookAlike>> {
    const pairs = lookAlikes(await this.#database.rows<Named>('merging-names', NAMES), slug);
    const shown = pairs.slice(offset, offset + limit);
    const slugs = [...new Set(shown.flatMap(({ one, other }) => [one.slug, other.slug]))];
    const rows = await this.#database.rows<PersonListItem>('merging-listed', `${LISTED} where p.slug = any($1)`, [
      slugs,
    ]);
    const listed = new Map(rows.map((row) => [row.person_slug, row]));
    const items = shown.map(({ one, other, likeness }) => ({
      people: [listed.get(one.slug), listed.get(other.slug)].filter((person) => person !== undefined),
      likeness: Math.round(likeness * 100) / 100,
    }));
    return page(
      items.filter(({ people }) => people.length === 2),
      pairs.length,
    );
  }

  async merges(slug: string): Promise<Merge[]> {
    const person = await this.#database.row<{ id: number }>('merging-person', 'select id from person where slug = $1', [
      slug,
    ]);
    if (!person) throw notFound('Person not found');
    return this.#database.rows<Merge>('merging-merges', MERGES, [person.id]);
  }
}
