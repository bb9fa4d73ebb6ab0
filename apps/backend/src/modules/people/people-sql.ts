import { fieldsWith, namesOf, type PersonListItem, personFields } from '@archive/contracts';
import { col, type ColumnsOf, fieldColumns, statement } from '../../database/index.ts';
import { columnsOf, portraitUrl } from '../records/index.ts';

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
    select p.slug person_slug, p.full_name, p.aliases, p.role_title, p.organization, p.birth_year, p.death_year, p.wikipedia_url,
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
  select p.slug person_slug, ${columnsOf('p', namesOf(LISTED_FIELDS))}, ${latestColumn('title')}, ${latestColumn('capacity_role')},
    (select count(*) from passenger l where l.person_id = p.id) voyage_count, ${portraitUrl('p')} portrait_url
  from person p`;

/** Columns of `PERSON_LIST_ITEM`. */
export const PERSON_LIST_ITEM_COLUMNS = {
  person_slug: col.text,
  ...fieldColumns(LISTED_FIELDS),
  title: col.text.nullable(),
  capacity_role: col.text.nullable(),
  voyage_count: col.int,
  portrait_url: col.text.nullable(),
} satisfies ColumnsOf<PersonListItem>;
