import type { PeopleLetter, PeopleListQuery, PeopleRole, PeopleStats, Spelling } from '@archive/contracts';
import { normalizeName } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound, JsonPage, NO_ITEMS, withHeaders } from '../../common/index.ts';
import {
  col,
  type ColumnsOf,
  Database,
  filteredStatement,
  statement,
  type StatementExecutor,
  statementsFor,
} from '../../database/index.ts';
import { IN_DIRECTORY, ListSearch } from '../search/index.ts';
import {
  BY_VOYAGE,
  LETTER,
  PEOPLE_CONDITIONS,
  PERSON,
  PERSON_LIST_ITEM,
  type PeopleFilters,
  findPeople,
} from './people-sql.ts';

/** A person's role in lists: the role of the person's record, or else the role on the latest voyage that has one. */
const ROLE = 'coalesce(p.role_title, latest.capacity_role)';
const WITH_ROLE = `person p left join (
  select distinct on (l.person_id) l.person_id, l.capacity_role from passenger l join voyage v on v.id = l.voyage_id
  where l.capacity_role is not null order by l.person_id, v.start_day desc, v.slug desc) latest on latest.person_id = p.id`;

/** Ids of people with the columns to sort by, for each sort order. */
const ORDERS = {
  name: { keys: 'select p.id, p.slug, p.filing_key from person p', order: 'filing_key, slug' },
  voyages: {
    keys: `
      select p.id, p.slug, p.filing_key, coalesce(l.voyages, 0) voyages from person p
      left join (select person_id, count(*) voyages from passenger group by person_id) l on l.person_id = p.id`,
    order: 'voyages desc, filing_key, slug',
  },
  first: {
    keys: `
      select p.id, p.slug, p.filing_key, l.first_day from person p
      left join (
        select l.person_id, min(v.start_day) first_day from passenger l join voyage v on v.id = l.voyage_id group by l.person_id) l
        on l.person_id = p.id`,
    order: 'first_day nulls last, filing_key, slug',
  },
  role: {
    keys: `
      select p.id, p.slug, p.filing_key, ${ROLE} as role, count(*) over (partition by ${ROLE}) holders from ${WITH_ROLE}`,
    order: 'role is null, holders desc, role collate natural_order, filing_key, slug',
  },
} satisfies Record<PeopleListQuery['sort'], { keys: string; order: string }>;
const SORTS = Object.keys(ORDERS) as PeopleListQuery['sort'][];

/**
 * With a filter, matches are materialized, so that they are found only once for the page and the total. Without one, an index yields the
 * page.
 */
const LIST = statementsFor(SORTS, (sort) =>
  filteredStatement(
    `people-list-${sort}`,
    PEOPLE_CONDITIONS,
    ({ where, parameter, variantKey }) => {
      const isFiltered = variantKey !== '';
      return `
      with found as ${isFiltered ? 'materialized' : 'not materialized'} (${ORDERS[sort].keys} ${where}),
      page as materialized (
        select * from found order by ${ORDERS[sort].order} limit ${parameter(1)} offset ${parameter(2)})
      select count(*) length, ${isFiltered ? '(select count(*) from found)' : 'null::bigint'} total,
        coalesce(json_agg(row_to_json(person) order by ${ORDERS[sort].order}), '[]')::text json
      from page cross join lateral (${PERSON_LIST_ITEM} where p.id = page.id offset 0) person`;
    },
    { length: col.int, total: col.int.nullable(), json: col.text },
  ),
);
const COUNT = statement('people-count', `select count(*) total from person p where ${IN_DIRECTORY}`, {
  total: col.int,
});
const IDS = statementsFor(SORTS, (sort) =>
  filteredStatement(
    `people-ids-${sort}`,
    PEOPLE_CONDITIONS,
    ({ where }) =>
      `select array(select id from (${ORDERS[sort].keys} ${where}) found order by ${ORDERS[sort].order}) ids`,
    { ids: col.array(col.int) },
  ),
);
const ROLES = filteredStatement(
  'people-roles',
  PEOPLE_CONDITIONS,
  ({ where }) => `
    select role, count(*) people_count from (select ${ROLE} as role from ${WITH_ROLE} ${where}) recorded
    group by role order by role is null, people_count desc, role collate natural_order`,
  { role: col.text.nullable(), people_count: col.int },
);

const LETTERS = filteredStatement(
  'people-letters',
  PEOPLE_CONDITIONS,
  ({ where }) => `
  select letter, count(*) people_count from (select ${LETTER} letter from person p ${where}) filed
  group by letter order by letter = '#', letter`,
  { letter: col.text, people_count: col.int },
);

const STATS = statement(
  'people-stats',
  `
  select count(*) total_people,
    (select count(distinct fold(btrim(recorded.words))) from (
      select p.role_title words from person p where p.role_title is not null and ${IN_DIRECTORY} group by p.role_title
      union
      select l.capacity_role from passenger l where l.capacity_role is not null) recorded where btrim(recorded.words) <> '') unique_titles,
    (select coalesce(round(count(*)::numeric / nullif(count(distinct l.person_id), 0), 2), 0) from passenger l) avg_voyages_per_passenger
  from person p where ${IN_DIRECTORY}`,
  {
    total_people: col.int,
    unique_titles: col.int,
    avg_voyages_per_passenger: col.number,
  } satisfies ColumnsOf<PeopleStats>,
);

const REDIRECTED = statement(
  'people-redirect',
  `
  select p.slug from person_redirect r join person p on p.id = r.person_id where r.slug = $1`,
  { slug: col.text },
);

const SPELLINGS = statement(
  'people-spellings',
  `select p.full_name, a.name_key, coalesce(a.name, a.name_key) "name", a.operation_id is not null is_imported
  from person p left join person_alias a on a.person_id = p.id where p.slug = $1 order by a.name_key`,
  { full_name: col.text, name_key: col.text.nullable(), name: col.text.nullable(), is_imported: col.bool },
);

/** Reads the directory of people, a person and the statistics. */
@Injectable()
export class PeopleQueries {
  constructor(
    private readonly database: Database,
    private readonly search: ListSearch,
  ) {}

  async list({ sort, limit, offset, ...filters }: PeopleListQuery): Promise<JsonPage> {
    const filter = await findPeople(this.database, this.search, filters);
    const list = this.database.row(LIST[sort].for(filter), [...filter.parameters, limit, offset]);
    const [items, countRow] = await Promise.all([
      list,
      filter.variantKey === '' ? this.database.row(COUNT) : undefined,
    ]);
    return new JsonPage(items ?? NO_ITEMS, { total: items?.total ?? countRow?.total ?? 0 });
  }

  /** Ids of all matching people, in list order. */
  async ids({ sort, ...filters }: Omit<PeopleListQuery, 'limit' | 'offset'>): Promise<number[]> {
    const filter = await findPeople(this.database, this.search, filters);
    return (await this.database.row(IDS[sort].for(filter), filter.parameters))?.ids ?? [];
  }

  /** Roles of the matching people, in the order of a list sorted by role. */
  async roles(filters: PeopleFilters): Promise<PeopleRole[]> {
    const filter = await findPeople(this.database, this.search, filters);
    return this.database.rows(ROLES.for(filter), filter.parameters);
  }

  async letters(filters: PeopleFilters): Promise<PeopleLetter[]> {
    const filter = await findPeople(this.database, this.search, filters);
    return this.database.rows(LETTERS.for(filter), filter.parameters);
  }

  async get(slug: string, executor: StatementExecutor = this.database): Promise<JsonText> {
    const row = await executor.row(PERSON, [slug]);
    if (row) return jsonText(row.json, row);
    // The slug of a merged record redirects to the surviving record.
    const redirect = await executor.row(REDIRECTED, [slug]);
    if (!redirect) throw notFound('Person not found');
    return withHeaders(await this.get(redirect.slug, executor), {
      'content-location': `/api/people/${redirect.slug}`,
    });
  }

  /** Imports record the current name, too. It isn't listed. */
  async spellings(slug: string): Promise<Spelling[]> {
    const rows = await this.database.rows(SPELLINGS, [slug]);
    if (rows.length === 0) throw notFound('Person not found');
    return rows.flatMap(({ full_name, name_key, name, is_imported }) =>
      name === null || name_key === normalizeName(full_name) ? [] : [{ name, is_imported }],
    );
  }

  async byVoyage(slug: string): Promise<JsonText> {
    const row = await this.database.row(BY_VOYAGE, [slug]);
    if (!row) throw notFound('Voyage not found');
    return jsonText(row.json);
  }

  async stats(): Promise<PeopleStats> {
    const row = await this.database.row(STATS);
    if (!row) throw new Error('The statistics query returned no row');
    return row;
  }
}
