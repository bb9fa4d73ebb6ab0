import { EDITABLE_ATTRIBUTES } from '@archive/contracts';
import { allOf, type SearchParameter, type SqlContext } from './parameters.ts';
import { hasPeople, PEOPLE_FILTERS } from './people-filters.ts';

/** Filters by facts of voyages. */
export const VOYAGE_FACT_FILTERS = ['placeWords', 'place', 'attribute', 'role', 'hasPhoto'] as const;
/** Filters that restrict voyages, and with them the people, media and albums of these. */
export const VOYAGE_FILTERS = [...PEOPLE_FILTERS, ...VOYAGE_FACT_FILTERS];
/** Those among them that read more than the facts of a voyage. */
const LOOKUP_FILTERS: readonly SearchParameter[] = [...PEOPLE_FILTERS, 'placeWords', 'place', 'role'];
const SCOPE_FILTERS: readonly SearchParameter[] = [...VOYAGE_FILTERS, 'president', 'from', 'to'];

/** Whether a filter restricts the voyages. */
const isScoped = ({ hasValue }: SqlContext) => SCOPE_FILTERS.some(hasValue);

export const inScope = (context: SqlContext, condition: string) => (isScoped(context) ? condition : 'true');

const PLACES = `to_tsvector('archive', concat_ws(' ', v.start_location, v.end_location))`;
const documentHas = (query: string) => `v.id in (select s.voyage_id from voyage_search s where s.document @@ ${query})`;
const words = ({ $ }: SqlContext, name: SearchParameter) => `plainto_tsquery('archive', ${$(name)})`;
/** Conditions on voyages `v`, besides who was aboard. */
export function voyageFacts(context: SqlContext): string {
  const { $, when } = context;
  return allOf(
    when('president', `v.president_id = any(${$('president')})`),
    when('placeWords', `${documentHas(words(context, 'placeWords'))} and ${PLACES} @@ ${words(context, 'placeWords')}`),
    when('place', `${documentHas(words(context, 'place'))} and ${$('place')} in (v.start_location, v.end_location)`),
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

/** Up to this many voyages, their people and media are collected. With more, people and media are checked one by one. */
const MAX_COLLECTED = 5000;
/** Up to this many voyages are kept in a hash table for that check. With more, almost any record matches. */
const MAX_HASHED = 20_000;

/** Voyages that match all filters (`scope`), those that match them at any time (`filtered`), and the first of each. */
export function scope(context: SqlContext): string {
  const { hasValue } = context;
  if (!isScoped(context))
    return 'scope as (select null::int id where false), filtered as (select null::int id where false)';
  const filters = allOf(voyageFacts(context), hasPeople(context, 'v.id', 'passenger'));
  const dates = voyageDates(context);
  const first = `
    first_of_scope as materialized (select id from scope limit ${MAX_HASHED + 1}),
    first_of_filtered as materialized (select id from filtered limit ${MAX_HASHED + 1})`;
  // Plain facts come from an index, which is read as far as needed; everything else is looked up once for both.
  if (LOOKUP_FILTERS.some(hasValue))
    return `
    filtered as materialized (select v.id, v.start_day, v.end_day from voyage v where ${filters}),
    scope as not materialized (select v.id from filtered v where ${dates}),${first}`;
  return `
    scope as not materialized (select v.id from voyage v where ${allOf(filters, dates)}),
    filtered as not materialized (select v.id from voyage v where ${filters}),${first}`;
}

/** Records of the voyages in `scope` or `filtered`. */
export interface OfVoyages {
  /** Name of the table expression. */
  voyages: 'scope' | 'filtered';
  /** The id of the record. */
  id: string;
  /** Selects the ids of records whose voyage fulfills a condition. */
  records: (isOfVoyage: (column: string) => string) => string;
  /** The record has a voyage that fulfills the condition. */
  has: (isOfVoyage: (column: string) => string) => string;
}

/** The record is of one of the voyages. An operand of `is true` is looked up in a hash table, which is built once. */
export function isOfVoyages(context: SqlContext, { voyages, id, records, has }: OfVoyages): string {
  const inVoyages = (table: string) => (column: string) => `${column} in (select id from ${table})`;
  const isHashed = (table: string) => (column: string) => `(${inVoyages(table)(column)}) is true`;
  const isIn = (table: string) => `${id} in (${records(inVoyages(table))})`;
  // Most of them are needed anyway.
  if (!context.isLimited) return isIn(voyages);
  const first = `first_of_${voyages}`;
  const isLookedUp = LOOKUP_FILTERS.some(context.hasValue);
  return `case
    when (select count(*) from ${first}) <= ${MAX_COLLECTED} then ${isIn(first)}
    when (select count(*) from ${first}) <= ${MAX_HASHED} then ${has(isHashed(first))}
    else ${has(isLookedUp ? isHashed(voyages) : inVoyages(voyages))} end`;
}
