import type { NotDuplicate, PersonListItem } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page, Problem } from '../../common/index.ts';
import { col, Database, statement, type StatementExecutor } from '../../database/index.ts';
import { PERSON_LIST_ITEM, PERSON_LIST_ITEM_COLUMNS } from '../people/index.ts';

const PAIR = statement(
  'not-duplicate-pair',
  `select array_agg(p.id order by p.id) ids from person p where p.slug = any($1::text[])`,
  { ids: col.array(col.int).nullable() },
);

const DISMISSED = `
  from person_not_duplicate d join person first on first.id = d.one_id join person second on second.id = d.other_id`;

const LISTED_BY_SLUG = statement(
  'merge-people',
  `${PERSON_LIST_ITEM} where p.slug = any($1)`,
  PERSON_LIST_ITEM_COLUMNS,
);

const DISMISS = statement(
  'not-duplicate-dismiss',
  'insert into person_not_duplicate (one_id, other_id, dismissed_by) values ($1, $2, $3) on conflict do nothing',
);
const UNDO = statement('not-duplicate-undo', 'delete from person_not_duplicate where one_id = $1 and other_id = $2');
const COUNT = statement('not-duplicate-count', `select count(*) total ${DISMISSED}`, { total: col.int });

const LIST = statement(
  'not-duplicate-list',
  `select first.slug first_slug, second.slug second_slug, d.dismissed_by, instant_text(d.dismissed_at) dismissed_at ${DISMISSED}
  order by d.dismissed_at desc, first.slug, second.slug limit $1 offset $2`,
  { first_slug: col.text, second_slug: col.text, dismissed_by: col.text, dismissed_at: col.text },
);

/** List items of people, by slug. */
export async function listedBySlug(database: StatementExecutor, slugs: string[]): Promise<Map<string, PersonListItem>> {
  const rows = await database.rows(LISTED_BY_SLUG, [[...new Set(slugs)]]);
  return new Map(rows.map((row) => [row.person_slug, row]));
}

/** Stores the possible duplicates that curators have dismissed. */
@Injectable()
export class NotDuplicates {
  constructor(private readonly database: Database) {}

  /** Dismisses a pair. Dismissing it again has no effect. */
  async dismiss(slug: string, otherSlug: string, dismissedBy: string): Promise<void> {
    if (slug === otherSlug) throw new Problem(409, 'A record can’t be a duplicate of itself.');
    await this.database.execute(DISMISS, [...(await this.#pair(slug, otherSlug)), dismissedBy]);
  }

  async undoDismissal(slug: string, otherSlug: string): Promise<void> {
    await this.database.execute(UNDO, await this.#pair(slug, otherSlug));
  }

  async list({ limit, offset }: { limit: number; offset: number }): Promise<Page<NotDuplicate>> {
    const [rows, row] = await Promise.all([this.database.rows(LIST, [limit, offset]), this.database.row(COUNT)]);
    const people = await listedBySlug(
      this.database,
      rows.flatMap(({ first_slug, second_slug }) => [first_slug, second_slug]),
    );
    const items = rows.map(({ first_slug, second_slug, ...dismissal }) => ({
      people: [people.get(first_slug), people.get(second_slug)].filter((person) => person !== undefined),
      ...dismissal,
    }));
    return page(items, row?.total ?? 0);
  }

  /** The ids of both people, the lower id first. */
  async #pair(slug: string, otherSlug: string): Promise<[number, number]> {
    const row = await this.database.row(PAIR, [[slug, otherSlug]]);
    const [firstId, secondId] = row?.ids ?? [];
    if (firstId === undefined || secondId === undefined) throw notFound('Person not found');
    return [firstId, secondId];
  }
}
