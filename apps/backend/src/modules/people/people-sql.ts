import { type PeopleListQuery, type PersonListItem, fieldsWith, namesOf, personFields } from '@archive/contracts';
import type { NameParts } from '@archive/voyage-document';
import {
  type ColumnsOf,
  type Conditions,
  type Database,
  col,
  conditions,
  fieldColumns,
  statement,
} from '../../database/index.ts';
import { columnsOf, portraitUrl } from '../records/index.ts';
import { IN_DIRECTORY, type ListSearch, nameQuery, peopleMatching, peopleNamed } from '../search/index.ts';

const LISTED_FIELDS = fieldsWith(personFields, 'listed');

const PEOPLE_ABOARD = `
  select p.slug person_slug, p.full_name, p.role_title, p.organization, p.wikipedia_url,
    ${portraitUrl('p')} portrait_url, l.title, l.capacity_role, l.is_crew,
    l.notes voyage_notes, l.sort_order
  from passenger l join person p on p.id = l.person_id`;

/** JSON list of a voyage's passengers, in order. `voyage` is SQL for the voyage's id. */
export const passengersOfVoyage = (voyage: string) => `
  (select coalesce(json_agg(aboard order by aboard.sort_order), '[]')
    from (${PEOPLE_ABOARD} where l.voyage_id = ${voyage}) aboard)`;

/** JSON of one passenger, by the ids of voyage and person. */
export const PASSENGER = `
  select row_to_json(aboard)::text json from (${PEOPLE_ABOARD} where l.voyage_id = $1 and l.person_id = $2) aboard`;

export const BY_VOYAGE = statement(
  'people-by-voyage',
  `select ${passengersOfVoyage('v.id')}::text json from voyage v where v.slug = $1`,
  { json: col.text },
);

export const PERSON = statement(
  'people-get',
  `
  select p.id || '.' || p.version version, (select row_to_json(shown) from (
    select p.slug person_slug, p.full_name, p.filed_under, p.filing_name,
      coalesce(p.filing_proposal, p.full_name) filing_proposal, p.aliases, p.role_title, p.organization, p.birth_year, p.death_year, p.wikipedia_url,
      p.portrait, p.notes_internal, p.tags, ${portraitUrl('p')} portrait_url,
      (select coalesce(m.alt_text, m.title) from media m where m.slug = p.portrait) portrait_alt, exists (select from president r where r.person_id = p.id) is_president,
      (select count(*) from passenger l where l.person_id = p.id) voyage_count,
      (select coalesce(json_agg(json_build_object(
          'voyage_slug', v.slug, 'title', v.title, 'start_date', v.start_date, 'end_date', v.end_date,
          'president_name', owner.full_name, 'president_party', r.party,
          'capacity_role', l.capacity_role, 'is_crew', l.is_crew, 'voyage_notes', l.notes) order by v.start_day, v.slug), '[]')
        from passenger l
        join voyage v on v.id = l.voyage_id
        left join person owner on owner.id = v.president_id
        left join president r on r.person_id = v.president_id
        where l.person_id = p.id) voyages,
      instant_text(p.created_at) created_at, instant_text(p.updated_at) updated_at) shown)::text json
  from person p where p.slug = $1`,
  { version: col.text, json: col.text },
);

/**
 * The value from the latest voyage that has one. Two lookups of one row cost less than sorting all rows. `offset 0` makes PostgreSQL
 * start from the person's voyages. Otherwise, for a frequent traveler, it would read all voyages by date.
 */
const latestColumn = (column: 'title' | 'capacity_role') => `
  (select l.${column} from (
      select l.voyage_id, l.${column} from passenger l where l.person_id = p.id and l.${column} is not null offset 0) l
    join voyage v on v.id = l.voyage_id
    order by v.start_day desc, v.slug desc limit 1) ${column}`;

/** A person in a list, with the title and role from the latest voyage that has one. */
export const PERSON_LIST_ITEM = `
  select p.slug person_slug, ${columnsOf('p', namesOf(LISTED_FIELDS))}, p.filing_name, ${latestColumn('title')}, ${latestColumn('capacity_role')},
    (select count(*) from passenger l where l.person_id = p.id) voyage_count, ${portraitUrl('p')} portrait_url
  from person p`;

/** Columns of `PERSON_LIST_ITEM`. */
export const PERSON_LIST_ITEM_COLUMNS = {
  person_slug: col.text,
  ...fieldColumns(LISTED_FIELDS),
  filing_name: col.text,
  title: col.text.nullable(),
  capacity_role: col.text.nullable(),
  voyage_count: col.int,
  portrait_url: col.text.nullable(),
} satisfies ColumnsOf<PersonListItem>;

/** Weights of a person's name, role, title and organization. The directory doesn't search notes. */
const NAME_OR_ROLE = 'AB';

const matching = (terms: string, roleTerms: string) => peopleMatching(`${terms}::tsquery[]`, `${roleTerms}::tsquery[]`);

/** The letter of the directory under which a person is listed. Sort keys are transliterated, so only digits and signs have none. */
export const LETTER = `case when p.filing_key >= 'a' and p.filing_key < '{' then upper(left(p.filing_key, 1)) else '#' end`;

/** SQL conditions on `person p`. */
export const PEOPLE_CONDITIONS = {
  directory: { code: '', sql: IN_DIRECTORY },
  nothing: { code: 'n', sql: 'false' },
  words: {
    code: 'q',
    sql: (terms: string, roleTerms: string, name: string) =>
      `p.id in (${matching(terms, roleTerms)} union all ${peopleNamed(`${name}::tsquery`)})`,
  },
  selected: { code: 's', sql: (p: string) => `p.id = any(${p}::int[])` },
  crew: { code: 'c', sql: `exists (select from passenger l where l.person_id = p.id and l.is_crew)` },
  passengers: { code: 'g', sql: `exists (select from passenger l where l.person_id = p.id and not l.is_crew)` },
  portrait: { code: 'p', sql: `exists (select from media m where m.slug = p.portrait)` },
  role: { code: 'r', sql: (p: string) => `position(fold(${p}) in fold(p.role_title)) > 0` },
  letter: { code: 'l', sql: (p: string) => `${LETTER} = ${p}` },
};

const ANY_MATCH = statement('people-any-match', `select exists (${matching('$1', '$2')}) found`, { found: col.bool });

/** Forms of address that don't indicate an office. */
const COURTESY = /^(?:mr|mrs|ms|miss|dr|doctor|prof|professor|hon|honorable|rev|reverend|sir)$/;

/**
 * Whether results must match the form of address as well: "Captain Smith" finds only captains of that name, but "Captain John Smith" finds
 * any John Smith if none is a captain.
 */
async function isOffice(database: Database, { honorific, given }: NameParts, words: string[][]): Promise<boolean> {
  if (honorific.every((word) => COURTESY.test(word))) return false;
  return given.length === 0 || (await database.row(ANY_MATCH, words))?.found === true;
}

export type PeopleFilters = Partial<Pick<PeopleListQuery, 'q' | 'role_title' | 'letter' | 'aboard' | 'has_portrait'>>;

/** Conditions on `person p` for a directory search by words, prefixes and filters. */
export async function findPeople(
  database: Database,
  search: ListSearch,
  { q, role_title: role, letter, aboard, has_portrait: hasPortrait }: PeopleFilters,
): Promise<Conditions> {
  const { words: query, text, selected, isEmpty } = await search.queryFor('person', q);
  const words = query && [query.terms(NAME_OR_ROLE), query.terms()];
  const name = text ? nameQuery(text) : undefined;
  const isNarrow = words && name && (await isOffice(database, name.parts, words));
  return conditions(PEOPLE_CONDITIONS, {
    directory: true,
    nothing: isEmpty,
    words: words && [...words, isNarrow ? null : (name?.query ?? null)],
    selected,
    crew: aboard === 'crew',
    passengers: aboard === 'passengers',
    portrait: hasPortrait,
    role: role || undefined,
    letter,
  });
}
