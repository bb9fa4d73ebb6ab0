/**
 * SQL for the ids of people who match every term of `terms` (a `tsquery[]`), in their record or in a role aboard. Terms may match in
 * different places: in "Commanding Officer Kelly" the role and the name. `roleTerms` are the same terms without weight labels, which
 * would make the database read every role again. A bit per term counts each once, without a sort; there are at most 16.
 */
export const peopleMatching = (terms: string, roleTerms: string) => `
  select hit.person_id from (
    select t.term_number, p.id person_id from unnest(${terms}) with ordinality t(query, term_number) join person p on p.search @@ t.query
    union all
    select t.term_number, l.person_id from unnest(${roleTerms}) with ordinality t(query, term_number)
      join passenger l on passenger_words(l.title, l.capacity_role) @@ t.query) hit
  group by hit.person_id having bit_or(1 << hit.term_number::int) = (2 << cardinality(${terms})) - 2`;

/** SQL condition for the directory: presidents and owners exist from the start and appear once they have sailed. */
export const IN_DIRECTORY = `
  p.id not in (
    select r.person_id from president r where not exists (select from passenger l where l.person_id = r.person_id))`;
