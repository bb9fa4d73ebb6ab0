import { peopleQuery, presidentsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';

export interface Owner {
  slug: string;
  name: string;
}

/** Excluded from president and owner pickers (SPEC section 5). */
const EXCLUDED = new Set(['reagan-ronald', 'bush-george-w', 'obama-barack', 'post-presidential']);

const mentionsPresident = (text: string | null) => text?.toLowerCase().includes('president') ?? false;

/** Owners of an upload: people whose role or slug contains "president" (SPEC section 5), plus the other owners. */
export function useOwners(): { owners: Owner[]; loading: boolean; failed: boolean } {
  const people = useQuery(peopleQuery({ q: 'president', limit: 500 }));
  const presidents = useQuery(presidentsQuery());
  const owners = new Map<string, string>();
  for (const { president_slug: slug, full_name: name } of presidents.data?.items ?? []) owners.set(slug, name);
  for (const { person_slug: slug, full_name: name, role_title: role } of people.data?.items ?? [])
    if (mentionsPresident(role) || mentionsPresident(slug)) owners.set(slug, name);
  return {
    owners: [...owners].filter(([slug]) => !EXCLUDED.has(slug)).map(([slug, name]) => ({ slug, name })),
    loading: people.isPending || presidents.isPending,
    failed: people.isError && presidents.isError,
  };
}

/** Folder name of a president: lower case, spaces as hyphens (SPEC section 5). */
export const folderOf = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, '-');
