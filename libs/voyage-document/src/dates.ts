import * as dates from '@archive/contracts/dates';

export { formatDate, formatDateRange, isApproximate, MONTHS, readDate, writtenDate } from '@archive/contracts/dates';

const SHAPE = /^\d{4}(?:-\d\d){0,2}$/;
const FIRST_YEAR = 1000;

/** Whether the text has the format YYYY, YYYY-MM or YYYY-MM-DD, even if the date is invalid. */
export function looksLikeDate(text: string): boolean {
  return SHAPE.test(text);
}

/** Whether the text is YYYY, YYYY-MM or YYYY-MM-DD in the calendar, from the year 1000 on: not 1946-02-30. See decision 0009. */
export const isCalendarDate = (text: string): boolean => (dates.parsePartialDate(text)?.year ?? 0) >= FIRST_YEAR;

/** The first possible day of the date, YYYY-MM-DD; null for an invalid date. */
export const earliestDay = (text: string): string | null => dates.earliestDay(text) ?? null;

/** The last possible day of the date, YYYY-MM-DD; null for an invalid date. */
export const latestDay = (text: string): string | null => dates.latestDay(text) ?? null;

/** A date in the format of headings: `1946-03-07`, or an approximate date in words. */
export const headingDate = (date: string): string => (dates.isApproximate(date) ? dates.formatDate(date) : date);
