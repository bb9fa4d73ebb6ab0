import { timelineDatesQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { dateProblem } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { useSearchParams } from '@archive/router';
import { QueryState } from '@archive/shell-api';
import { Button, EmptyState, Loading, SkeletonBlock, formatDate, toast } from '@archive/ui';
import { ArrowLeft, ArrowRight } from '@archive/ui/icons';
import { Fragment, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { FilterMenu, OwnerChoices } from '../voyage-list/filter-menu.tsx';
import { weekday } from '../voyage-record/components/voyage-facts.tsx';
import { DatePicker } from './date-picker.tsx';
import { DayRecords, useDebouncedDate } from './day-records.tsx';
import { YearChart } from './year-chart.tsx';
import { type RecordKind, TimelineDates } from './timeline-dates.ts';

/** Voyages and media by date (SPEC section 2, Timeline view). */
export function Timeline({ presidents }: { presidents: President[] }) {
  const { date, written, goTo, owners, filter } = useTimelineState();
  const query = useQuery({
    ...timelineDatesQuery(owners),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, refetch } = query;
  const dates = useMemo(() => new TimelineDates(data ?? []), [data]);
  const shownDate = date ?? dates.firstDate();
  useDateInUrl(shownDate, written);
  const options = presidents.filter(
    ({ voyage_count, president_slug }) => voyage_count > 0 || owners.includes(president_slug),
  );
  const ownerFilter = <OwnerFilter presidents={options} owners={owners} onFilter={filter} />;

  if (!data)
    return (
      <QueryState
        query={query}
        failed="Can’t load the timeline"
        loading={
          <Loading label="Loading timeline..." className="flex flex-col gap-6">
            <SkeletonBlock className="h-16 w-full" />
            <SkeletonBlock className="h-80 w-full" />
          </Loading>
        }
      />
    );
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

interface JumpsProps {
  dates: TimelineDates;
  date: string;
  onDate(date: string): void;
}

const KINDS: { kind: RecordKind; word: string }[] = [
  { kind: 'voyages', word: 'Voyage' },
  { kind: 'media', word: 'Media' },
];

/** Buttons to the previous and next voyage or media; each shows its target date. */
function Jumps({ dates, date, onDate }: JumpsProps) {
  const jump = (kind: RecordKind) => ({ onDate, textOf: (to: string) => dates.textOf(to, kind) });
  return (
    <nav aria-label="Jump" className="grid grid-cols-2 gap-2 lg:grid-cols-4">
      {KINDS.map(({ kind, word }) => (
        <Fragment key={kind}>
          <Jump back label={`Previous ${word}`} to={dates.previous(date, kind)} {...jump(kind)} />
          <Jump label={`Next ${word}`} to={dates.next(date, kind)} {...jump(kind)} />
        </Fragment>
      ))}
    </nav>
  );
}

interface JumpProps {
  label: string;
  back?: boolean;
  to: string | undefined;
  textOf(date: string): string;
  onDate(date: string): void;
}

/** Uses aria-disabled at the ends, so that the button keeps focus. */
function Jump({ label, back = false, to, textOf, onDate }: JumpProps) {
  const Arrow = back ? ArrowLeft : ArrowRight;
  return (
    <Button
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onDate(to)}
      className="justify-start! text-left! max-sm:gap-2 max-sm:px-2.5"
    >
      <Arrow aria-hidden className="text-brass" />
      <span className="min-w-0">
        {label}
        <span className="block text-13 font-normal text-faded">
          <span className="sr-only">: </span>
          {to === undefined ? 'none' : textOf(to)}
        </span>
      </span>
    </Button>
  );
}

interface OwnerFilterProps {
  presidents: President[];
  /** Active owner slugs; empty means all. */
  owners: string[];
  onFilter(owners: string[]): void;
}

const NONE_LEFT = 'Must select at least 1 President/Owner';

/** President filter of the timeline; at least one must stay selected (SPEC section 5). */
function OwnerFilter({ presidents, owners, onFilter }: OwnerFilterProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterMenu label="President/Owner" count={owners.length}>
        {(close) => (
          <Choices
            presidents={presidents}
            owners={owners}
            onFilter={(next) => {
              onFilter(next);
              close();
            }}
          />
        )}
      </FilterMenu>
      {owners.length > 0 && (
        <Button variant="quiet" onClick={() => onFilter([])}>
          Clear Filter
        </Button>
      )}
    </div>
  );
}

function Choices({ presidents, owners, onFilter }: OwnerFilterProps) {
  const slugs = presidents.map(({ president_slug }) => president_slug);
  const [chosenOwners, setChosen] = useState(owners.length > 0 ? owners : slugs);
  const [invalid, setInvalid] = useState(false);
  const apply = () => {
    if (chosenOwners.length === 0) {
      setInvalid(true);
      // The panel shows the same message, so the toast can be brief.
      toast.error(NONE_LEFT, { duration: 5000 });
      return;
    }
    onFilter(slugs.every((slug) => chosenOwners.includes(slug)) ? [] : chosenOwners);
  };
  return (
    <>
      <OwnerChoices
        legend="President/Owner"
        owners={presidents}
        selected={chosenOwners}
        onChange={(next) => {
          setChosen(next);
          setInvalid(false);
        }}
      />
      {invalid && <p className="mt-3 text-13 text-signal">{NONE_LEFT}</p>}
      <div className="sticky -bottom-4 -mx-4 mt-4 -mb-4 border-t border-rule bg-leaf p-4">
        <Button variant="primary" className="w-full" onClick={apply}>
          Apply Filter
        </Button>
      </div>
    </>
  );
}

const DATE = 'voyages.timeline.date';
const OWNERS = 'voyages.timeline.owners';

function readItem(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage can be unavailable; the next visit then starts at the first date.
  }
}

const dateOf = (text: string | null): string | undefined => (!text || dateProblem(text) ? undefined : text);

/**
 * Date and president filter of the timeline, stored for the browser session
 * (SPEC section 3). The date is also in the URL, so that it can be linked.
 */
function useTimelineState() {
  const [params] = useSearchParams();
  const dateInUrl = dateOf(params.get('date'));
  const [date, setDate] = useState(() => dateInUrl ?? dateOf(readItem(DATE)));
  /** The date that this page last wrote to the URL, so that it isn't mistaken for the user's choice. */
  const lastWrittenDate = useRef(dateInUrl);
  useEffect(() => {
    if (dateInUrl && dateInUrl !== lastWrittenDate.current) setDate(dateInUrl);
  }, [dateInUrl]);
  const [owners, setOwners] = useState(() => readItem(OWNERS).split(' ').filter(Boolean));
  return {
    /** A day, month or year; undefined until one is chosen. */
    date,
    written: lastWrittenDate,
    goTo: (next: string) => {
      write(DATE, next);
      setDate(next);
    },
    /** Owner slugs; empty means all. */
    owners,
    filter: (next: string[]) => {
      write(OWNERS, next.join(' '));
      setOwners(next);
    },
  };
}

/** Writes the date to the URL once it stops changing, without adding history entries. */
function useDateInUrl(date: string | undefined, lastWrittenDate: RefObject<string | undefined>): void {
  const [, setParams] = useSearchParams();
  const settledDate = useDebouncedDate(date ?? '');
  useEffect(() => {
    if (settledDate === '') return;
    lastWrittenDate.current = settledDate;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('view', 'timeline');
        next.set('date', settledDate);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new date changes the URL
  }, [settledDate]);
}
