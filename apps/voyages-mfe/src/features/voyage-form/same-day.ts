import type { VoyageTimelineItem } from '@archive/contracts';
import { isDay, isEdtfDate } from '@archive/contracts/dates';
import { dateValue } from '@archive/editing';
import type { FormValues } from './values.ts';

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
