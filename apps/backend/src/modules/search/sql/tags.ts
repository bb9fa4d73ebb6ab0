import type { SqlContext } from './parameters.ts';

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
