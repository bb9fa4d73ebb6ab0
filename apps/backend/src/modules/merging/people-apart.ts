import type { Apart, PersonListItem } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page, Problem } from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';
import { LISTED } from '../people/index.ts';

const PAIR = `
  select array_agg(p.id order by p.id) ids from person p where p.slug = any($1::text[])`;

const SAID = `
  from person_apart a join person one on one.id = a.one_id join person other on other.id = a.other_id`;

const LIST = `
  select one.slug one, other.slug other, a.said_by, instant_text(a.said_at) said_at ${SAID}
  order by a.said_at desc, one.slug, other.slug limit $1 offset $2`;

interface Said extends Omit<Apart, 'people'> {
  one: string;
  other: string;
}

/** The records of people in a list, by their addresses. */
export async function listedBySlug(database: Statements, slugs: string[]): Promise<Map<string, PersonListItem>> {
  const rows = await database.rows<PersonListItem>('merging-listed', `${LISTED} where p.slug = any($1)`, [
    [...new Set(slugs)],
  ]);
  return new Map(rows.map((row) => [row.person_slug, row]));
}

/** What curators have said of look-alikes: that they are two people. */
@Injectable()
export class PeopleApart {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Said twice is said once, by whoever said it first. */
  async set(slug: string, other: string, saidBy: string): Promise<void> {
    if (slug === other) throw new Problem(409, 'A record cannot be set apart from itself.');
    await this.#database.change(
      'apart-set',
      'insert into person_apart (one_id, other_id, said_by) values ($1, $2, $3) on conflict do nothing',
      [...(await this.#pair(slug, other)), saidBy],
    );
  }

  async takeBack(slug: string, other: string): Promise<void> {
    const pair = await this.#pair(slug, other);
    await this.#database.change(
      'apart-take-back',
      'delete from person_apart where one_id = $1 and other_id = $2',
      pair,
    );
  }

  async list({ limit, offset }: { limit: number; offset: number }): Promise<Page<Apart>> {
    const [rows, counted] = await Promise.all([
      this.#database.rows<Said>('apart-list', LIST, [limit, offset]),
      this.#database.row<{ total: number }>('apart-count', `select count(*) total ${SAID}`),
    ]);
    const listed = await listedBySlug(
      this.#database,
      rows.flatMap(({ one, other }) => [one, other]),
    );
    const items = rows.map(({ one, other, ...said }) => ({
      people: [listed.get(one), listed.get(other)].filter((person) => person !== undefined),
      ...said,
    }));
    return page(items, counted?.total ?? 0);
  }

  /** Keys of both, the lower one first. */
  async #pair(slug: string, other: string): Promise<[number, number]> {
    const row = await this.#database.row<{ ids: number[] | null }>('apart-pair', PAIR, [[slug, other]]);
    const [one, two] = row?.ids ?? [];
    if (one === undefined || two === undefined) throw notFound('Person not found');
    return [one, two];
  }
}
