import { messageOf, timelineMediaQuery, timelineVoyagesQuery } from '@archive/api-client';
import type { MediaItem, VoyageListItem } from '@archive/contracts';
import { earliestDay, endOfDate, isApproximate, isDay, latestDay, startOfDate } from '@archive/contracts/dates';
import { keepPreviousData, useInfiniteQuery } from '@archive/query';
import { Link } from '@archive/router';
import { QueryState } from '@archive/shell-api';
import { Button, Route, SkeletonList, Thumbnail, formatDate, formatDateRange, formatNumber } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { administrationLabel } from '../voyage-record/administration.ts';
import { AttributeBadges } from '../voyage-record/attributes.tsx';
import { VoyageMedia } from '../voyage-record/components/media-lightbox.tsx';
import { timeRange } from '../voyage-record/components/voyage-facts.tsx';
import type { Origin } from '../voyage-record/origin.ts';
import { goesOn } from './timeline-dates.ts';

interface Props {
  /** A day, a month, or a year. */
  date: string;
  owners: string[];
}

interface PartialDateGroup {
  date: string;
  voyages: VoyageListItem[];
  media: MediaItem[];
}

/** Whether a record whose exact day is unknown may belong to the shown day, month or year. */
const mayBeIn = (period: string, date: string): boolean =>
  date !== period &&
  !isDay(date) &&
  (earliestDay(date) ?? '') <= (earliestDay(period) ?? '') &&
  (latestDay(date) ?? '') >= (latestDay(period) ?? '');

/** Records whose date is less exact than the shown date and includes it, sorted by the most exact date. */
function partialDateGroups(visibleDate: string, voyages: VoyageListItem[], media: MediaItem[]): PartialDateGroup[] {
  const dates = [...voyages.map(({ start_date }) => start_date), ...media.flatMap(({ date }) => date ?? [])];
  return [...new Set(dates)]
    .filter((date) => mayBeIn(visibleDate, date) || (isApproximate(date) && startOfDate(date) === visibleDate))
    .toSorted((a, b) => lengthOf(a) - lengthOf(b) || (a < b ? -1 : 1))
    .map((date) => ({
      date,
      voyages: voyages.filter(({ start_date }) => start_date === date),
      media: media.filter((item) => item.date === date),
    }));
}

/** Milliseconds from the first to the last possible day. */
const lengthOf = (date: string) => Date.parse(latestDay(date) ?? '') - Date.parse(earliestDay(date) ?? '');

/** Whether a voyage starts on a date, or goes on until it or after it. A voyage of more than one day, month or year is on each of them. */
const isOn = (date: string, { start_date, end_date }: VoyageListItem): boolean =>
  start_date === date ||
  (end_date !== null && goesOn(date, startOfDate(start_date) ?? start_date, endOfDate(end_date) ?? end_date));

/** Voyages and media of the date, and those with a less exact date that includes it. */
export function DayRecords({ date: chosenDate, owners }: Props) {
  const date = useDebouncedDate(chosenDate);
  const voyages = useInfiniteQuery({ ...timelineVoyagesQuery(date, owners), placeholderData: keepPreviousData });
  const media = useInfiniteQuery({ ...timelineMediaQuery(date, owners), placeholderData: keepPreviousData });
  const loadingNext = voyages.isPlaceholderData || media.isPlaceholderData;
  // While the next date loads, the previous records stay visible.
  const [visibleDate, setVisibleDate] = useState(date);
  if (!loadingNext && visibleDate !== date) setVisibleDate(date);
  if (!voyages.data || !media.data) {
    const query = {
      error: voyages.error ?? media.error,
      isFetching: voyages.isFetching || media.isFetching,
      refetch: () => Promise.all([voyages.refetch(), media.refetch()]),
    };
    return (
      <QueryState
        query={query}
        failed="Can’t load records for this date"
        loading={<SkeletonList label="Loading records..." rows={2} />}
      />
    );
  }

  const allVoyages = voyages.data.pages.flatMap(({ items }) => items);
  const allMedia = media.data.pages.flatMap(({ items }) => items);
  const dayVoyages = allVoyages.filter((voyage) => isOn(visibleDate, voyage));
  const dayMedia = allMedia.filter((item) => item.date === visibleDate);
  const groups = partialDateGroups(
    visibleDate,
    allVoyages.filter((voyage) => !dayVoyages.includes(voyage)),
    allMedia,
  );
  const isStale = loadingNext || date !== chosenDate;
  return (
    <div aria-busy={isStale} data-stale={isStale || undefined} className="flex flex-col gap-8">
      {dayVoyages.length + dayMedia.length === 0 && (
        <p className="font-serif text-17 text-faded italic">
          {groups.length > 0 ? 'No records with exactly this date.' : 'No records for this date.'}
        </p>
      )}
      <Cards voyages={dayVoyages} />
      <VoyageMedia media={dayMedia} level={3} />
      {groups.map((group) => (
        <section
          key={group.date}
          aria-label={`${formatDate(group.date)}, exact day unknown`}
          className="rounded border border-dashed border-edge p-4"
        >
          <h3 className="mb-3 font-sans text-15 font-medium text-faded">{formatDate(group.date)}, exact day unknown</h3>
          <div className="flex flex-col gap-6">
            <Cards voyages={group.voyages} />
            <VoyageMedia media={group.media} level={3} />
          </div>
        </section>
      ))}
      <ShowMore kind="voyages" query={voyages} />
      <ShowMore kind="media" query={media} />
    </div>
  );
}

interface ShowMoreProps {
  kind: 'voyages' | 'media';
  query: Pick<
    ReturnType<typeof useInfiniteQuery<{ total: number }>>,
    'data' | 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
}

/** Loads the next records of a date that has more than one page of them. */
function ShowMore({ kind, query }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div>
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more {kind} ({formatNumber(query.data?.pages.at(-1)?.total ?? 0)} in total)
      </Button>
      {query.error && <p role="alert">{messageOf(query.error)}</p>}
    </div>
  );
}

function Cards({ voyages }: { voyages: VoyageListItem[] }) {
  if (voyages.length === 0) return null;
  return (
    <ul aria-label="Voyages" className="flex flex-col gap-3">
      {voyages.map((voyage) => (
        <DayCard key={voyage.voyage_slug} voyage={voyage} />
      ))}
    </ul>
  );
}

const FROM_HERE: Origin = { search: '', steps: 1 };

/** Card of a voyage. The whole card links to the voyage page. */
function DayCard({ voyage }: { voyage: VoyageListItem }) {
  const { start_date, end_date, people_names, people_count } = voyage;
  const hiddenCount = people_count - people_names.length;
  const times = [end_date && end_date !== start_date ? formatDateRange(start_date, end_date) : '', timeRange(voyage)];
  return (
    <li className="relative flex gap-4 rounded border border-rule bg-leaf p-4 transition-colors hover:border-brass sm:p-5">
      <div className="min-w-0 flex-1">
        <h3 className="text-21">
          <Link
            to={`/voyages/${voyage.voyage_slug}`}
            state={FROM_HERE}
            className="rounded-sm decoration-brass decoration-1 underline-offset-4 after:absolute after:inset-0 after:rounded hover:underline"
          >
            {voyage.title}
          </Link>
        </h3>
        <p className="text-13 text-faded tabular-nums">
          {[...times, administrationLabel(voyage)].filter(Boolean).join(' · ')}
        </p>
        <p className="mt-1 text-faded empty:hidden">
          <Route from={voyage.start_location} to={voyage.end_location} />
        </p>
        {people_names.length > 0 && (
          <p className="mt-1">
            {people_names.join(', ')}
            {hiddenCount > 0 && <span className="text-13 text-faded"> and {hiddenCount} more</span>}
          </p>
        )}
        <div className="mt-2 empty:hidden">
          <AttributeBadges voyage={voyage} />
        </div>
      </div>
      {voyage.thumbnail_url && <Thumbnail src={voyage.thumbnail_url} alt="" className="h-18 w-24" />}
    </li>
  );
}

const STEP_MS = 250;

/** Debounces dates that change in quick succession, such as while an arrow key is held; a single change applies immediately. */
export function useDebouncedDate(date: string): string {
  const [settledDate, setSettled] = useState(date);
  const lastChange = useRef(-Infinity);
  useEffect(() => {
    const now = performance.now();
    const isInSuccession = now - lastChange.current < STEP_MS;
    lastChange.current = now;
    const timer = setTimeout(() => setSettled(date), isInSuccession ? STEP_MS : 0);
    return () => clearTimeout(timer);
  }, [date]);
  return settledDate;
}
