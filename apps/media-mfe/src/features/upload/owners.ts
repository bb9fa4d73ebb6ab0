import { peopleQuery, presidentsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';

export interface Owner {
  slug: string;
  name: string;
}

/** Not offered where a president or owner is chosen (SPEC section 5). */
const EXCLUDED = new Set(['reagan-ronald', 'bush-george-w', 'obama-barack', 'post-presidential']);

const says = (text: string | null) => text?.toLowerCase().includes('president') ?? false;

/** Who media may be filed under: people whose role or address says "president" (SPEC section 5), and the yacht's other owners. */
export function useOwners(): { owners: Owner[]; loading: boolean; failed: boolean } {
  const people = useQuery(peopleQuery({ q: 'president', limit: 500 }));
  const presidents = useQuery(presidentsQuery());
  const found = new Map<string, string>();
  for (const { president_slug: slug, full_name: name } of presidents.data?.items ?? []) found.set(slug, name);
  for (const { person_slug: slug, full_name: name, role_title: role } of people.data?.items ?? [])
    if (says(role) || says(slug)) found.set(slug, name);
  return {
    owners: [...found].filter(([slug]) => !EXCLUDED.has(slug)).map(([slug, name]) => ({ slug, name })),
    loading: people.isPending || presidents.isPending,
    failed: people.isError && presidents.isError,
  };
}

/** Name of the folder in which a president's media are kept (01-decisions, "storage key of an uploaded file"). */
export const folderOf = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, '-');
