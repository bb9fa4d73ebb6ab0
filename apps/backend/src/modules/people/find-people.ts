import type { PeopleListQuery } from '@archive/contracts';
import type { NameParts } from '@archive/voyage-document';
import { col, type Conditions, conditions, type Database, statement } from '../../database/index.ts';
import { IN_DIRECTORY, type ListSearch, nameQuery, peopleMatching, peopleNamed } from '../search/index.ts';

/** Weights of a person's name, role, title and organization. The directory doesn't search notes. */
const NAME_OR_ROLE = 'AB';

const matching = (terms: string, roleTerms: string) => peopleMatching(`${terms}::tsquery[]`, `${roleTerms}::tsquery[]`);

/** SQL conditions on `person p`. */
export const PEOPLE_CONDITIONS = {
  directory: { code: '', sql: IN_DIRECTORY },
  nothing: { code: 'n', sql: 'false' },
  words: {
    code: 'q',
    sql: (terms: string, roleTerms: string, name: string) =>
      `p.id in (${matching(terms, roleTerms)} union all ${peopleNamed(`${name}::tsquery`)})`,
  },
  selected: { code: 's', sql: (p: string) => `p.id = any(${p}::int[])` },
  crew: { code: 'c', sql: `exists (select from passenger l where l.person_id = p.id and l.is_crew)` },
  passengers: { code: 'g', sql: `exists (select from passenger l where l.person_id = p.id and not l.is_crew)` },
  portrait: { code: 'p', sql: `exists (select from media m where m.slug = p.portrait)` },
  role: { code: 'r', sql: (p: string) => `position(fold(${p}) in fold(p.role_title)) > 0` },
};

const ANY_MATCH = statement('people-any-match', `select exists (${matching('$1', '$2')}) found`, { found: col.bool });

/** Forms of address that don't indicate an office. */
const COURTESY = /^(?:mr|mrs|ms|miss|dr|doctor|prof|professor|hon|honorable|rev|reverend|sir)$/;

/**
 * Whether results must match the form of address as well: "Captain Smith" finds only captains of that name, but "Captain John Smith" finds
 * any John Smith if none is a captain.
 */
async function isOffice(database: Database, { honorific, given }: NameParts, words: string[][]): Promise<boolean> {
  if (honorific.every((word) => COURTESY.test(word))) return false;
  return given.length === 0 || (await database.row(ANY_MATCH, words))?.found === true;
}

export type PeopleFilters = Partial<Pick<PeopleListQuery, 'q' | 'role_title' | 'aboard' | 'has_portrait'>>;

/** Conditions on `person p` for a directory search by words, prefixes and filters. */
export async function findPeople(
  database: Database,
  search: ListSearch,
  { q, role_title: role, aboard, has_portrait: hasPortrait }: PeopleFilters,
): Promise<Conditions> {
  const { words: query, text, selected, isEmpty } = await search.queryFor('person', q);
  const words = query && [query.terms(NAME_OR_ROLE), query.terms()];
  const name = text ? nameQuery(text) : undefined;
  const isNarrow = words && name && (await isOffice(database, name.parts, words));
  return conditions(PEOPLE_CONDITIONS, {
    directory: true,
    nothing: isEmpty,
    words: words && [...words, isNarrow ? null : (name?.query ?? null)],
    selected,
    crew: aboard === 'crew',
    passengers: aboard === 'passengers',
    portrait: hasPortrait,
    role: role || undefined,
  });
}
