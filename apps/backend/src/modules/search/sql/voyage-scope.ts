import { EDITABLE_ATTRIBUTES } from '@archive/contracts';
import { allOf, type SearchParameter, type SqlContext } from './parameters.ts';
import { hasPeople, PEOPLE_FILTERS } from './filters.ts';

/** Filters by facts of voyages. */
export const VOYAGE_FACT_FILTERS = ['placeWords', 'place', 'attribute', 'role', 'hasPhoto'] as const;
/** Filters that restrict voyages, and therefore also the people, media and albums of voyages. */
export const VOYAGE_FILTERS = [...PEOPLE_FILTERS, ...VOYAGE_FACT_FILTERS];
/** The filters among them that need more than the voyage row. */
const LOOKUP_FILTERS: readonly SearchParameter[] = [...PEOPLE_FILTERS, 'placeWords', 'place', 'role'];
const SCOPE_FILTERS: readonly SearchParameter[] = [...VOYAGE_FILTERS, 'president', 'from', 'to'];

/** Whether any filter restricts the voyages. */
const isScoped = ({ hasValue }: SqlContext) => SCOPE_FILTERS.some(hasValue);

export const inScope = (context: SqlContext, condition: string) => (isScoped(context) ? condition : 'true');

const words = ({ $ }: SqlContext, name: SearchParameter) => `plainto_tsquery('archive', ${$(name)})`;
/** All conditions on voyages `v` except who was aboard and when. */
export function voyageFacts(context: SqlContext): string {
  const { $, when } = context;
  return allOf(
    when('president', `v.president_id = any(${$('president')})`),
    when('placeWords', `${PLACE_WORDS} @@ ${words(context, 'placeWords')}`),
    when(
      'place',
      `${PLACE_WORDS} @@ ${words(context, 'place')} and ${$('place')} in (v.start_location, v.end_location)`,
    ),
    when(
      'attribute',
      `case ${$('attribute')} ${EDITABLE_ATTRIBUTES.map((name) => `when '${name}' then v.${name}`).join(' ')} end`,
    ),
    when(
      'role',
      `v.id in (select l.voyage_id from passenger l
        where passenger_words(l.title, l.capacity_role) @@ ${words(context, 'role')} and fold(l.capacity_role) = fold(${$('role')}))`,
    ),
    when('hasPhoto', `v.has_photo`),
  );
}

/** Whether the voyage `v` is in the range of dates. */
export const voyageDates = ({ $, when }: SqlContext) =>
  allOf(when('from', `v.end_day >= ${$('from')}`), when('to', `v.start_day <= ${$('to')}`));

/** Maximum number of voyages whose people and media are collected. With more voyages, people and media are checked one by one. */
const MAX_COLLECTED = 5000;
/** Maximum number of voyages in a hash table for that check. With more voyages, almost any record matches. */
const MAX_HASHED = 20_000;

/** Voyages that match all filters (`scope`), those that match all filters except dates (`filtered`), and a limited number of each. */
export function scope(context: SqlContext): string {
  const { hasValue } = context;
  if (!isScoped(context))
    return 'scope as (select null::int id where false), filtered as (select null::int id where false)';
  const filters = allOf(voyageFacts(context), hasPeople(context, 'v.id', 'passenger'));
  const dates = voyageDates(context);
  const first = `
    first_of_scope as materialized (select id from scope limit ${MAX_HASHED + 1}),
    first_of_filtered as materialized (select id from filtered limit ${MAX_HASHED + 1})`;
  // For plain facts, the database reads an index only as far as needed. Lookups are costly, so both tables share one result.
  if (LOOKUP_FILTERS.some(hasValue))
    return `
    filtered as materialized (select v.id, v.start_day, v.end_day from voyage v where ${filters}),
    scope as not materialized (select v.id from filtered v where ${dates}),${first}`;
  return `
    scope as not materialized (select v.id from voyage v where ${allOf(filters, dates)}),
    filtered as not materialized (select v.id from voyage v where ${filters}),${first}`;
}

/** How to find the records of the voyages in `scope` or `filtered`. */
export interface OfVoyages {
  /** Name of the table expression. */
  voyages: 'scope' | 'filtered';
  /** The id of the record. */
  id: string;
  /** SQL for the ids of records whose voyage fulfills a condition. */
  records: (isOfVoyage: (column: string) => string) => string;
  /** SQL condition: the record has a voyage that fulfills a condition. */
  has: (isOfVoyage: (column: string) => string) => string;
}

/** Whether the record belongs to one of the voyages. PostgreSQL evaluates `(… in (…)) is true` with a hash table, which it builds once. */
export function isOfVoyages(context: SqlContext, { voyages, id, records, has }: OfVoyages): string {
  const inVoyages = (table: string) => (column: string) => `${column} in (select id from ${table})`;
  const isHashed = (table: string) => (column: string) => `(${inVoyages(table)(column)}) is true`;
  const isIn = (table: string) => `${id} in (${records(inVoyages(table))})`;
  // Without a limit, most of the records are needed anyway.
  if (!context.isLimited) return isIn(voyages);
  const first = `first_of_${voyages}`;
  const isLookedUp = LOOKUP_FILTERS.some(context.hasValue);
  return `case
    when (select count(*) from ${first}) <= ${MAX_COLLECTED} then ${isIn(first)}
    when (select count(*) from ${first}) <= ${MAX_HASHED} then ${has(isHashed(first))}
    else ${has(isLookedUp ? isHashed(voyages) : inVoyages(voyages))} end`;
}

/** The words of the places of voyage `v`. There is an index of this expression. */
export const PLACE_WORDS = `archive_words(coalesce(v.start_location, '') || ' ' || coalesce(v.end_location, ''))`;

/** Maximum number of matching voyages whose places are read. */
const MAX_VOYAGES = 500;

/** SQL for the places that match a query, with the number of their voyages. */
export const placesMatching = (query: string) => `
  select place.name, place.voyages from (
    select ends.name, count(*) voyages from (
      select v.start_location, v.end_location from voyage v where ${PLACE_WORDS} @@ ${query} limit ${MAX_VOYAGES}) v
    cross join lateral (values (v.start_location), (nullif(v.end_location, v.start_location))) ends(name)
    where ends.name is not null group by ends.name offset 0) place
  where archive_words(place.name) @@ ${query} order by place.voyages desc, place.name collate natural_order limit 3`;
