import { voyagesQuery } from '@archive/api-client';
import type { VoyageTimelineItem } from '@archive/contracts';
import { isDay, isEdtfDate } from '@archive/contracts/dates';
import { dateValue, useDebouncedValue } from '@archive/editing';
import { useQuery } from '@archive/query';
import { formatDate, formatDateRange, linkClass, pluralize } from '@archive/ui';
import { Fragment } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import type { FormValues } from '../values.ts';
import { memoByFields } from './form-parts.tsx';

/** Number of voyages that are named. */
const MAX_NAMED = 3;
/** Voyages to compare, including those whose approximate dates only may be the same. */
const MAX_COMPARED = 100;

/** The title with the dates. A generated title has the date. */
const nameOf = ({ title, start_date, end_date }: VoyageTimelineItem) =>
  title.includes(formatDate(start_date)) ? title : `${title}, ${formatDateRange(start_date, end_date)}`;

/** Points to other voyages with the entered dates, because they may be the same voyage. Two voyages on one day are possible. */
function Note({ form: { values, base, stored } }: { form: VoyageFormState }) {
  const entered = datesOf(values);
  const dates = useDebouncedValue(entered === datesOf(base) ? '' : entered);
  const [from = '', to = ''] = dates.split(' ');
  const { data } = useQuery({
    ...voyagesQuery({ date_from: from, date_to: to, fields: 'timeline', limit: MAX_COMPARED }),
    enabled: dates !== '',
    staleTime: 0,
    refetchInterval: false,
  });
  const voyages: VoyageTimelineItem[] = dates === '' ? [] : (data?.items ?? []);
  const others = voyages.filter(
    (voyage) => voyage.voyage_slug !== stored?.voyage.voyage_slug && isOnDates(voyage, from, to),
  );
  const unnamedCount = others.length - MAX_NAMED;
  const when = !isDay(from) ? 'with this date' : from === to ? 'on this day' : 'on these days';
  return (
    <div aria-live="polite" className="-mt-4 empty:hidden">
      {others.length > 0 && (
        <p className="rounded border border-dashed border-brass bg-wash/50 px-4 py-2">
          The archive has {pluralize(others.length, 'another voyage', 'other voyages')} {when}:{' '}
          {others.slice(0, MAX_NAMED).map((voyage, index) => (
            <Fragment key={voyage.voyage_slug}>
              {index > 0 && '; '}
              <a href={`/voyages/${voyage.voyage_slug}`} target="_blank" rel="noreferrer" className={linkClass()}>
                {nameOf(voyage)}
                <span className="sr-only"> in a new window</span>
              </a>
            </Fragment>
          ))}
          {unnamedCount > 0 && `; and ${unnamedCount} more`}.
        </p>
      )}
    </div>
  );
}

export const SameDayNote = memoByFields(Note, ['start_date', 'end_date']);

type Dates = Pick<FormValues, 'start_date' | 'end_date'>;

/** The first and last date of a voyage, separated by a space; empty without a date that can be understood. */
export function datesOf({ start_date, end_date }: Dates): string {
  const [start, end] = [dateValue(start_date), dateValue(end_date)];
  if (!isEdtfDate(start)) return '';
  return `${start} ${isDay(start) && isDay(end) && end > start ? end : start}`;
}

/**
 * Whether another voyage has these dates: on known days, one that is known to be on one of them. Most voyages may have been in a year or on
 * an approximate date, so then only one with the same date.
 */
export function isOnDates(
  { start_date, end_date }: Pick<VoyageTimelineItem, 'start_date' | 'end_date'>,
  from: string,
  to: string,
): boolean {
  if (!isDay(from)) return start_date === from;
  const last = end_date !== null && isDay(end_date) ? end_date : start_date;
  return isDay(start_date) && start_date <= to && last >= from;
}
