import type { DuplicateCandidate, Merge } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { IN_DIRECTORY } from '../search/index.ts';
import { blocksOf, duplicateCandidates, type Named } from './duplicate-candidates.ts';
import { listedBySlug } from './not-duplicates.ts';

const NAMES = `select p.id, p.slug, p.full_name, p.birth_year, p.wikipedia_key from person p where ${IN_DIRECTORY}`;

const NAMES_NEAR = `
  ${NAMES} and (fold(p.full_name) like '%' || fold($1) || '%'
    or (fold(p.full_name) like '%' || fold($2) || '%' and fold(p.full_name) like '%' || fold($3) || '%'))`;

const NOT_DUPLICATES = 'select one_id, other_id from person_not_duplicate';

const MERGES = `
  select g.id merge, g.merged_slug, g.merged_name, g.merged_by, instant_text(g.merged_at) merged_at
  from person_merge g where g.survivor_id = $1 order by g.id desc`;

type Known = Named & { id: number };

interface Asked {
  person_slug?: string | undefined;
  limit: number;
  offset: number;
}

/** Reads possible duplicates and merges. */
@Injectable()
export class MergeReads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Of all people, or of one; without dismissed pairs. */
  async duplicateCandidates({ person_slug: slug, limit, offset }: Asked): Promise<Page<DuplicateCandidate>> {
    const [people, dismissed] = await Promise.all([
      slug === undefined ? this.#database.rows<Known>('merge-names', NAMES) : this.#namesNear(slug),
      this.#database.rows<{ one_id: number; other_id: number }>('merge-not-duplicates', NOT_DUPLICATES),
    ]);
    const notDuplicates = new Set(dismissed.map(({ one_id, other_id }) => `${one_id} ${other_id}`));
    const key = (one: Known, other: Known) => `${Math.min(one.id, other.id)} ${Math.max(one.id, other.id)}`;
    const pairs = (await duplicateCandidates(people, slug)).filter(
      ({ one, other }) => !notDuplicates.has(key(one, other)),
    );
    const shown = pairs.slice(offset, offset + limit);
    const listed = await listedBySlug(
      this.#database,
      shown.flatMap(({ one, other }) => [one.slug, other.slug]),
    );
    const items = shown.map(({ one, other, similarity }) => ({
      people: [listed.get(one.slug), listed.get(other.slug)].filter((person) => person !== undefined),
      similarity: Math.round(similarity * 100) / 100,
    }));
    return page(
      items.filter(({ people: both }) => both.length === 2),
      pairs.length,
    );
  }

  async #namesNear(slug: string): Promise<Known[]> {
    const person = await this.#database.row<Known>('merge-name', `${NAMES} and p.slug = $1`, [slug]);
    const near = person && blocksOf(person.full_name);
    if (!near) return [];
    return this.#database.rows<Known>('merge-names-near', NAMES_NEAR, [near.family, ...near.both]);
  }

  async merges(slug: string): Promise<Merge[]> {
    const person = await this.#database.row<{ id: number }>('merge-person', 'select id from person where slug = $1', [
      slug,
    ]);
    if (!person) throw notFound('Person not found');
    return this.#database.rows<Merge>('merge-list', MERGES, [person.id]);
  }
}
