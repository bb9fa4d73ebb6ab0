import { mediaUsageQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';

/** The voyages that show a media item, asked for anew: what is about to be done depends on them. */
export const useUsage = (slug: string) => useQuery({ ...mediaUsageQuery(slug), staleTime: 0 });

export function VoyageNames({ voyages }: { voyages: { title: string; voyage_slug: string }[] }) {
  if (voyages.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {voyages.map(({ title, voyage_slug }) => (
        <li key={voyage_slug}>{title}</li>
      ))}
    </ul>
  );
}

/** Where a message sends a curator who wants to know more (SPEC section 8). */
export function logged(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(error);
}
