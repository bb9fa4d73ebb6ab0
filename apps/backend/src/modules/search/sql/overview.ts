import { EDITABLE_ATTRIBUTES, type SearchFacetValue } from '@archive/contracts';
import { col, filteredStatement } from '../../../database/index.ts';
import { allMatches, MAX_RANKED } from './counting.ts';
import { FACETS } from './facets.ts';
import { contextOf, PARAMETER_TABLE, parameterTypes } from './parameters.ts';
import { taggedRecords } from './tags.ts';
import { scope } from './voyage-scope.ts';

/** Results in a sample, if there are too many to count exactly. */
const MAX_SAMPLE = 400;
/** Pairs of a sampled result and one of its voyages. */
const MAX_LINKS = 1500;
/** Returns `limit` if there are too many results to count exactly. */
const ifTooMany = (limit: number, otherwise: string) =>
  `case when (select count(*) from matches) > ${MAX_RANKED} then ${limit} else ${otherwise} end`;

/**
 * Counts all results by kind, and the results of the selected kinds by filter value. The kinds are the parameter after those of `PARAMETER_TABLE`. To
 * count the facets of voyages, it joins the results to their voyages. If there are more than `MAX_RANKED` results, it counts a sample of each kind to limit the time.
 */
export const OVERVIEW = filteredStatement(
  'search-overview',
  PARAMETER_TABLE,
  ({ variantKey, parameter }) => {
    const context = contextOf(variantKey);
    return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)}, match as materialized (${allMatches(context, (kind) => `${kind.id} id`)}),
  matches as materialized (select f.*, row_number() over (partition by f.kind) position from match f where f.kind = any(${parameter(1)}::text[])),
  hit as materialized (
    select row_number() over () as result_no, h.kind, h.id from (select f.* from matches f order by f.position limit ${ifTooMany(MAX_SAMPLE, `${MAX_RANKED}`)}) h),
  link as materialized (
    select * from (
      select h.result_no, h.id voyage_id, null::int media_id from hit h where h.kind = 'voyage'
      union all select h.result_no, a.voyage_id, null from hit h join album a on a.id = h.id where h.kind = 'album'
      union all select h.result_no, l.voyage_id, h.id from hit h left join voyage_media l on l.media_id = h.id
        where h.kind in ('media', 'text')
      union all select h.result_no, a.voyage_id, h.id from hit h join album_media e on e.media_id = h.id join album a on a.id = e.album_id
        where h.kind in ('media', 'text')
      union all select h.result_no, l.voyage_id, null from hit h join passenger l on l.person_id = h.id where h.kind = 'person') linked
    limit ${ifTooMany(MAX_LINKS, 'null')}),
  result_voyages as materialized (
    select l.result_no, extract(year from coalesce(m.day, v.start_day))::int first_year,
      extract(year from case when m.day is null then v.end_day when length(m.date) = 10 then m.day else latest_day(m.date) end)::int last_year,
      v.president_id, v.start_location, v.end_location, v.has_photo,
      ${EDITABLE_ATTRIBUTES.map((name) => `v.${name}`).join(', ')}
    from link l left join voyage v on v.id = l.voyage_id left join media m on m.id = l.media_id),
  result_people as materialized (
    select l.result_no, p.person_id, p.capacity_role from link l join passenger p on p.voyage_id = l.voyage_id),
  result_media as materialized (
    select h.result_no, m.president_id, m.tags, m.media_type, m.rights from hit h join media m on m.id = h.id
    where h.kind in ('media', 'text')),
  counted(facet, value, label, count) as (
    select 'kind', f.kind, f.kind, count(*) from match f group by f.kind
    union all select 'results', '', '', count(*) from matches
    union all ${FACETS})
  select facet, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by count desc, label) values
  from counted group by facet`;
  },
  { facet: col.text, values: col.json<SearchFacetValue[]>() },
  { prepare: false },
);
