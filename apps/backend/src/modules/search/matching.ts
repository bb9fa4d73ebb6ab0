/**
 * SQL for the ids of people who match every term of `terms` (a `tsquery[]`), in their record or in a role aboard. Different terms may
 * match in different fields: "Commanding Officer Kelly" matches a role and a name. `roleTerms` are the same terms without weight labels,
 * because labels would make the database recheck every role. Each term (at most 16) has a bit, which avoids a sort for counting distinct
 * terms.
 */
export const peopleMatching = (terms: string, roleTerms: string) => `
  select hit.person_id from (
    select t.term_number, p.id person_id from unnest(${terms}) with ordinality t(query, term_number) join person p on p.search @@ t.query
    union all
    select t.term_number, l.person_id from unnest(${roleTerms}) with ordinality t(query, term_number)
      join passenger l on passenger_words(l.title, l.capacity_role) @@ t.query) hit
  group by hit.person_id having bit_or(1 << hit.term_number::int) = (2 << cardinality(${terms})) - 2`;

/**
 * SQL condition for the people directory. Presidents and owners have records from the start, but are listed only after they have sailed.
 */
export const IN_DIRECTORY = `
  p.id not in (
    select r.person_id from president r where not exists (select from passenger l where l.person_id = r.person_id))`;

/** SQL condition: the name or an alias of person `p` (weight A) matches a query. The first half can use the index. */
const nameMatches = (query: string) => `p.search @@ ${query} and ts_filter(p.search, '{a}') @@ ${query}`;

/** SQL for the ids of media that match a query by their own text, by the title of an album, or by the name of a person marked in them. */
export const mediaMatching = (query: string) => `
  select m.id from media m where m.search @@ ${query}
  union select e.media_id from album_media e join album a on a.id = e.album_id where a.search @@ ${query}
  union select l.media_id from media_person l join person p on p.id = l.person_id where ${nameMatches(query)}`;

/** SQL for the matching names of the people marked in a media item, or null. `media` is SQL for its id. */
export const namesOfMarkedPeople = (media: string, query: string) => `(
    select string_agg(p.full_name, ' · ' order by l.sort_order) from media_person l join person p on p.id = l.person_id
    where l.media_id = ${media} and ${nameMatches(query)})`;
