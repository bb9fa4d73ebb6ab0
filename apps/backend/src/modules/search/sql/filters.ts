import { type SqlContext, allOf, type SearchParameter } from './parameters.ts';

/** The tags of a search, with the tsquery of their words. It is empty for tags such as “Other” (a stop word) or an emoji. */
const searchedTags = ({ $ }: SqlContext) =>
  `search_tag as materialized (select w.tag, plainto_tsquery('archive', w.tag) words from unnest(${$('tags')}) w(tag))`;

/** Records with the tags. Uses the index to find records with the words of a tag. */
const recordsTagged = (table: 'media' | 'person') => {
  const hasTag = `exists (select from unnest(r.tags) t(tag) where fold(t.tag) = fold(w.tag))`;
  return `
    select w.tag, r.id from search_tag w join ${table} r on r.search @@ w.words where ${hasTag}
    union all select w.tag, r.id from search_tag w join ${table} r on ${hasTag} where numnode(w.words) = 0`;
};

/** Ids of the owners that have all tags of the search. Each of `sources` selects (tag, owner id) rows. */
export const ownersWithTags = ({ $ }: SqlContext, sources: readonly string[]) => `
  select tagged.owner from (${sources.join(' union all ')}) tagged(tag, owner)
  group by tagged.owner having count(distinct fold(tagged.tag)) = (select count(distinct fold(w.tag)) from unnest(${$('tags')}) w(tag))`;

/** Media and people with the tags, looked up once for all kinds. */
export const taggedRecords = (context: SqlContext) =>
  context.hasValue('tags')
    ? `
    ${searchedTags(context)},
    tagged_media as materialized (${recordsTagged('media')}),
    tagged_person as materialized (${recordsTagged('person')}),`
    : '';

/** Whether the record has all tags of the search. */
export const isTagged = (context: SqlContext, id: string, from: 'tagged_media' | 'tagged_person') =>
  context.when('tags', `${id} in (${ownersWithTags(context, [`select t.tag, t.id from ${from} t`])})`);

export const datePhrase = ({ $ }: SqlContext) => `phraseto_tsquery('archive', ${$('dateText')})`;
export const isInDateRange = ({ $ }: SqlContext) => `v.start_day <= ${$('dateTo')} and v.end_day >= ${$('dateFrom')}`;

/** Media whose own date overlaps the range of days. Uses the expressions of an index, so that dates needn't be calculated. */
export const isDated = (from: string, to: string) =>
  allOf(to && `m.day <= ${to}`, from && `latest_day(m.date) >= ${from}`, 'm.day is not null');

/** Filters by people. */
export const PEOPLE_FILTERS = ['persons', 'namedPerson', 'aPerson'] as const satisfies SearchParameter[];

/** Tables that record people (aboard voyages, and marked in media), with their owner columns. */
const OWNERS = { passenger: 'voyage_id', media_person: 'media_id' } as const;

/** Whether a record has everyone that the filters ask for. If more than one person has a name, any one of them is enough. */
export function hasPeople({ $, when }: SqlContext, id: string, table: keyof typeof OWNERS): string {
  const owner = OWNERS[table];
  const hasOneOf = (people: 'namedPerson' | 'aPerson') =>
    when(people, `${id} in (select l.${owner} from ${table} l where l.person_id = any(${$(people)}))`);
  return allOf(
    when(
      'persons',
      `${id} in (
      select g.owner from (
        select w.position, l.${owner} from jsonb_array_elements(${$('persons')}) with ordinality w(ids, position)
        cross join lateral jsonb_array_elements_text(w.ids) i(id) join ${table} l on l.person_id = i.id::int) g(position, owner)
      group by g.owner having count(distinct g.position) = jsonb_array_length(${$('persons')}))`,
    ),
    hasOneOf('namedPerson'),
    hasOneOf('aPerson'),
  );
}
