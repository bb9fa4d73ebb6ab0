/** A date known to the day, the month or only the year. */
export interface PartialDate {
  year: number;
  month: number | null;
  day: number | null;
}

export const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const SHAPE = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const FIRST_YEAR = 1000;

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Whether the text has the form YYYY, YYYY-MM or YYYY-MM-DD, valid or not. */
export function isDateShaped(text: string): boolean {
  return SHAPE.test(text);
}

/**
 * Parses YYYY, YYYY-MM or YYYY-MM-DD; null for other forms and for invalid dates (1946-02-30). Decision "dates known only to the month or
 * year".
 */
export function parsePartialDate(text: string): PartialDate | null {
  const found = SHAPE.exec(text);
  if (!found) return null;
  const year = Number(found[1]);
  const month = found[2] === undefined ? null : Number(found[2]);
  const day = found[3] === undefined ? null : Number(found[3]);
  if (year < FIRST_YEAR) return null;
  if (month !== null && (month < 1 || month > 12)) return null;
  if (month !== null && day !== null && (day < 1 || day > daysInMonth(year, month))) return null;
  return { year, month, day };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Writes 1946, 1946-03 or 1946-03-07. */
export function writePartialDate({ year, month, day }: PartialDate): string {
  if (month === null) return String(year);
  return day === null ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`;
}

/** The first day of the date, YYYY-MM-DD; null for an invalid date. */
export function earliestDay(text: string): string | null {
  const date = parsePartialDate(text);
  return date && writePartialDate({ year: date.year, month: date.month ?? 1, day: date.day ?? 1 });
}

/** The last day of the date, YYYY-MM-DD; null for an invalid date. */
export function latestDay(text: string): string | null {
  const date = parsePartialDate(text);
  if (!date) return null;
  const month = date.month ?? 12;
  return writePartialDate({ year: date.year, month, day: date.day ?? daysInMonth(date.year, month) });
}

/** "1946", "March 1946" or "June 16, 1976"; returns other texts unchanged. */
export function formatPartialDate(text: string): string {
  const date = parsePartialDate(text);
  if (!date) return text;
  if (date.month === null) return String(date.year);
  const month = MONTHS[date.month - 1];
  return date.day === null ? `${month} ${date.year}` : `${month} ${date.day}, ${date.year}`;
}
