import type { DuplicateCandidate, Merge } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type Page, notFound, page } from '../../common/index.ts';
import { type ColumnsOf, Database, type RowOf, col, statement } from '../../database/index.ts';
import { IN_DIRECTORY, nameQuery, peopleNamed } from '../search/index.ts';
import { type PersonName, duplicateCandidates } from './duplicate-candidates.ts';
import { listedBySlug } from './not-duplicates.ts';

/** Columns of a merge in API responses. */
export const MERGE_COLUMNS = {
  merge: col.int,
  merged_slug: col.text,
  merged_name: col.text,
  merged_by: col.text,
  merged_at: col.text,
} satisfies ColumnsOf<Merge>;

const PERSON_ROW = {
  id: col.int,
  slug: col.text,
  full_name: col.text,
  birth_year: col.int.nullable(),
  wikipedia_key: col.text.nullable(),
} satisfies ColumnsOf<PersonName & { id: number }>;
type PersonRow = RowOf<typeof PERSON_ROW>;

const SELECT = `select p.id, p.slug, p.full_name, p.birth_year, p.wikipedia_key from person p where ${IN_DIRECTORY}`;
const ORDER = 'order by p.filing_key, p.slug';
const NAMES = statement('merge-names', `${SELECT} ${ORDER}`, PERSON_ROW);
const NAME = statement('merge-name', `${SELECT} and p.slug = $1`, PERSON_ROW);
const PERSON = statement('merge-person', 'select id from person where slug = $1', { id: col.int });

/** $1: a name. $2: a name query. */
const SIMILAR_NAMES = statement(
  'merge-names-similar',
  `${SELECT} and p.id in (
    select s.id from person s where fold(s.full_name) % fold($1) union ${peopleNamed('$2::tsquery')}) ${ORDER}`,
  PERSON_ROW,
);

const NOT_DUPLICATES = statement('merge-not-duplicates', 'select one_id, other_id from person_not_duplicate', {
  one_id: col.int,
  other_id: col.int,
});

const MERGES = statement(
  'merge-list',
  `select g.id merge, g.merged_slug, g.merged_name, g.merged_by, instant_text(g.merged_at) merged_at
  from person_merge g where g.survivor_id = $1 order by g.id desc`,
  MERGE_COLUMNS,
);

interface ListQuery {
  person_slug?: string | undefined;
  limit: number;
  offset: number;
}

/** Reads possible duplicates and merges. */
@Injectable()
export class MergeQueries {
  constructor(private readonly database: Database) {}

  /** Possible duplicates among all people or of one person, without dismissed pairs. */
  async duplicateCandidates({ person_slug: slug, limit, offset }: ListQuery): Promise<Page<DuplicateCandidate>> {
    const [people, dismissed] = await Promise.all([
      slug === undefined ? this.database.rows(NAMES) : this.#similarNames(slug),
      this.database.rows(NOT_DUPLICATES),
    ]);
    const notDuplicates = new Set(dismissed.map(({ one_id, other_id }) => `${one_id} ${other_id}`));
    const key = (left: PersonRow, right: PersonRow) => `${Math.min(left.id, right.id)} ${Math.max(left.id, right.id)}`;
    const pairs = (await duplicateCandidates(people, slug)).filter(
      ({ first, second }) => !notDuplicates.has(key(first, second)),
    );
    const pagePairs = pairs.slice(offset, offset + limit);
    const peopleBySlug = await listedBySlug(
      this.database,
      pagePairs.flatMap(({ first, second }) => [first.slug, second.slug]),
    );
    const items = pagePairs.map(({ first, second, similarity }) => ({
      people: [peopleBySlug.get(first.slug), peopleBySlug.get(second.slug)].filter((person) => person !== undefined),
      similarity: Math.round(similarity * 100) / 100,
    }));
    return page(
      items.filter(({ people }) => people.length === 2),
      pairs.length,
    );
  }

  async #similarNames(slug: string): Promise<PersonRow[]> {
    const person = await this.database.row(NAME, [slug]);
    if (!person) return [];
    return this.database.rows(SIMILAR_NAMES, [person.full_name, nameQuery(person.full_name)?.similar ?? null]);
  }

  async merges(slug: string): Promise<Merge[]> {
    const person = await this.database.row(PERSON, [slug]);
    if (!person) throw notFound('Person not found');
    return this.database.rows(MERGES, [person.id]);
  }
}
