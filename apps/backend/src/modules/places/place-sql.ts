/** SQL for the names of the places of voyage `v`. There is an index of this expression. */
export const KEYS_OF_VOYAGE = 'place_keys(place_wordings(v.start_location, v.end_location))';

/** SQL for the number of voyages that name place `p`. */
export const VOYAGE_COUNT = `(select count(*) from voyage v where ${KEYS_OF_VOYAGE} && p.names)`;

/** SQL for the places of voyage `v` as its source writes them, in order. */
export const WORDINGS_OF_VOYAGE = `
  lateral unnest(place_wordings(v.start_location, v.end_location)) with ordinality w(wording, position)`;
