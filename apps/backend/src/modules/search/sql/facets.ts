import { EDITABLE_ATTRIBUTES } from '@archive/contracts';

const MAX_VALUES = 12;

/** The most frequent values of a facet. `pairs` selects (result number, value) rows; duplicate rows count once. */
const facet = (name: string, pairs: string, limit: number | null = MAX_VALUES, order = 'value') => `
  (select '${name}' facet, value::text, value::text as label, count(*) count
    from (select distinct result_no, value from (${pairs}) source(result_no, value) where value is not null) pair
    group by value order by count(*) desc, ${order} limit ${limit})`;

/** A facet whose values are texts. */
const facetOfTexts = (name: string, pairs: string) => facet(name, pairs, MAX_VALUES, 'value collate natural_order');

/** A facet whose values are people: `pairs` selects (result number, person id) rows. */
const facetOfPeople = (name: string, pairs: string) => `
  (select top.facet, p.slug, p.full_name, top.count from ${facet(name, pairs)} top join person p on p.id = top.value::int)`;

/** One pass over the results for all attributes. */
const ATTRIBUTE_FACET = `
  select 'attribute', a.name, a.name, a.count from (
    select ${EDITABLE_ATTRIBUTES.map((name) => `count(*) filter (where ${name}) ${name}`).join(', ')}
    from (select ${EDITABLE_ATTRIBUTES.map((name) => `bool_or(${name}) ${name}`).join(', ')}
      from result_voyages group by result_no) result) total
  cross join lateral (values ${EDITABLE_ATTRIBUTES.map((name) => `('${name}', total.${name})`).join(', ')}) a(name, count)
  where a.count > 0`;

/**
 * Counts for all facets. Reads the results from `hit`, their voyages from `result_voyages`, their years from `result_year`, the people aboard those voyages from
 * `result_people`, and the media among the results from `result_media` (see `OVERVIEW`).
 */
export const FACETS = [
  facetOfPeople(
    'president',
    'select result_no, president_id from result_voyages union all select result_no, president_id from result_media',
  ),
  facet('decade', 'select result_no, year / 10 * 10 from result_year', null),
  facet('year', 'select result_no, year from result_year', null),
  facetOfPeople(
    'person',
    `select result_no, person_id from result_people
    union all select h.result_no, l.person_id from hit h join media_person l on l.media_id = h.id where h.kind in ('media', 'text')`,
  ),
  facetOfTexts(
    'place',
    'select result_no, start_location from result_voyages union all select result_no, end_location from result_voyages',
  ),
  facetOfTexts('role', 'select result_no, capacity_role from result_people'),
  facet('has_photo', `select result_no, '1' from result_voyages where has_photo`),
  facetOfTexts(
    'tag',
    `select result_no, unnest(tags) from result_media
    union all select h.result_no, unnest(p.tags) from hit h join person p on p.id = h.id where h.kind = 'person'`,
  ),
  facet('media_type', 'select result_no, media_type from result_media'),
  facet('rights', 'select result_no, rights from result_media'),
  ATTRIBUTE_FACET,
].join(' union all ');
