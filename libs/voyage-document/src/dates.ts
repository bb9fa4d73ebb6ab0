import * as dates from '@archive/contracts/dates';

export { formatDate, formatDateRange, isApproximate, MONTHS, readDate, writtenDate } from '@archive/contracts/dates';

/** A date known to the day, the month or only the year. */
export interface PartialDate {
  year: number;
  month: number | null;
  day: number | null;
}

const SHAPE = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const FIRST_YEAR = 1000;

/** Whether the text has the format YYYY, YYYY-MM or YYYY-MM-DD, even if the date is invalid. */
export function looksLikeDate(text: string): boolean {
  return SHAPE.test(text);
}

/**
 * Parses YYYY, YYYY-MM or YYYY-MM-DD; null for other formats and for invalid dates (1946-02-30). See decision 0009.
 */
export function parsePartialDate(text: string): PartialDate | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const year = Number(match[1]);
  const month = match[2] === undefined ? null : Number(match[2]);
  const day = match[3] === undefined ? null : Number(match[3]);
  if (year < FIRST_YEAR) return null;
  if (month !== null && (month < 1 || month > 12)) return null;
  if (month !== null && day !== null && (day < 1 || day > dates.daysInMonth(year, month))) return null;
  return { year, month, day };
}

/** The first possible day of the date, YYYY-MM-DD; null for an invalid date. */
export const earliestDay = (text: string): string | null => dates.earliestDay(text) ?? null;

/** The last possible day of the date, YYYY-MM-DD; null for an invalid date. */
export const latestDay = (text: string): string | null => dates.latestDay(text) ?? null;

/** A date in the format of headings: `1946-03-07`, or an approximate date in words. */
export const headingDate = (date: string): string => (dates.isApproximate(date) ? dates.formatDate(date) : date);
