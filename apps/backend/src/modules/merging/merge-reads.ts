import type { LookAlike, Merge } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { IN_DIRECTORY } from '../search/index.ts';
import { lookAlikes, type Named, nearTo } from './look-alikes.ts';
import { listedBySlug } from './people-apart.ts';

const NAMES = `select p.id, p.slug, p.full_name, p.birth_year, p.wikipedia_key from person p where ${IN_DIRECTORY}`;

const NAMES_NEAR = `
  ${NAMES} and (fold(p.full_name) like '%' || fold($1) || '%'
    or (fold(p.full_name) like '%' || fold($2) || '%' and fold(p.full_name) like '%' || fold($3) || '%'))`;

const APART = 'select one_id, other_id from person_apart';

const MERGES = `
  select g.id merge, g.gone_slug, g.gone_name, g.merged_by, instant_text(g.merged_at) merged_at
  from person_merge g where g.kept_id = $1 order by g.id desc`;

type Known = Named & { id: number };

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

  /** Of everybody, or of one person; without those of whom a curator has said that they are two. */
  async lookAlikes({ person_slug: slug, limit, offset }: Asked): Promise<Page<LookAlike>> {
    const [people, apart] = await Promise.all([
      slug === undefined ? this.#database.rows<Known>('merging-names', NAMES) : this.#namesNear(slug),
      this.#database.rows<{ one_id: number; other_id: number }>('merging-apart', APART),
    ]);
    const said = new Set(apart.map(({ one_id, other_id }) => `${one_id} ${other_id}`));
    const key = (one: Known, other: Known) => `${Math.min(one.id, other.id)} ${Math.max(one.id, other.id)}`;
    const pairs = (await lookAlikes(people, slug)).filter(({ one, other }) => !said.has(key(one, other)));
    const shown = pairs.slice(offset, offset + limit);
    const listed = await listedBySlug(
      this.#database,
      shown.flatMap(({ one, other }) => [one.slug, other.slug]),
    );
    const items = shown.map(({ one, other, likeness }) => ({
      people: [listed.get(one.slug), listed.get(other.slug)].filter((person) => person !== undefined),
      likeness: Math.round(likeness * 100) / 100,
    }));
    return page(
      items.filter(({ people: both }) => both.length === 2),
      pairs.length,
    );
  }

  async #namesNear(slug: string): Promise<Known[]> {
    const person = await this.#database.row<Known>('merging-name', `${NAMES} and p.slug = $1`, [slug]);
    const near = person && nearTo(person.full_name);
    if (!near) return [];
    return this.#database.rows<Known>('merging-names-near', NAMES_NEAR, [near.family, ...near.both]);
  }

  async merges(slug: string): Promise<Merge[]> {
    const person = await this.#database.row<{ id: number }>('merging-person', 'select id from person where slug = $1', [
      slug,
    ]);
    if (!person) throw notFound('Person not found');
    return this.#database.rows<Merge>('merging-merges', MERGES, [person.id]);
  }
}
