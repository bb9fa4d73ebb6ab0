import type { PeopleByPresident, PeopleByPresidentQuery } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { col, type Conditions, Database, filteredStatement, type RowOf } from '../../database/index.ts';
import { portraitUrl } from '../records/index.ts';
import { ListSearch } from '../search/index.ts';
import { findPeople, PEOPLE_CONDITIONS } from './people-sql.ts';

type Group = PeopleByPresident['grouped_by_president'][number];

/** A condition on the passenger rows `l`. Everyone who has sailed is in the directory, so without filters no condition is needed. */
const linksOf = ({ variantKey, where }: Pick<Conditions, 'variantKey' | 'where'>) =>
  variantKey === '' ? '' : `where l.person_id in (select p.id from person p ${where})`;

const GROUP_COLUMNS = {
  president_id: col.int.nullable(),
  president_slug: col.text.nullable(),
  president_name: col.text.nullable(),
  president_party: col.text.nullable(),
  people_count: col.int,
};
type GroupRow = RowOf<typeof GROUP_COLUMNS>;

const GROUPS = filteredStatement(
  'people-presidents',
  PEOPLE_CONDITIONS,
  (filter) => `
  select sailed.president_id, owner.slug president_slug, owner.full_name president_name, r.party president_party, sailed.people_count
  from (
    select president_id, count(*) people_count from (
      select distinct v.president_id, l.person_id from passenger l join voyage v on v.id = l.voyage_id ${linksOf(filter)}) pairs
    group by president_id) sailed
  left join person owner on owner.id = sailed.president_id
  left join president r on r.person_id = sailed.president_id
  order by owner.id is null, earliest_day(r.term_start), owner.slug`,
  GROUP_COLUMNS,
);

/** The people under presidents with these ids, in order. A null id means voyages without a president or owner. */
const PEOPLE = filteredStatement(
  'people-appearances',
  PEOPLE_CONDITIONS,
  (filter) => {
    const [links, keys] = [linksOf(filter), filter.parameter(1)];
    return `
  select sailed.president_id, p.slug person_slug, p.full_name, p.role_title, p.organization, ${portraitUrl('p')} portrait_url,
    sailed.appearance_count
  from (
    select v.president_id, l.person_id, count(*) appearance_count from voyage v join passenger l on l.voyage_id = v.id
    ${links} ${links === '' ? 'where' : 'and'} (
      v.president_id = any(${keys}::int[]) or (v.president_id is null and array_position(${keys}::int[], null) is not null))
    group by v.president_id, l.person_id) sailed
  join person p on p.id = sailed.person_id
  order by array_position(${keys}::int[], sailed.president_id), sailed.appearance_count desc, p.filing_key, p.slug limit ${filter.parameter(2)} offset ${filter.parameter(3)}`;
  },
  {
    president_id: col.int.nullable(),
    person_slug: col.text,
    full_name: col.text,
    role_title: col.text.nullable(),
    organization: col.text.nullable(),
    portrait_url: col.text.nullable(),
    appearance_count: col.int,
  },
);

/** Lists everyone who sailed under each president or owner, in order of terms. People with the most voyages come first. */
@Injectable()
export class PresidentGroups {
  constructor(
    private readonly database: Database,
    private readonly search: ListSearch,
  ) {}

  /**
   * `limit` and `offset` count people across all groups. Every group is included, with its count and those of its people who are on the
   * page.
   */
  async read({ limit, offset, ...filters }: PeopleByPresidentQuery): Promise<PeopleByPresident> {
    const filter = await findPeople(this.database, this.search, filters);
    const presidentRows = await this.database.rows(GROUPS.for(filter), filter.parameters);
    const groups = presidentRows.map(groupOf);

    const end = limit === undefined ? Infinity : offset + limit;
    const keys: (number | null)[] = [];
    let start = 0;
    let skipped = 0;
    for (const { president_id, people_count } of presidentRows) {
      if (start + people_count <= offset) skipped += people_count;
      else if (start < end) keys.push(president_id);
      start += people_count;
    }
    const page = [...filter.parameters, keys, limit ?? null, offset - skipped];
    const peopleRows = keys.length === 0 ? [] : await this.database.rows(PEOPLE.for(filter), page);
    const positions = new Map(presidentRows.map(({ president_id }, index) => [president_id, index]));
    for (const { president_id, ...person } of peopleRows)
      groups[positions.get(president_id) ?? -1]?.people.push(person);
    return { grouped_by_president: groups };
  }
}

const groupOf = ({ president_slug, president_name, president_party, people_count }: GroupRow): Group => ({
  president_slug,
  president_name,
  president_party,
  people_count,
  people: [],
});
