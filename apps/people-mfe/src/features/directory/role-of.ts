import type { PersonListItem } from '@archive/contracts';

export const UNKNOWN_ROLE = 'Unknown Role';

/** What somebody is listed as: the role or title, else the one of the latest voyage. */
export const roleOf = (person: Pick<PersonListItem, 'role_title' | 'capacity_role'>): string | null =>
  person.role_title ?? person.capacity_role;
