import { mediaUsageQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';

/** Voyages that show a media item. Always fetched again, because the confirmation names them. */
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

/** SPEC section 8: messages refer curators to the console. */
export function logError(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(error);
}
