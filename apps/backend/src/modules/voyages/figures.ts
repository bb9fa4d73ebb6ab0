import { ATTRIBUTES, figuresOperations, MAX_FIGURES, type VoyageFilterQuery } from '@archive/contracts';
import { earliestDay, latestDay } from '@archive/contracts/dates';
import { Controller, Injectable } from '@nestjs/common';
import { Contract, type JsonText, jsonText, type OperationInput } from '../../common/index.ts';
import { col, Database, filteredStatement } from '../../database/index.ts';
import { ATTRIBUTE_SQL, CONDITIONS, MEASURES, ONE_OF_DATES, PLACE_KEYS, VoyageFilters } from './voyage-filters.ts';

/** Whether the year of a date is uncertain. Most dates have digits only, and of these only a winter is in two years. */
const hasUncertainYear = (date: string) => `
  (${date} !~ '^[0-9-]+$' or ${date} like '____-24')
  and (${date} ~ '[~?%]' or left(start_of_date(${date}), 4) <> left(end_of_date(${date}), 4))`;

const list = (rows: string) => `(select coalesce(json_agg(item), '[]') from (${rows}) item)`;

/** Voyages by a measure; the front end has the order of the values. */
const by = (measure: 'days' | 'hours') =>
  list(`select ${measure}, count(*) voyages from hit group by ${measure} order by voyages desc, ${measure}`);

/**
 * All figures in one statement, so that they are of the same moment. Rows of voyages are long, so they are read once. Parameters: those of
 * the filter, and the first and last day of its dates.
 */
const FIGURES = filteredStatement(
  'figures',
  CONDITIONS,
  ({ where, parameter }) => `
  with hit as materialized (
    select v.id, v.president_id, v.start_day, v.end_day, ${ONE_OF_DATES} one_of, v.start_location, v.end_location,
      ${hasUncertainYear('v.start_date')} or coalesce(${hasUncertainYear('v.end_date')}, false) uncertain,
      ${Object.entries(MEASURES)
        .map(([name, sql]) => `${sql} as ${name}`)
        .join(', ')},
      ${ATTRIBUTES.map((name) => `${ATTRIBUTE_SQL[name]} ${name}`).join(', ')}
    from voyage v ${where}),
  aboard as materialized (select l.voyage_id, l.person_id, l.is_crew from hit join passenger l on l.voyage_id = hit.id),
  frequent as materialized (
    select p.id, p.slug, p.full_name, sailed.voyages, sailed.as_crew,
      row_number() over (order by sailed.voyages desc, p.filing_key, p.slug) place
    from (select person_id, count(*) voyages, count(*) filter (where is_crew) as_crew from aboard group by person_id) sailed
    join person p on p.id = sailed.person_id
    order by place limit ${MAX_FIGURES.people})
  select json_build_object(
    'voyages', (select count(*) from hit),
    'presidents', ${list(`
      select p.slug president_slug, p.full_name president_name, coalesce(r.presidential, false) presidential, sailed.voyages
      from (select president_id, count(*) voyages, min(start_day) first_day from hit group by president_id) sailed
      left join person p on p.id = sailed.president_id left join president r on r.person_id = sailed.president_id
      order by sailed.first_day, p.slug`)},
    'years', ${list(`
      select sailed.year, p.slug president_slug, sailed.voyages, sailed.uncertain
      from (
        select year, president_id, sum(voyages)::int voyages, sum(uncertain)::int uncertain
        from (
          select president_id, one_of, count(*) voyages, count(*) filter (where uncertain) uncertain,
            extract(year from greatest(start_day, ${parameter(1)}::date))::int first,
            extract(year from least(end_day, ${parameter(2)}::date))::int last
          from hit group by president_id, one_of, first, last) period
        cross join lateral generate_series(period.first, period.last) year
        where period.one_of is null or exists (select from unnest(period.one_of) one where left(one, 4)::int = year)
        group by year, president_id) sailed
      left join person p on p.id = sailed.president_id
      order by sailed.year, p.slug`)},
    'months', ${list(`
      select month::int, count(*) voyages from hit where month <> 'unknown' group by month order by month::int`)},
    'months_unknown', (select count(*) from hit where month = 'unknown'),
    'days', ${by('days')},
    'hours', ${by('hours')},
    'people', ${list('select slug person_slug, full_name, voyages, as_crew from frequent order by place')},
    'companions', ${list(`
      select one.slug person_slug, other.slug companion_slug, count(*) voyages
      from frequent one join aboard a on a.person_id = one.id
      join aboard b on b.voyage_id = a.voyage_id
      join frequent other on other.id = b.person_id and other.place > one.place
      where other.place <= ${MAX_FIGURES.companions}
      group by one.slug, one.place, other.slug, other.place order by one.place, other.place`)},
    'places', ${list(`
      select * from (
        select (array_agg(named.place order by named.voyages desc, named.place collate "C"))[1] place,
          sum(named.voyages)::int voyages
        from (
          select place, sum(route.voyages)::int voyages
          from (select start_location, end_location, count(*) voyages from hit group by start_location, end_location) route
          cross join lateral (
            select start_location place union all
            select end_location where fold(end_location) is distinct from fold(start_location)) ends
          where place is not null group by place) named
        group by fold(named.place)) counted
      order by voyages desc, place collate "C" limit ${MAX_FIGURES.places}`)},
    'attributes', (
      select coalesce(json_agg(json_build_object('attribute', attribute, 'voyages', voyages) order by position), '[]')
      from (select ${ATTRIBUTES.map((name) => `count(*) filter (where ${name}) ${name}`).join(', ')} from hit) counted
      cross join lateral (values ${ATTRIBUTES.map((name, position) => `(${position}, '${name}', ${name})`).join(', ')})
        as each_attribute (position, attribute, voyages)
      where voyages > 0))::text json`,
  { json: col.text },
);

/** Each place looks up its voyages by the index of their names, which is faster than reading the names of all voyages. */
const MAP = filteredStatement(
  'figures-map',
  CONDITIONS,
  ({ where }) => `
  with hit as materialized (select v.id from voyage v ${where}),
  visit as materialized (
    select p.id place_id, v.id voyage_id, p.latitude is not null placed
    from place p join voyage v on ${PLACE_KEYS} && p.names
    where v.id in (select id from hit))
  select json_build_object(
    'voyages', (select count(*) from hit),
    'voyages_not_on_map', (select count(*) from hit where id not in (select voyage_id from visit where placed)),
    'places', ${list(`
      select p.slug place_slug, p.name, p.kind, p.latitude, p.longitude, p.uncertainty, counted.voyages
      from (select place_id, count(*) voyages from visit where placed group by place_id) counted
      join place p on p.id = counted.place_id
      order by counted.voyages desc, fold(p.name), p.slug`)},
    'places_not_on_map', (select count(distinct place_id) from visit where not placed))::text json`,
  { json: col.text },
);

@Injectable()
export class FiguresQueries {
  constructor(
    private readonly database: Database,
    private readonly filters: VoyageFilters,
  ) {}

  async get(query: VoyageFilterQuery): Promise<JsonText> {
    const { matching } = await this.filters.filterFor(query);
    const period = [query.date_from && earliestDay(query.date_from), query.date_to && latestDay(query.date_to)];
    const row = await this.database.row(FIGURES.for(matching), [
      ...matching.parameters,
      ...period.map((day) => day ?? null),
    ]);
    if (!row) throw new Error('The figures query returned no row');
    return jsonText(row.json);
  }

  async map(query: VoyageFilterQuery): Promise<JsonText> {
    const { matching } = await this.filters.filterFor(query);
    const row = await this.database.row(MAP.for(matching), matching.parameters);
    if (!row) throw new Error('The map query returned no row');
    return jsonText(row.json);
  }
}

@Controller()
export class FiguresController {
  constructor(private readonly queries: FiguresQueries) {}

  @Contract(figuresOperations.get)
  get({ query }: OperationInput<typeof figuresOperations.get>) {
    return this.queries.get(query);
  }

  @Contract(figuresOperations.map)
  map({ query }: OperationInput<typeof figuresOperations.map>) {
    return this.queries.map(query);
  }
}
