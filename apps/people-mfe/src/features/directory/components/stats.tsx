import { peopleStatsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { formatDecimal, formatNumber, StatCard } from '@archive/ui';

/** On a phone, figure and label share a line to save height. */
const ROW_ON_PHONE = 'max-sm:flex-row-reverse max-sm:items-baseline max-sm:gap-3 max-sm:py-2';

/** Placeholder with the height and baseline of a figure. */
const Unknown = () => (
  <span aria-hidden className="animate-breathe rounded-sm bg-rule/65">
    <span className="invisible">000</span>
  </span>
);

/** The three figures above the directory. A failure shows dashes; the list below reports the error. */
export function Stats() {
  const { data, isPending } = useQuery(peopleStatsQuery());
  const figure = (value: string | undefined) =>
    isPending ? <Unknown /> : (value ?? <span aria-label="unknown">–</span>);
  return (
    <dl className="grid grid-cols-3 gap-3 max-sm:grid-cols-1 max-sm:gap-2">
      <StatCard className={ROW_ON_PHONE} label="Total People" value={figure(data && formatNumber(data.total_people))} />
      <StatCard
        className={ROW_ON_PHONE}
        label="Unique Titles"
        value={figure(data && formatNumber(data.unique_titles))}
      />
      <StatCard
        className={ROW_ON_PHONE}
        label="Avg Voyages per Person"
        value={figure(data && formatDecimal(data.avg_voyages_per_passenger))}
      />
    </dl>
  );
}
