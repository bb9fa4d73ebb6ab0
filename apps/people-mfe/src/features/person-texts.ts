import type { Person, PersonListItem } from '@archive/contracts';

/** Without a year of death, people above this age are assumed to be deceased. */
const MAX_AGE = 110;

interface Years {
  birth_year: number | null;
  death_year: number | null;
}

/**
 * "1885–1966". An unknown year is `?`; `present` if the person may still be alive (SPEC section 2, Person detail). Null if neither year
 * is known.
 */
export function lifespan({ birth_year, death_year }: Years, thisYear = new Date().getFullYear()): string | null {
  if (birth_year === null && death_year === null) return null;
  const isAlive = birth_year !== null && death_year === null && thisYear - birth_year <= MAX_AGE;
  return `${birth_year ?? '?'}–${isAlive ? 'present' : (death_year ?? '?')}`;
}

/** "Born 1885 · Died 1966", without unknown years. Null if neither is known. */
export function bornAndDied({ birth_year, death_year }: Years): string | null {
  const parts = [birth_year === null ? null : `Born ${birth_year}`, death_year === null ? null : `Died ${death_year}`];
  return parts.filter((part) => part !== null).join(' · ') || null;
}

export const UNKNOWN_ROLE = 'Unknown Role';

/** The role shown in lists: the role or title on record, otherwise the role on the latest voyage. */
export const roleOf = (person: Pick<PersonListItem, 'role_title' | 'capacity_role'>): string | null =>
  person.role_title ?? person.capacity_role;

/** Like `roleOf`, for the full record of a person. */
export const roleOfPerson = (person: Person): string | null =>
  roleOf({
    role_title: person.role_title,
    capacity_role: person.voyages.findLast(({ capacity_role }) => capacity_role !== null)?.capacity_role ?? null,
  });
