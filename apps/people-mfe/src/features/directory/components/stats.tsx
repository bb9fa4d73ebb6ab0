import { peopleStatsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { SkeletonLine, StatCard } from '@archive/ui';

/** On a phone figure and words share a line, so that the people are near. */
const ROW_ON_PHONE = 'max-sm:flex-row-reverse max-sm:items-baseline max-sm:gap-3 max-sm:py-2';

/** The three figures above the directory. A failure leaves dashes: the list below says what is wrong. */
export function Stats() {
  const { data, isPending } = useQuery(peopleStatsQuery());
  const figure = (value: string | undefined) =>
    isPending ? <SkeletonLine className="h-14 w-20 max-sm:h-10" /> : (value ?? <span aria-label="not known">–</span>);
  return (
    <dl className="grid grid-cols-3 gap-3 max-sm:grid-cols-1 max-sm:gap-2">
      <StatCard
        className={ROW_ON_PHONE}
        label="Total People"
        value={figure(data?.total_people.toLocaleString('en-US'))}
      />
      <StatCard
        className={ROW_ON_PHONE}
        label="Unique Titles"
        value={figure(data?.unique_titles.toLocaleString('en-US'))}
      />
      <StatCard
        className={ROW_ON_PHONE}
        label="Avg Voyages per Person"
        value={figure(data?.avg_voyages_per_passenger.toLocaleString('en-US', { maximumFractionDigits: 2 }))}
      />
    </dl>
  );
}
