import { col, statement } from '../../../database/index.ts';

/** Maximum number of matching voyages whose places are read. */
const MAX_VOYAGES = 500;

export const FIND_PLACES = statement(
  'search-places',
  `select place.name, count(*) voyages from (
    select v.id, v.start_location, v.end_location from voyage v
    where v.id in (select s.voyage_id from voyage_search s where s.document @@ $1::tsquery) limit ${MAX_VOYAGES}) v
  cross join lateral (select distinct name from (values (v.start_location), (v.end_location)) ends(name)) place
  where to_tsvector('archive', place.name) @@ $1::tsquery group by place.name order by voyages desc, place.name limit 3`,
  { name: col.text, voyages: col.int },
);
