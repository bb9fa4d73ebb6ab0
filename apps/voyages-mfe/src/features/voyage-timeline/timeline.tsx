import { messageOf, timelineDatesQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { Button, EmptyState, FailedState, formatDate, Loading, SkeletonBlock } from '@archive/ui';
import { useMemo } from 'react';
import { weekday } from '../voyage-record/voyage-time.ts';
import { YearChart } from './components/year-chart.tsx';
import { DatePicker } from './components/date-picker.tsx';
import { DayRecords } from './components/day-records.tsx';
import { Jumps } from './components/jumps.tsx';
import { OwnerFilter } from './components/owner-filter.tsx';
import { TimelineDates } from './timeline-dates.ts';
import { useDateInUrl, useTimelineState } from './timeline-state.ts';

/** Voyages and media by date (SPEC section 2, Timeline view). */
export function Timeline({ presidents }: { presidents: President[] }) {
  const { date, written, goTo, owners, filter } = useTimelineState();
  const { data, error, isFetching, refetch } = useQuery({
    ...timelineDatesQuery(owners),
    placeholderData: keepPreviousData,
  });
  const dates = useMemo(() => new TimelineDates(data ?? []), [data]);
  const shownDate = date ?? dates.firstDate();
  useDateInUrl(shownDate, written);
  const options = presidents.filter(
    ({ voyage_count, president_slug }) => voyage_count > 0 || owners.includes(president_slug),
  );
  const ownerFilter = <OwnerFilter presidents={options} owners={owners} onFilter={filter} />;

  if (!data && error) {
    return (
      <FailedState
        title="Can’t load the timeline"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  }
  if (!data) {
    return (
      <Loading label="Loading timeline..." className="flex flex-col gap-6">
        <SkeletonBlock className="h-16 w-full" />
        <SkeletonBlock className="h-80 w-full" />
      </Loading>
    );
  }
  if (dates.isEmpty || shownDate === undefined) {
    return (
      <>
        {owners.length > 0 && ownerFilter}
        <EmptyState
          title="No timeline data available"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Refresh
            </Button>
          }
        >
          Voyages and media with a date appear here.
        </EmptyState>
      </>
    );
  }

  const year = Number(shownDate.slice(0, 4));
  return (
    <div className="flex flex-col gap-6">
      <YearChart
        years={dates.years()}
        year={year}
        onYear={(to) => to !== year && goTo(dates.firstDateIn(String(to)))}
      />
      {ownerFilter}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 md:grid-cols-[18rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-6 md:col-start-2">
          <div aria-live="polite">
            <p className="min-h-6 font-serif text-17 text-faded">{weekday(shownDate)}</p>
            <h2 className="text-35 tracking-tight sm:text-48">{formatDate(shownDate)}</h2>
          </div>
          <Jumps dates={dates} date={shownDate} onDate={goTo} />
        </div>
        <div className="md:col-start-1 md:row-span-2 md:row-start-1">
          <DatePicker dates={dates} date={shownDate} onDate={goTo} />
        </div>
        <div className="min-h-60 md:col-start-2">
          <DayRecords date={shownDate} owners={owners} />
        </div>
      </div>
    </div>
  );
}
