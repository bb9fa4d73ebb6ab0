import type { PersonListItem } from '@archive/contracts';

export const UNKNOWN_ROLE = 'Unknown Role';

/** The role shown in lists: the role or title on record, otherwise the role on the latest voyage. */
export const roleOf = (person: Pick<PersonListItem, 'role_title' | 'capacity_role'>): string | null =>
  person.role_title ?? person.capacity_role;
