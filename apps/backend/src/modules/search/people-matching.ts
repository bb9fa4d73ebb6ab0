/**
 * SQL for the ids of people who match every term of `terms` (a `tsquery[]`), in their record or in a role aboard. Terms may match in
 * different places: in "Commanding Officer Kelly" the role and the name. `roleTerms` are the same terms without weight labels, which
 * would make the database read every role again.
 */
export const peopleMatching = (terms: string, roleTerms: string) => `
  select hit.person_id from (
    select t.place, p.id person_id from unnest(${terms}) with ordinality t(query, place) join person p on p.search @@ t.query
    union
    select t.place, l.person_id from unnest(${roleTerms}) with ordinality t(query, place)
      join passenger l on passenger_words(l.title, l.capacity_role) @@ t.query) hit
  group by hit.person_id having count(*) = cardinality(${terms})`;

/** SQL condition for the directory: presidents and owners exist from the start and appear once they have sailed. */
export const IN_DIRECTORY = `
  not exists (
    select from president r
    where r.person_id = p.id and not exists (select from passenger l where l.person_id = r.person_id))`;
