import { EDITABLE_ATTRIBUTES } from '@archive/contracts';

const MAX_VALUES = 12;

/** The most frequent values of a facet. `pairs` selects the number of a result `no` and a `value`; a pair counts once. */
const facet = (name: string, pairs: string, limit: number | null = MAX_VALUES) => `
  (select '${name}' facet, value::text, value::text as label, count(*) count
    from (select distinct no, value from (${pairs}) source(no, value) where value is not null) pair
    group by value order by count(*) desc, value limit ${limit})`;

/** The same for people, whose ids are counted. */
const facetOfPeople = (name: string, pairs: string) => `
  (select top.facet, p.slug, p.full_name, top.count from ${facet(name, pairs)} top join person p on p.id = top.value::int)`;

/** One pass over the results for all attributes. */
const ATTRIBUTE_FACET = `
  select 'attribute', a.name, a.name, a.count from (
    select ${EDITABLE_ATTRIBUTES.map((name) => `count(*) filter (where ${name}) ${name}`).join(', ')}
    from (select ${EDITABLE_ATTRIBUTES.map((name) => `bool_or(${name}) ${name}`).join(', ')} from fact group by no) result) total
  cross join lateral (values ${EDITABLE_ATTRIBUTES.map((name) => `('${name}', total.${name})`).join(', ')}) a(name, count)
  where a.count > 0`;

/** Counts of all facets: those of the results in `hit`, of their voyages in `fact` and `aboard`, and of their media in `described`. */
export const FACETS = [
  facetOfPeople('president', 'select no, president_id from fact union all select no, president_id from described'),
  facet('decade', `select no, floor(extract(year from day) / 10)::int || '0' from fact`, null),
  facet('year', `select no, extract(year from day)::int from fact`, null),
  facetOfPeople(
    'person',
    `select no, person_id from aboard
    union all select h.no, l.person_id from hit h join media_person l on l.media_id = h.id where h.kind in ('media', 'text')`,
  ),
  facet('place', 'select no, start_location from fact union all select no, end_location from fact'),
  facet('role', 'select no, capacity_role from aboard'),
  facet('has_photo', `select no, '1' from fact where photographed`),
  facet(
    'tag',
    `select no, unnest(tags) from described
    union all select h.no, unnest(p.tags) from hit h join person p on p.id = h.id where h.kind = 'person'`,
  ),
  facet('media_type', 'select no, media_type from described'),
  facet('rights', 'select no, rights from described'),
  ATTRIBUTE_FACET,
].join(' union all ');
