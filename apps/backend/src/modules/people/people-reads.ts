import type { OperationResponse, peopleOperations, PeopleListQuery, PeopleRole, PeopleStats } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import {
  type JsonText,
  jsonText,
  notFound,
  JsonPage,
  type JsonItems,
  NO_ITEMS,
  withHeaders,
} from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';
import { IN_DIRECTORY, SearchQueries } from '../search/index.ts';
import { foundPeople } from './found-people.ts';
import { BY_VOYAGE, LISTED, PERSON, PICKED } from './people-sql.ts';

/** Search weight of a person’s name. */
const NAME = 'A';
const MOST_PICKED = 20;

/** A person's role in lists: their general role, else the one from the latest voyage that has one. */
const ROLE = 'coalesce(p.role_title, latest.capacity_role)';
const WITH_ROLE = `person p left join (
  select distinct on (l.person_id) l.person_id, l.capacity_role from passenger l join voyage v on v.id = l.voyage_id
  where l.capacity_role is not null order by l.person_id, v.start_day desc, v.slug desc) latest on latest.person_id = p.id`;

/** Keys of people with the columns that each order sorts by. */
const ORDERS: Record<PeopleListQuery['sort'], { keys: string; order: string }> = {
  name: { keys: 'select p.id, p.slug from person p', order: 'slug' },
  voyages: {
    keys: `
      select p.id, p.slug, coalesce(l.voyages, 0) voyages from person p
      left join (select person_id, count(*) voyages from passenger group by person_id) l on l.person_id = p.id`,
    order: 'voyages desc, slug',
  },
  role: {
    keys: `
      select p.id, p.slug, ${ROLE} as role, count(*) over (partition by ${ROLE}) holders from ${WITH_ROLE}`,
    order: 'role is null, holders desc, role, slug',
  },
};

const STATS = `
  select count(*) total_people,
    (select count(distinct fold(btrim(said.words))) from (
      select p.role_title words from person p where p.role_title is not null and ${IN_DIRECTORY} group by p.role_title
      union
      select l.capacity_role from passenger l where l.capacity_role is not null) said where btrim(said.words) <> '') unique_titles,
    (select coalesce(round(count(*)::numeric / nullif(count(distinct l.person_id), 0), 2), 0) from passenger l) avg_voyages_per_passenger
  from person p where ${IN_DIRECTORY}`;

const REDIRECTED = `
  select p.slug from person_redirect r join person p on p.id = r.person_id where r.slug = $1`;

/** Reads the directory of people, a person and the statistics. */
@Injectable()
export class PeopleReads {
  readonly #database: Database;
  readonly #queries: SearchQueries;

  constructor(database: Database, queries: SearchQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  async list({ q, role_title, sort, limit, offset }: PeopleListQuery): Promise<JsonPage> {
    const { code, where, parameters, parameter } = await foundPeople(this.#queries, q, role_title);
    const { keys, order } = ORDERS[sort];
    const list = `
      with page as materialized (
        select * from (${keys} ${where}) found order by ${order} limit ${parameter(1)} offset ${parameter(2)})
      select count(*) length, coalesce(json_agg(row_to_json(shown) order by ${order}), '[]')::text json
      from page cross join lateral (${LISTED} where p.id = page.id offset 0) shown`;
    const [items, counted] = await Promise.all([
      this.#database.row<JsonItems>(`people-list-${sort}-${code}`, list, [...parameters, limit, offset]),
      this.#database.row<{ total: number }>(
        `people-count-${code}`,
        `select count(*) total from person p ${where}`,
        parameters,
      ),
    ]);
    return new JsonPage(items ?? NO_ITEMS, counted ?? { total: 0 });
  }

  /** Keys of all matching people, in list order. */
  async keys({ q, role_title, sort }: Pick<PeopleListQuery, 'q' | 'role_title' | 'sort'>): Promise<number[]> {
    const { code, where, parameters } = await foundPeople(this.#queries, q, role_title);
    const { keys, order } = ORDERS[sort];
    const sql = `select array(select id from (${keys} ${where}) found order by ${order}) keys`;
    return (await this.#database.row<{ keys: number[] }>(`people-keys-${sort}-${code}`, sql, parameters))?.keys ?? [];
  }

  /** Roles of the matching people, in the order of a list sorted by role. */
  async roles(q: string | undefined): Promise<PeopleRole[]> {
    const { code, where, parameters } = await foundPeople(this.#queries, q);
    const sql = `
      select role, count(*) people_count from (select ${ROLE} as role from ${WITH_ROLE} ${where}) said
      group by role order by role is null, people_count desc, role`;
    return this.#database.rows<PeopleRole>(`people-roles-${code}`, sql, parameters);
  }

  async get(slug: string, on: Statements = this.#database): Promise<JsonText> {
    const row = await on.row<{ json: string; version: string }>('people-get', PERSON, [slug]);
    if (row) return jsonText(row.json, row);
    // A merged record redirects to the one it was merged into.
    const other = await on.row<{ slug: string }>('people-redirect', REDIRECTED, [slug]);
    if (!other) throw notFound('Person not found');
    return withHeaders(await this.get(other.slug, on), { 'content-location': `/api/people/${other.slug}` });
  }

  async byVoyage(slug: string): Promise<JsonText> {
    const row = await this.#database.row<{ json: string }>('people-by-voyage', BY_VOYAGE, [slug]);
    if (!row) throw notFound('Voyage not found');
    return jsonText(row.json);
  }

  async stats(): Promise<PeopleStats> {
    const row = await this.#database.row<PeopleStats>('people-stats', STATS);
    if (!row) throw new Error('An aggregate returns one row');
    return row;
  }

  /** People by name, best match first, including presidents and owners. */
  async pick(typed: string): Promise<OperationResponse<typeof peopleOperations.search>> {
    const query = typed ? await this.#queries.prepare(typed) : undefined;
    return query ? this.#database.rows('people-pick', PICKED, [query.all(NAME), typed, MOST_PICKED]) : [];
  }
}
