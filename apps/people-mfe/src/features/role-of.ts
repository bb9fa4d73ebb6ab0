import type { Person, PersonListItem } from '@archive/contracts';

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
