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
