import { EDITABLE_ATTRIBUTES, type SearchFacetValue, type SearchKind } from '@archive/contracts';
import { col, filteredStatement, statement } from '../../../database/index.ts';
import { fromEachKind, matching, MAX_RANKED } from './counting.ts';
import { FACETS } from './facets.ts';
import { contextOf, isPrepared, PARAMETER_TABLE, parameterTypes, unplanned } from './parameters.ts';
import { taggedRecords } from './tags.ts';
import { scope } from './voyage-scope.ts';

/** Results in a sample, if there are too many to count exactly. */
const MAX_SAMPLE = 200;
/** Pairs of a sampled result and one of its voyages. */
export const MAX_LINKS = 600;

/**
 * The first step: counts all results by kind, and selects those of the given kinds, or a sample of each kind if there are more than
 * `MAX_RANKED`. The kinds are the parameter after those of `PARAMETER_TABLE`.
 */
export const COUNT_MATCHES = filteredStatement(
  'search-count',
  PARAMETER_TABLE,
  ({ variantKey, parameter }) => {
    const context = contextOf(variantKey);
    return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)},
  match as materialized (${fromEachKind(context, (kind) => ({ columns: `${kind.id} id`, from: kind.matchedIn ?? kind.from, where: matching(kind) }))}),
  selected as materialized (
    select f.*, row_number() over (partition by f.kind) position from match f where f.kind = any(${unplanned(`${parameter(1)}::text[]`)}::text[])),
  sample as (
    select f.kind, f.id from selected f order by f.position
    limit case when (select count(*) from selected) > ${MAX_RANKED} then ${MAX_SAMPLE} else ${MAX_RANKED} end)
  select f.kind, count(*) count, array(select s.id from sample s where s.kind = f.kind) ids from match f group by f.kind`;
  },
  { kind: col.text.as<SearchKind>(), count: col.int, ids: col.array(col.int) },
  { prepare: isPrepared },
);

/**
 * The second step: counts the results by filter value, also by those of their voyages. Parameters: the kinds and the ids of the results,
 * and the maximum number of pairs of a result and one of its voyages (null for all).
 */
export const COUNT_FACETS = statement(
  'search-facets',
  `with hit as materialized (
    select h.kind, h.id, h.result_no from unnest(${unplanned('$1::text[]')}, ${unplanned('$2::int[]')}) with ordinality h(kind, id, result_no)),
  link as materialized (
    select * from (
      select h.result_no, h.id voyage_id, null::int media_id from hit h where h.kind = 'voyage'
      union all select h.result_no, a.voyage_id, null from hit h join album a on a.id = h.id where h.kind = 'album'
      union all select h.result_no, l.voyage_id, h.id from hit h left join voyage_media l on l.media_id = h.id
        where h.kind in ('media', 'text')
      union all select h.result_no, a.voyage_id, h.id from hit h join album_media e on e.media_id = h.id join album a on a.id = e.album_id
        where h.kind in ('media', 'text')
      union all select h.result_no, l.voyage_id, null from hit h join passenger l on l.person_id = h.id where h.kind = 'person') linked
    limit ${unplanned('$3::int')}),
  result_voyages as materialized (
    select l.result_no, date_part('year', coalesce(m.day, v.start_day))::int first_year,
      date_part('year', case when m.day is null then v.end_day when length(m.date) = 10 then m.day else latest_day(m.date) end)::int last_year,
      v.president_id, v.start_location, v.end_location, v.has_photo,
      ${EDITABLE_ATTRIBUTES.map((name) => `v.${name}`).join(', ')}
    from link l left join voyage v on v.id = l.voyage_id left join media m on m.id = l.media_id),
  result_people as materialized (
    select l.result_no, p.person_id, p.capacity_role from link l join passenger p on p.voyage_id = l.voyage_id),
  result_media as materialized (
    select h.result_no, m.president_id, m.tags, m.media_type, m.rights from hit h join media m on m.id = h.id
    where h.kind in ('media', 'text')),
  counted(facet, value, label, count) as (${FACETS})
  select facet, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by count desc, label) values
  from counted group by facet`,
  { facet: col.text, values: col.json<SearchFacetValue[]>() },
);
