import { type Attribute, ATTRIBUTES, type VoyageFilterQuery } from '@archive/contracts';
import { earliestDay, latestDay } from '@archive/contracts/dates';
import { Injectable } from '@nestjs/common';
import { type Conditions, conditions } from '../../database/index.ts';
import { ListSearch } from '../search/index.ts';

const isText = (column: string) => `v.${column} is not null`;
const PRESIDENT_ABOARD = `exists (
  select from passenger l join president r on r.person_id = l.person_id where l.voyage_id = v.id and r.presidential)`;
const isAtPlace = (name: string) => `v.start_location ilike '%${name}%' or v.end_location ilike '%${name}%'`;

/** Attributes that other facts imply. Their filters find voyages with the attribute or the fact. */
const IMPLIED = {
  presidential_use: `(v.presidential_use or ${isText('presidential_initials')} or ${PRESIDENT_ABOARD})`,
  has_royalty: `(v.has_royalty or ${isText('royalty_details')})`,
  has_foreign_leader: `(v.has_foreign_leader or ${isText('foreign_leader_country')})`,
  mention_mount_vernon: `(v.mention_mount_vernon or ${isAtPlace('mount vernon')})`,
} satisfies Partial<Record<Attribute, string>>;
/** The other attributes, in the order of the flags in the condition `attributes`. */
const PLAIN_ATTRIBUTES = ATTRIBUTES.filter((name) => !(name in IMPLIED));
/** The SQL of each attribute's filter. */
export const ATTRIBUTE_SQL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ATTRIBUTES.map((name) => [name, `v.${name}`])),
  ...IMPLIED,
};

const PRESIDENTS = (slugs: string) =>
  `v.president_id = any (array(select p.id from person p where p.slug = any(${slugs}::text[])))`;

const MONTH_OF_DATE = '^[0-9]{4}-(0[1-9]|1[0-2])(-[0-9]{2})?$';
const HOURS = 'extract(epoch from v.end_timestamp - v.start_timestamp) / 3600';
/** By what voyages are counted and filtered, as the text of the filter's parameter. */
export const MEASURES = {
  month: `case when v.start_date ~ '${MONTH_OF_DATE}' then substr(v.start_date, 6, 2)::int::text else 'unknown' end`,
  days: `case
    when length(v.start_date) <> 10 or v.start_date !~ '${MONTH_OF_DATE}'
      or length(coalesce(v.end_date, v.start_date)) <> 10 or v.end_date !~ '${MONTH_OF_DATE}' then 'unknown'
    when v.end_day - v.start_day >= 14 then '15-or-more'
    when v.end_day - v.start_day >= 7 then '8-14'
    else (v.end_day - v.start_day + 1)::text end`,
  hours: `case
    when ${HOURS} < 0 or ${HOURS} is null then 'unknown'
    when ${HOURS} < 2 then 'under-2'
    when ${HOURS} < 4 then '2-4'
    when ${HOURS} < 6 then '4-6'
    when ${HOURS} < 8 then '6-8'
    when ${HOURS} < 12 then '8-12'
    when ${HOURS} < 24 then '12-24'
    else '24-or-more' end`,
};

/** The names of the places of voyage `v`. There is an index of this expression. */
export const PLACE_KEYS = 'place_keys(place_wordings(v.start_location, v.end_location))';

/** SQL for the dates of which a voyage has one: `{1939,1941}` for “1939 or 1941”. Null for other dates. */
export const ONE_OF_DATES = `case when v.start_date like '[%,%' and coalesce(v.end_date, v.start_date) = v.start_date
  then string_to_array(btrim(v.start_date, '[]'), ',') end`;

/** All filters on voyages `v`, for the list, counts and administrations. */
export const CONDITIONS = {
  nothing: { code: 'n', sql: 'false' },
  words: {
    code: 'q',
    sql: (p: string) => `v.id in (select s.voyage_id from voyage_search s where s.document @@ ${p}::tsquery)`,
  },
  commonWords: {
    code: 'w',
    sql: (p: string) => `(select s.document @@ ${p}::tsquery from voyage_search s where s.voyage_id = v.id)`,
  },
  selected: { code: 'i', sql: (p: string) => `v.id = any(${p}::int[])` },
  from: { code: 'f', sql: (p: string) => `v.end_day >= ${p}::date` },
  to: { code: 't', sql: (p: string) => `v.start_day <= ${p}::date` },
  // A voyage “1939 or 1941” was not in 1940.
  within: {
    code: 'z',
    sql: (p: string) => `(${ONE_OF_DATES} is null or exists (
      select from unnest(${ONE_OF_DATES}) one where latest_day(one) >= (${p}::date[])[1] and earliest_day(one) <= (${p}::date[])[2]))`,
  },
  presidents: { code: 'o', sql: PRESIDENTS },
  presidentsOrNone: { code: 'x', sql: (p: string) => `(v.president_id is null or ${PRESIDENTS(p)})` },
  type: { code: 'y', sql: (p: string) => `v.voyage_type = ${p}` },
  significant: {
    code: 's',
    sql: `(${IMPLIED.presidential_use} or ${IMPLIED.has_royalty} or ${IMPLIED.has_foreign_leader})`,
  },
  media: { code: 'm', sql: 'exists (select from voyage_media l where l.voyage_id = v.id)' },
  people: {
    code: 'p',
    sql: (p: string) => `v.id in (
      select l.voyage_id from passenger l join person p on p.id = l.person_id where p.slug = any(${p}::text[])
      group by l.voyage_id having count(*) = cardinality(${p}::text[]))`,
  },
  placeNames: {
    code: 'c',
    sql: (p: string) =>
      `array[fold(v.start_location), fold(v.end_location)] @> array(select fold(named) from unnest(${p}::text[]) named)`,
  },
  month: { code: 'b', sql: (p: string) => `${MEASURES.month} = ${p}` },
  days: { code: 'd', sql: (p: string) => `${MEASURES.days} = ${p}` },
  hours: { code: 'h', sql: (p: string) => `${MEASURES.hours} = ${p}` },
  place: {
    code: 'e',
    sql: (p: string) => `${PLACE_KEYS} && (select p.names from place p where p.slug = ${p})`,
  },
  // Each of these has its own condition, so that PostgreSQL only has to plan the requested ones.
  presidential_use: { code: 'u', sql: IMPLIED.presidential_use },
  has_royalty: { code: 'r', sql: IMPLIED.has_royalty },
  has_foreign_leader: { code: 'l', sql: IMPLIED.has_foreign_leader },
  mention_mount_vernon: { code: 'v', sql: IMPLIED.mention_mount_vernon },
  attributes: {
    code: 'a',
    sql: (p: string) =>
      PLAIN_ATTRIBUTES.map((name, index) => `(not (${p}::boolean[])[${index + 1}] or v.${name})`).join(' and '),
  },
};

/** With at least this many matches, reading the date index in order is faster than collecting all matches. */
const COMMON_MATCH_COUNT = 2000;

type Values = Partial<Record<keyof typeof CONDITIONS, unknown>>;

/** Conditions for a page, and the strategy for reading it. */
export interface PageFilter extends Conditions {
  collectsAllMatches: boolean;
}

/** The filters of a voyage list. */
export class VoyageFilter {
  readonly #values: Values;
  /** Conditions for all matches. */
  readonly matching: Conditions;

  constructor(values: Values) {
    this.#values = values;
    this.matching = conditions(CONDITIONS, values);
  }

  /** Whether every voyage matches. */
  get isOpen(): boolean {
    return this.matching.where === '';
  }

  get hasWords(): boolean {
    return this.#values.words !== undefined;
  }

  /** Whether prefixes such as `president:` select voyages. */
  get isSelection(): boolean {
    return this.#values.selected !== undefined;
  }

  /** Conditions and strategy for a page of `total` matches, sorted by date. */
  forTotal(total: number): PageFilter {
    if (!this.isOpen && total < COMMON_MATCH_COUNT) return { ...this.matching, collectsAllMatches: true };
    const { words, ...others } = this.#values;
    return { ...conditions(CONDITIONS, { ...others, commonWords: words }), collectsAllMatches: false };
  }
}

/** Converts the filters of a request to conditions. A flag of `0` has no effect. */
@Injectable()
export class VoyageFilters {
  constructor(private readonly search: ListSearch) {}

  async filterFor(request: VoyageFilterQuery): Promise<VoyageFilter> {
    const { words, selected, isEmpty } = await this.search.queryFor('voyage', request.q);
    const owners = request.president_slug;
    const named = owners?.includes('none') ? 'presidentsOrNone' : 'presidents';
    const attributes = PLAIN_ATTRIBUTES.map((name) => request[name] === true);
    const from = request.date_from && earliestDay(request.date_from);
    const to = request.date_to && latestDay(request.date_to);
    return new VoyageFilter({
      nothing: isEmpty,
      words: words?.matchAll(),
      selected,
      from,
      to,
      within: from && to && [from, to],
      [named]: owners,
      type: request.voyage_type,
      significant: request.significant,
      media: request.has_media,
      people: request.person && [...new Set(request.person)],
      placeNames: request.place_name?.map((place) => place.trim()),
      month: request.month,
      days: request.days,
      hours: request.hours,
      place: request.place,
      presidential_use: request.presidential_use,
      has_royalty: request.has_royalty === true || request.royalty === true,
      has_foreign_leader: request.has_foreign_leader,
      mention_mount_vernon: request.mention_mount_vernon,
      attributes: attributes.includes(true) ? attributes : undefined,
    });
  }
}
