import { type Conditions, conditions } from '../../database/index.ts';
import { IN_DIRECTORY, peopleMatching, type SearchQueries } from '../search/index.ts';

/** Weights of a person's name, role, title and organization: the directory does not search notes. */
const NAME_OR_ROLE = 'AB';

/** Conditions on `person p`. */
export const PEOPLE_CONDITIONS = {
  directory: { code: '', sql: IN_DIRECTORY },
  nothing: { code: 'n', sql: 'false' },
  words: {
    code: 'q',
    sql: (terms: string, roleTerms: string) =>
      `p.id in (${peopleMatching(`${terms}::tsquery[]`, `${roleTerms}::tsquery[]`)})`,
  },
  role: { code: 'r', sql: (p: string) => `position(fold(${p}) in fold(p.role_title)) > 0` },
};

/** Conditions on `person p` for a directory search by words and part of a role. */
export async function foundPeople(queries: SearchQueries, q: string | undefined, role?: string): Promise<Conditions> {
  const query = q ? await queries.prepare(q) : undefined;
  return conditions(PEOPLE_CONDITIONS, {
    directory: true,
    nothing: q ? !query : undefined,
    words: query && [query.terms(NAME_OR_ROLE), query.terms()],
    role: role || undefined,
  });
}
