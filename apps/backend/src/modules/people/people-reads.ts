import type {
  CallAnswer,
  PeopleByPresident,
  peopleCalls,
  PeopleListQuery,
  PeopleRole,
  PeopleStats,
  PersonListItem,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound, type Page, page, withHeaders } from '../../common/index.ts';
import { type Conditions, conditions, Database, type Statements } from '../../database/index.ts';
import { IN_DIRECTORY, peopleMatching, SearchQueries } from '../search/index.ts';
import { BY_PRESIDENT, BY_VOYAGE, LISTED, PERSON, PICKED } from './people-sql.ts';

/** Weights of a person's name, and of role, title and organisation: the directory does not look into notes. */
const NAME = 'A';
const NAME_OR_ROLE = 'AB';
const MOST_PICKED = 20;

const CONDITIONS = {
  directory: { code: '', sql: IN_DIRECTORY },
  nothing: { code: 'n', sql: 'false' },
  words: {
    code: 'q',
    sql: (terms: string, roleTerms: string) =>
      `p.id in (${peopleMatching(`${terms}::tsquery[]`, `${roleTerms}::tsquery[]`)})`,
  },
  role: { code: 'r', sql: (p: string) => `position(fold(${p}) in fold(p.role_title)) > 0` },
};

/** What somebody is listed as: role or title, else the role of the latest voyage that gives one. */
const ROLE = `coalesce(p.role_title, (
  select l.capacity_role from passenger l join voyage v on v.id = l.voyage_id
  where l.person_id = p.id and l.capacity_role is not null order by v.start_day desc, v.slug desc limit 1))`;

/** Keys of a page with the columns that its order stands on. */
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
      select p.id, p.slug, said.role, count(*) over (partition by said.role) holders from person p
      cross join lateral (select ${ROLE} role) said`,
    order: 'role is null, holders desc, role, slug',
  },
};

const STATS = `
  select count(*) total_people,
    (select count(distinct fold(btrim(said.words))) from (
      select p.role_title words from person p where ${IN_DIRECTORY}
      union all
      select distinct l.capacity_role from passenger l) said where btrim(said.words) <> '') unique_titles,
    (select coalesce(round(count(*)::numeric / nullif(count(distinct l.person_id), 0), 2), 0) from passenger l) avg_voyages_per_passenger
  from person p where ${IN_DIRECTORY}`;

const REDIRECTED = `
  select p.slug from person_redirect r join person p on p.id = r.person_id where r.slug = $1`;

type Group = PeopleByPresident['grouped_by_president'][number];
type Appearance = Omit<Group, 'people'> & Group['people'][number];

/** The people, read: directory, person, figures. */
@Injectable()
export class PeopleReads {
  readonly #database: Database;
  readonly #queries: SearchQueries;

  constructor(database: Database, queries: SearchQueries) {
    this.#database = database;
    this.#queries = queries;
  }

  /** Who is in the directory under words and a part of a role. */
  async #found(q: string | undefined, role?: string): Promise<Conditions> {
    const query = q ? await this.#queries.prepare(q) : undefined;
    return conditions(CONDITIONS, {
      directory: true,
      nothing: q ? !query : undefined,
      words: query && [query.terms(NAME_OR_ROLE), query.terms()],
      role: role || undefined,
    });
  }

  async list({ q, role_title, sort, limit, offset }: PeopleListQuery): Promise<Page<PersonListItem>> {
    const { code, where, parameters, parameter } = await this.#found(q, role_title);
    const { keys, order } = ORDERS[sort];
    const list = `
      with page as materialized (
        ${keys} ${where} order by ${order} limit ${parameter(1)} offset ${parameter(2)})
      select shown.* from page cross join lateral (${LISTED} where p.id = page.id offset 0) shown order by ${order}`;
    const [items, counted] = await Promise.all([
      this.#database.rows<PersonListItem>(`people-list-${sort}-${code}`, list, [...parameters, limit, offset]),
      this.#database.row<{ total: number }>(
        `people-count-${code}`,
        `select count(*) total from person p ${where}`,
        parameters,
      ),
    ]);
    return page(items, counted?.total ?? 0);
  }

  /** The roles of the people found, in the order in which a list sorted by role comes. */
  async roles(q: string | undefined): Promise<PeopleRole[]> {
    const { code, where, parameters } = await this.#found(q);
    const sql = `
      select role, count(*) people_count from (select ${ROLE} role from person p ${where}) said
      group by role order by role is null, people_count desc, role`;
    return this.#database.rows<PeopleRole>(`people-roles-${code}`, sql, parameters);
  }

  async get(slug: string, on: Statements = this.#database): Promise<JsonText> {
    const row = await on.row<{ json: string; version: string }>('people-get', PERSON, [slug]);
    if (row) return jsonText(row.json, row);
    // Of a record that went into another one, the other one: its `person_slug` says where it stands.
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
    if (!row) throw new Error('An aggregate answers one row');
    return row;
  }

  /** Everybody who sailed, under each president/owner in order of terms, most voyages first. */
  async byPresident(): Promise<PeopleByPresident> {
    const rows = await this.#database.rows<Appearance>('people-by-president', BY_PRESIDENT);
    const groups: Group[] = [];
    for (const { president_slug, president_name, president_party, ...person } of rows) {
      const open = groups.at(-1);
      if (open && open.president_slug === president_slug) open.people.push(person);
      else groups.push({ president_slug, president_name, president_party, people: [person] });
    }
    return { grouped_by_president: groups };
  }

  /** People whose name looks like what is typed, the likest first; presidents and owners among them. */
  async pick(typed: string): Promise<CallAnswer<typeof peopleCalls.search>> {
    const query = typed ? await this.#queries.prepare(typed) : undefined;
    return query ? this.#database.rows('people-pick', PICKED, [query.all(NAME), typed, MOST_PICKED]) : [];
  }
}
