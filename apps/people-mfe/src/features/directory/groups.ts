import type { PeopleByPresident, PersonListItem } from '@archive/contracts';

export const UNKNOWN_ROLE = 'Unknown Role';

/** What somebody is listed as: the role or title, else the one of the latest voyage. */
export const roleOf = (person: Pick<PersonListItem, 'role_title' | 'capacity_role'>): string | null =>
  person.role_title ?? person.capacity_role;

type PresidentGroup = PeopleByPresident['grouped_by_president'][number];

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The groups with only the people whose name, role or organization has every word looked for. */
export function matchingGroups(groups: PresidentGroup[], q: string): PresidentGroup[] {
  const words = folded(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      people: group.people.filter((person) => {
        const text = folded([person.full_name, person.role_title, person.organization].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((group) => group.people.length > 0);
}
