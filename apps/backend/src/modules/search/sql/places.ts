/** The words of the places of voyage `v`. There is an index of this expression. */
export const PLACE_WORDS = `archive_words(coalesce(v.start_location, '') || ' ' || coalesce(v.end_location, ''))`;

/** Maximum number of matching voyages whose places are read. */
const MAX_VOYAGES = 500;

/** SQL for the places that match a query, with the number of their voyages. */
export const placesMatching = (query: string) => `
  select place.name, place.voyages from (
    select ends.name, count(*) voyages from (
      select v.start_location, v.end_location from voyage v where ${PLACE_WORDS} @@ ${query} limit ${MAX_VOYAGES}) v
    cross join lateral (values (v.start_location), (nullif(v.end_location, v.start_location))) ends(name)
    where ends.name is not null group by ends.name offset 0) place
  where archive_words(place.name) @@ ${query} order by place.voyages desc, place.name collate natural_order limit 3`;
