import { allOf, type SearchParameter, type SqlContext } from './parameters.ts';

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
