/**
 * Keys of the people who match every one of the terms in `terms` (a `tsquery[]`): each in their own record, or in what they were
 * aboard any voyage. The terms of one search may stand apart: "Commanding Officer Kelly" is a role there and a name here.
 * `roleTerms` are the same terms without labels of weight, which would have the database read every role again.
 */
export const peopleMatching = (terms: string, roleTerms: string) => `
  select hit.person_id from (
    select t.place, p.id person_id from unnest(${terms}) with ordinality t(query, place) join person p on p.search @@ t.query
    union
    select t.place, l.person_id from unnest(${roleTerms}) with ordinality t(query, place)
      join passenger l on passenger_words(l.title, l.capacity_role) @@ t.query) hit
  group by hit.person_id having count(*) = cardinality(${terms})`;

/** Everybody of the directory: presidents and owners are known from the first start, and belong there once they have sailed. */
export const IN_DIRECTORY = `
  not exists (
    select from president r
    where r.person_id = p.id and not exists (select from passenger l where l.person_id = r.person_id))`;
