import { searchOverviewQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { formatCount, SkeletonText } from '@archive/ui';

/** The busiest year, on Home. */
export function component() {
  const { data, error } = useQuery(searchOverviewQuery({ kind: 'voyage' }));
  if (error) return <p>Can’t load this right now.</p>;
  if (!data) return <SkeletonText />;
  const [busiest] = data.facets.year.toSorted((a, b) => b.count - a.count);
  if (!busiest) return <p>No voyages yet.</p>;
  return (
    <p>
      Busiest year: {busiest.label}, {formatCount(busiest.count, 'voyage')}
    </p>
  );
}
