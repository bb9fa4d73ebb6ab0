import { isEdtfDate, periodOrYears } from '@archive/contracts/dates';
import { formatDateRange } from './dates.ts';
import { withoutMisreadings } from './line-dates.ts';
import type { Report } from './problems.ts';
import { excerpt } from './texts.ts';
import { isReadableTime } from './times.ts';
import { type DateOrder, findDate, type HeadingDate, readVoyageHeading } from './voyage-heading.ts';

const TIME = String.raw`\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?`;
/** `3/7/1946 0:00`, `1946-03-07T18:30:00.000Z`: a date with the time that spreadsheets and databases add. */
const DATE_TIME = new RegExp(String.raw`^(.*\d)(?:T| +)(${TIME})(?:Z|[+-]\d\d:?\d\d)?$`, 'i');
const MIDNIGHT = /^(?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?a\.?m\.?)$/i;
/** The days that spreadsheets give to a time without a date. */
const NO_DAY = /^(?:1899-12-3[01]|12\/3[01]\/(?:1899|99)|1900-01-0[01]|1\/[01]\/(?:1900|00)|1904-01-01|1\/1\/1904)$/;

/** Splits a date from its time. A time at midnight says nothing, and neither does the day of a time without a date. */
export function splitDateTime(cell: string): { date: string; time: string } {
  const [, date, time] = DATE_TIME.exec(cell) ?? [];
  if (date === undefined || time === undefined) return { date: cell, time: '' };
  if (NO_DAY.test(date)) return { date: '', time };
  return { date, time: MIDNIGHT.test(time) ? '' : time };
}

const DAY_NUMBER = /^(\d{4,5})(?:[.,](\d+))?$/;
const FIRST_DAY = Date.UTC(1899, 11, 30);
const LAST_YEAR = 2100;
const HOURS = 24;
const DAY = HOURS * 60 * 60 * 1000;

/** The day that a spreadsheet stores as a number, with its time as a fraction: 44352.5. A number up to 2100 is a year. */
function readDayNumber(cell: string): { date: string; time: string } | null {
  const [, digits, part] = DAY_NUMBER.exec(cell) ?? [];
  if (digits === undefined || Number(digits) <= LAST_YEAR) return null;
  const date = new Date(FIRST_DAY + Number(digits) * DAY).toISOString().slice(0, 10);
  return { date, time: part === undefined || Number(part) === 0 ? '' : `0.${part.padEnd(3, '0')}` };
}

/** A date cell. `words` is the cell if it has more words than the date; `time` is the time beside the date. */
export interface DateCell {
  start: HeadingDate;
  end: HeadingDate | null;
  words: string | null;
  time: string;
  /** Whether the cell begins with other words: “Printed on 3/4/1998”. */
  isInside?: boolean;
  /** Whether letters were read as digits, or a misspelled month as a month. */
  isMisread?: boolean;
}

const known = (sourceText: string, date: string): HeadingDate => ({ sourceText, date, dateLike: true, inWords: true });

/** Reads the date in a cell; null if it has none. */
export function readDateCell(cell: string, order: DateOrder): DateCell | null {
  // An interval in a cell of the format is one date, while it is the start and end of a voyage in a heading.
  if (isEdtfDate(cell) && (order.isEdtf || periodOrYears(cell) === undefined))
    return { start: { sourceText: cell, date: cell, dateLike: true }, end: null, words: null, time: '' };
  const dayNumber = readDayNumber(cell);
  if (dayNumber) return { start: known(cell, dayNumber.date), end: null, words: null, time: dayNumber.time };
  const { date: text, time } = splitDateTime(cell);
  const { number, start, end, title, trailingText } = readVoyageHeading(text, { ...order, hasGermanDays: true });
  const hasWords = title !== null || trailingText !== null;
  const isDate = start !== null && number === null && (start.date !== null || start.dateLike);
  if (isDate) return { start, end, words: hasWords ? cell : null, time };
  const corrected = withoutMisreadings(cell);
  const misread = corrected === cell ? null : readDateCell(corrected, order);
  if (misread?.words === null && misread.start.date !== null) {
    const [start, end] = [misread.start, misread.end].map((day) => day && { ...day, inWords: false });
    if (start) return { start, end: end ?? null, words: cell, time: misread.time, isMisread: true };
  }
  const date = findDate(text, order);
  return date === null ? null : { start: known(text, date), end: null, words: cell, time, isInside: true };
}

/** Whether a cell is only a date, a range of dates or the day number of a spreadsheet. */
export function isDateCell(cell: string): boolean {
  const read = /\d/.test(cell) ? readDateCell(cell.trim(), { dayFirst: false }) : null;
  return read !== null && read.start.dateLike && (read.words === null || read.isMisread === true);
}

/** Whether a cell is only a time of day. */
export const isTimeCell = (cell: string): boolean => {
  const { date, time } = splitDateTime(cell.trim());
  return isReadableTime(date === '' ? time : cell) && /[:.,\p{L}]|^\d{3,4}$/u.test(cell);
};

/** Warns that a cell has more words than its date, or is misread. It is kept as the date as written. */
export function reportWords({ words, start, end, isMisread }: DateCell, line: number, report: Report): void {
  if (words === null || start.date === null) return;
  const message = `“${excerpt(words)}” is understood as ${formatDateRange(start.date, end?.date)}. ${isMisread ? 'It looks misread, so check it. It is' : 'The words are'} kept as the date as written.`;
  report({ line, field: 'Date', severity: 'warning', message });
}
