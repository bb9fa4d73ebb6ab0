import {
  earliestDay,
  formatDate,
  isApproximate,
  isPartialDate,
  latestDay,
  readDate,
  rejectionOf,
  writtenDate,
} from '@archive/contracts/dates';

export const DATE_HELP = 'A day, a month, or a year';
export const APPROXIMATE_DATE_HELP = `${DATE_HELP}, such as June 1941, c. 1941, or summer 1941`;

export interface DateOptions {
  /** Whether the date may be approximate, such as "c. 1947". */
  approximate?: boolean | undefined;
  /** The year to use for a date that is typed without one. */
  year?: string | undefined;
}

/**
 * The text that a field shows for a date that can be parsed: an exact date in the stored format, and an approximate date or one with a part
 * of the day as typed, or in words if the year was not typed. Returns any other text unchanged.
 */
export function completeDate(typed: string, { approximate, year }: DateOptions = {}): string {
  const reading = readDate(typed, { year });
  if (reading.kind !== 'date') return typed;
  const isPlain = isPartialDate(reading.value) && writtenDate(typed, reading.value) === null;
  if (isPlain || (!approximate && isPartialDate(reading.value))) return reading.value;
  if (!approximate) return typed;
  return readDate(typed).kind === 'date' ? typed.trim() : reading.text;
}

/** The stored value of input that `dateProblem` accepts; empty for empty input. */
export function dateValue(text: string): string {
  const reading = readDate(text);
  return reading.kind === 'date' ? reading.value : text;
}

/** The text that a field shows for a stored date: an approximate date in words. `dateValue` reads it back. */
export const dateText = (value: string): string => (isApproximate(value) ? formatDate(value) : value);

/** The year of a date, to use for another date that is typed without a year; undefined if the date spans more than one year. */
export function yearOfDate(text: string): string | undefined {
  const date = dateValue(text);
  const year = earliestDay(date)?.slice(0, 4);
  return year === latestDay(date)?.slice(0, 4) ? year : undefined;
}

/** Error message for input that is neither blank nor a date. */
export function dateProblem(text: string, { approximate }: DateOptions = {}): string | undefined {
  if (text === '' || isPartialDate(text)) return undefined;
  const reading = readDate(text);
  if (reading.kind === 'date' && (isApproximate(reading.value) || writtenDate(text, reading.value) !== null)) {
    return approximate
      ? undefined
      : `Approximate dates such as “${reading.text}” can’t be used here. Enter a day, a month, or a year.`;
  }
  const rejection = rejectionOf(reading);
  if (rejection !== undefined) return rejection;
  if (reading.kind === 'no-year') return `Which year? Add it, such as “${text.trim()}, 1947”.`;
  return approximate
    ? 'Enter a valid date, such as June 5, 1941, June 1941, 1941, c. 1941, or summer 1941.'
    : 'Enter a valid date, such as June 5, 1941, June 1941, or 1941.';
}
