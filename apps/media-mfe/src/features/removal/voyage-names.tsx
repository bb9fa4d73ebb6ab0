import { mediaUsageQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { formatList } from '@archive/ui';

/** Voyages that show a media item. Always fetched again, because the confirmation lists them. */
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

/** Lists the people whose portrait is deleted. */
export function PortraitNames({ people }: { people: { full_name: string }[] }) {
  if (people.length === 0) return null;
  const names = formatList(people.map(({ full_name }) => full_name));
  return <p>It is the portrait of {names}. Initials will be shown instead.</p>;
}

/** SPEC section 8: messages refer curators to the console. */
export function logError(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(error);
}
