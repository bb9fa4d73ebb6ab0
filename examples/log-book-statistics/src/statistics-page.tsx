import { messageOf } from '@archive/api-client';
import { usePageTitle } from '@archive/shell-api';
import { Button, EmptyState, FailedState, formatCount, MONTHS, PageHeader, SkeletonList } from '@archive/ui';
import { BarChart } from './bar-chart.tsx';
import { Companions } from './companions.tsx';
import { countByMonth, countByPlace, countByPresident, countByYear } from './counts.ts';
import { useVoyages } from './use-voyages.ts';

const TITLE = 'Log book statistics';

/** /log-book-statistics */
export function StatisticsPage() {
  usePageTitle(TITLE);
  const { voyages, error, retry } = useVoyages();
  return (
    <div className="space-y-8">
      <PageHeader
        title={TITLE}
        lede={voyages ? `${formatCount(voyages.length, 'voyage')} in the log.` : 'The log in numbers.'}
      />
      {error ? (
        <FailedState level={2} title="Can’t load the voyages" action={<Button onClick={retry}>Retry</Button>}>
          {messageOf(error)}
        </FailedState>
      ) : !voyages ? (
        <SkeletonList label="Loading statistics..." />
      ) : voyages.length === 0 ? (
        <EmptyState title="No voyages yet">Charts appear here as soon as the log has a voyage.</EmptyState>
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <BarChart title="Voyages by year" column="Year" direction="columns" counts={countByYear(voyages)} />
          <BarChart
            title="Voyages by month"
            column="Month"
            direction="columns"
            counts={countByMonth(voyages, MONTHS)}
          />
          <BarChart
            title="Voyages by president or owner"
            column="President or owner"
            counts={countByPresident(voyages)}
          />
          <BarChart title="Voyages by place" column="Place" counts={countByPlace(voyages)} />
          <Companions />
        </div>
      )}
    </div>
  );
}
