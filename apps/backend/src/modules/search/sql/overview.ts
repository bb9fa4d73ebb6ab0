import { EDITABLE_ATTRIBUTES, type SearchFacetValue, type SearchKind } from '@archive/contracts';
import { col, filteredStatement, statement } from '../../../database/index.ts';
import { idsOfEachKind, MAX_RANKED } from './counting.ts';
import { FACETS } from './facets.ts';
import { contextOf, PARAMETER_TABLE, parameterTypes } from './parameters.ts';
import { taggedRecords } from './filters.ts';
import { scope } from './voyage-scope.ts';

/** Results in a sample, if there are too many to count exactly. */
export const MAX_SAMPLE = 160;
/** Pairs of a sampled result and one of its voyages. */
export const MAX_LINKS = 480;

/**
 * The first step: how many results of each kind there are, up to one more than are ranked, and the ids of those whose values are counted. With
 * too many results of the given kinds, these are only enough for a sample. Parameters: those of the search, then the kinds (null for all).
 */
export const MATCHES = filteredStatement(
  'search-matches',
  PARAMETER_TABLE,
  ({ variantKey, parameter }) => {
    const context = contextOf(variantKey);
    const kinds = `${parameter(1)}::text[]`;
    return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)},
  found as materialized (${idsOfEachKind(context, () => 'true')}),
  needed as (select case when count(*) > ${MAX_RANKED} then ${MAX_SAMPLE} else ${MAX_RANKED} end ids
    from found f where ${kinds} is null or f.kind = any(${kinds}))
  select f.kind, count(*)::int count, to_json((array_agg(f.id))[:(select ids from needed)]) ids from found f group by f.kind`;
  },
  { kind: col.text.as<SearchKind>(), count: col.int, ids: col.json<number[]>() },
  { planOnce: true },
);

/**
 * The second step: counts the results by filter value, also by those of their voyages. Parameters: the kinds and the ids of the results,
 * and the maximum number of pairs of a result and one of its voyages (null for all).
 */
export const COUNT_FACETS = statement(
  'search-facets',
  `with hit as materialized (
    select h.kind, h.id, h.result_no from unnest($1::text[], $2::int[]) with ordinality h(kind, id, result_no)),
  result_media as materialized (
    select h.result_no, m.id, m.president_id, m.tags, m.media_type, m.rights, m.day first_day,
      case when length(m.date) = 10 then m.day else latest_day(m.date) end last_day
    from hit h join media m on m.id = h.id where h.kind in ('media', 'text')),
  link as materialized (
    select * from (
      select h.result_no, h.id voyage_id, null::date first_day, null::date last_day from hit h where h.kind = 'voyage'
      union all select h.result_no, a.voyage_id, null, null from hit h join album a on a.id = h.id where h.kind = 'album'
      union all select m.result_no, l.voyage_id, m.first_day, m.last_day
        from result_media m left join voyage_media l on l.media_id = m.id
      union all select m.result_no, a.voyage_id, m.first_day, m.last_day
        from result_media m join album_media e on e.media_id = m.id join album a on a.id = e.album_id
      union all select h.result_no, l.voyage_id, null, null from hit h join passenger l on l.person_id = h.id
        where h.kind = 'person') linked
    limit $3::int),
  result_voyages as materialized (
    select l.result_no, date_part('year', coalesce(l.first_day, v.start_day))::int first_year,
      date_part('year', case when l.first_day is null then v.end_day else l.last_day end)::int last_year,
      v.president_id, v.start_location, v.end_location, v.has_photo,
      ${EDITABLE_ATTRIBUTES.map((name) => `v.${name}`).join(', ')}
    from link l left join voyage v on v.id = l.voyage_id),
  result_year as materialized (
    select distinct result_no, year from result_voyages, generate_series(first_year, last_year) year),
  result_people as materialized (
    select l.result_no, p.person_id, p.capacity_role from link l join passenger p on p.voyage_id = l.voyage_id),
  counted(facet, value, label, count) as (${FACETS})
  select facet, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by count desc, label collate natural_order) values
  from counted group by facet`,
  { facet: col.text, values: col.json<SearchFacetValue[]>() },
  { planOnce: true },
);
